package maestro.emulator.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.connection.SwitchConnection;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Unsent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load thread and the baseline responder, cycle by cycle on the test's thread. */
class LoadZeroAllocationTest {
  private static final long WARM_UP_REQUESTS = 500_000;
  private static final long MEASURED_REQUESTS = 1_000_000;

  /** A path taken for the first time loads classes; what is allocated each time shows each time. */
  private static final int MOST_ROUNDS = 3;

  private static final int SWITCH_COUNT = 8;

  /** The rings stop growing here, or each socket's would with the kernel's buffers. */
  private static final int RING_REQUESTS = 4096;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Plans plans = new Plans();
  private final RunClock clock = new RunClock(0, 600_000_000_000L, 0);

  @ParameterizedTest
  @CsvSource({
    "MAX, 1, true, MADE_UP",
    "MAX, 4, false, MADE_UP",
    "RATE, 4, true, MADE_UP",
    "RATE, 1, true, DROPPED"
  })
  void shouldAllocateNothingWhenMillionRequestsAreAnswered(
      LoadMode mode, int version, boolean buffered, Unsent unsent)
      throws IOException, ControllerFailure {
    plans.mode = mode;
    plans.version = version;
    plans.buffered = buffered;
    plans.unsent = unsent;
    plans.switchCount = SWITCH_COUNT;
    plans.requestsPerSecond = 500_000;
    plans.law = new ArrivalLaw(Arrivals.POISSON, 1);
    plans.limitRequests = RING_REQUESTS;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (BaselineResponder responder = BaselineResponder.listen(any)) {
      LoadThread load = load(responder);
      cycleUntilReady(load, responder);
      clock.start(System.nanoTime());
      cycleUntil(load, responder, WARM_UP_REQUESTS);

      long allocated = 1;
      long until = WARM_UP_REQUESTS;
      for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
        until += MEASURED_REQUESTS;
        allocated = cycleUntil(load, responder, until);
      }
      assertThat(allocated).isZero();
      load.close();
    }
  }

  private LoadThread load(BaselineResponder responder) throws IOException {
    LoadPlan plan = plans.plan();
    LldpCarrier lldp =
        new LldpCarrier(
            Neighbours.NONE, plan.switches().toArray(SwitchLoad[]::new), RemoteSwitches.NONE, 1);
    RunContext run =
        new RunContext(
            LoadSettings.of(plan),
            clock,
            new RunState(),
            new LoadGate(),
            new Ticks(System.nanoTime()),
            lldp,
            6000,
            EngineTime.SYSTEM);
    LoadThread load = new LoadThread(0, run);
    for (int i = 0; i < SWITCH_COUNT; i++) {
      SocketChannel channel = SocketChannel.open(responder.address());
      SwitchConnection connection = new SwitchConnection(channel, null);
      SwitchLoad each = plan.switches().get(i);
      load.add(new LoadSwitch(i, each, false, connection, Outstanding.of(plan, i), 6000), channel);
    }
    load.begin();
    return load;
  }

  private static void cycleUntilReady(LoadThread load, BaselineResponder responder)
      throws IOException, ControllerFailure {
    while (load.stage() != LoadStages.Stage.READY) {
      responder.doWork(0);
      load.doWork();
    }
  }

  /** Returns what the load thread allocated; what the responder did is its own. */
  private long cycleUntil(LoadThread load, BaselineResponder responder, long requests)
      throws IOException, ControllerFailure {
    long allocated = 0;
    while (load.progressed().answeredRequests() < requests) {
      responder.doWork(0);
      long before = threads.getCurrentThreadAllocatedBytes();
      load.doWork();
      allocated += threads.getCurrentThreadAllocatedBytes() - before;
    }
    return allocated;
  }
}
