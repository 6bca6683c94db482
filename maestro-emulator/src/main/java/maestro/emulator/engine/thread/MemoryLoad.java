package maestro.emulator.engine.thread;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.MeasuredSpan;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.connection.SwitchConnection;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.L2FlowAdd;

/**
 * The switches of one load thread, with memory in place of sockets and a clock that the caller
 * moves: what a planned request and its answer cost the emulator itself. For benchmarks.
 *
 * <ol>
 *   <li>{@link #send} sends what is due, as a load thread does in each cycle. The memory takes all
 *       of it.
 *   <li>{@link #read} reads an answer to each request of the last {@link #send}, one read a switch.
 *       Each is a right FLOW_MOD with an exact match on in_port and addresses. The memory makes it
 *       by a copy and a store of the buffer id.
 * </ol>
 *
 * <p>All of it is measured time. Confined to one thread; allocates nothing after construction,
 * except when rings grow.
 */
public final class MemoryLoad {
  private static final long START_NS = 1_000_000_000;
  private static final int BUFFER_ID_10 = 64;
  private static final int BUFFER_ID_13 = 32;

  private final MovedClock time = new MovedClock();
  private final List<LoadSwitch> switches = new ArrayList<>();
  private final List<AnsweringMemory> memories = new ArrayList<>();
  private final AnswerReader reader;
  private final RatePolicy policy;

  /**
   * Begins the load.
   *
   * @param plan by plan, with one thread and without a probing switch
   */
  public MemoryLoad(LoadPlan plan) {
    RunClock clock = new RunClock(0, plan.times().measureNs(), 0);
    clock.start(START_NS);
    MeasuredSpan span = new MeasuredSpan(clock);
    span.advance();
    SwitchLoad[] loads = plan.switches().toArray(SwitchLoad[]::new);
    int windowCount = (int) (plan.times().measureNs() / LoadResult.WINDOW_NS) + 1;
    RunContext run =
        new RunContext(
            LoadSettings.of(plan),
            clock,
            new RunState(),
            new LoadGate(),
            new Ticks(START_NS),
            new LldpCarrier(plan.neighbours(), loads, RemoteSwitches.NONE, 1),
            windowCount,
            time);
    reader = new AnswerReader(run, span);
    RequestSender sender = new RequestSender(run, span);
    LightSwitches none = new LightSwitches(time, new Progressed(), sw -> {});
    policy = new RatePolicy(time, sender, new ProbingSwitch(time, reader, sender), none);
    for (int i = 0; i < loads.length; i++) {
      add(plan, loads[i], i, windowCount);
    }
    new LoadPreparation(run.settings(), switches).chooseRequests();
    for (LoadSwitch sw : switches) {
      sw.startCounting();
      sw.planned(sw.load.rate().times(START_NS, START_NS));
    }
    policy.begin(switches.toArray(LoadSwitch[]::new), START_NS);
  }

  private void add(LoadPlan plan, SwitchLoad load, int number, int windowCount) {
    Outstanding outstanding = Outstanding.of(plan, number);
    AnsweringMemory memory = new AnsweringMemory(load, outstanding);
    memories.add(memory);
    SwitchConnection connection = new SwitchConnection(memory);
    switches.add(new LoadSwitch(number, load, false, connection, outstanding, windowCount));
  }

  /**
   * Moves the clock and sends what is due then.
   *
   * @return requests
   */
  public int send(long passNs) throws IOException {
    time.nowNs += passNs;
    try {
      return policy.sendDue(time.nowNs);
    } catch (ControllerFailure e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the answers to what was sent since the last time.
   *
   * @return right answers
   */
  public long read() throws IOException {
    reader.beginCycle(time.nowNs);
    long answers = 0;
    try {
      for (int i = 0; i < switches.size(); i++) {
        if (memories.get(i).hasAnswers()) {
          answers += reader.read(switches.get(i));
        }
      }
    } catch (ControllerFailure e) {
      throw new IllegalStateException(e);
    }
    return answers;
  }

  private static final class MovedClock implements EngineTime {
    private long nowNs = START_NS;

    @Override
    public long nowNs() {
      return nowNs;
    }

    @Override
    public int select(Selector selector, Consumer<SelectionKey> onReady) {
      return 0; // there is no socket
    }

    @Override
    public long pollNs() {
      return 0;
    }

    @Override
    public void pause() {
      // the caller moves the clock
    }

    @Override
    public void awaitRelease(LoadGate gate) {
      // nobody holds it
    }
  }

  /** Takes the requests of one switch, and has an answer to each. */
  private static final class AnsweringMemory implements ByteChannel {
    private final Outstanding outstanding;
    private final int answerBytes;
    private final int bufferIdAt;

    /** An answer to a request of each host, in turn. */
    private final ByteBuffer answers;

    private final int hostCount;
    private long answered;
    private int nextHost;

    AnsweringMemory(SwitchLoad load, Outstanding outstanding) {
      int version = load.description().version();
      this.outstanding = outstanding;
      this.answerBytes = L2FlowAdd.bytes(version);
      this.bufferIdAt = version == OpenFlow.VERSION_10 ? BUFFER_ID_10 : BUFFER_ID_13;
      this.hostCount = load.hostCount();
      this.answers = ByteBuffer.allocateDirect(hostCount * answerBytes);
      L2FlowAdd answer = new L2FlowAdd().entry(1, 0, 0, 0, 0);
      for (int host = 0; host < hostCount; host++) {
        int partner = load.partnerOf(host);
        answer.encode(
            answers,
            host * answerBytes,
            version,
            0,
            load.portOf(host),
            HostAddresses.FIRST | (load.firstHost() + host),
            HostAddresses.FIRST | (load.firstHost() + partner),
            load.portOf(partner),
            OpenFlow.NO_BUFFER);
      }
      answered = outstanding.head() - 1;
    }

    boolean hasAnswers() {
      return outstanding.head() - 1 > answered;
    }

    @Override
    public int write(ByteBuffer from) {
      int bytes = from.remaining();
      from.position(from.limit());
      return bytes;
    }

    @Override
    public int read(ByteBuffer to) {
      int from = to.position();
      int at = from;
      while (hasAnswers() && to.limit() - at >= answerBytes) {
        to.put(at, answers, nextHost * answerBytes, answerBytes);
        to.putInt(at + bufferIdAt, outstanding.named(++answered));
        at += answerBytes;
        nextHost = nextHost + 1 == hostCount ? 0 : nextHost + 1;
      }
      to.position(at);
      return at - from;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // nothing to give back
    }
  }
}
