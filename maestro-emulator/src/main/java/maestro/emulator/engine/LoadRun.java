package maestro.emulator.engine;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.clock.StartGate;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.Churn;
import maestro.emulator.engine.connection.ControllerDial;
import maestro.emulator.engine.connection.ControllerLines;
import maestro.emulator.engine.connection.Dial;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.Redial;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.connection.SwitchConnection;
import maestro.emulator.engine.machine.KernelCounters;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.thread.LoadSettings;
import maestro.emulator.engine.thread.LoadThread;
import maestro.emulator.engine.thread.RunContext;
import maestro.emulator.engine.thread.RunState;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.scenario.LoadMode;
import maestro.tls.TlsContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the load engine.
 *
 * <ol>
 *   <li>Connect all switches.
 *   <li>Start the load threads.
 *   <li>Start the clock when all threads are ready.
 *   <li>Add up what the threads counted, when they have ended.
 * </ol>
 *
 * <p>Used once. One thread calls {@link #run} and waits in it; any thread may call all else.
 */
public final class LoadRun {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
  private static final long POLL_NS = 20_000_000;

  /** While there is load, each look takes a quarter of a millisecond from a load thread. */
  private static final long LOADED_POLL_NS = 100_000_000;

  private final LoadPlan plan;
  private final List<Dial> dials;
  private final Redial redial;
  private final StartGate start;
  private final RunContext context;
  private final RunClock clock;
  private final RunState state;
  private final LoadGate gate;
  private final EngineTime time;
  private final Churn churn;
  private final List<LoadThread> threads = new ArrayList<>();
  private final List<LoadSwitch> switches = new ArrayList<>();
  private long beginNs;
  private KernelTcp tcpAtBegin = KernelTcp.UNKNOWN;

  public LoadRun(LoadPlan plan, InetSocketAddress controller) {
    this(plan, controller, (TlsContext) null);
  }

  /**
   * A run whose switches speak TLS.
   *
   * @param tls null for plain TCP
   */
  public LoadRun(LoadPlan plan, InetSocketAddress controller, TlsContext tls) {
    this(plan, List.of(controller), tls);
  }

  /**
   * A run whose switches have several controllers, by rate. One of them may go while there is load,
   * and come back.
   *
   * @param tls null for plain TCP
   */
  LoadRun(LoadPlan plan, List<InetSocketAddress> controllers, TlsContext tls) {
    this(
        plan,
        controllers.stream().<Dial>map(each -> new ControllerDial(each, tls)).toList(),
        StartGate.AT_ONCE,
        RemoteSwitches.NONE,
        EngineTime.SYSTEM);
  }

  /**
   * A run whose load begins when the gate says, at the earliest when all switches are ready.
   *
   * @param far takes discovery frames to switches of other processes
   */
  public LoadRun(LoadPlan plan, InetSocketAddress controller, StartGate gate, RemoteSwitches far) {
    this(plan, List.of(new ControllerDial(controller, null)), gate, far, EngineTime.SYSTEM);
  }

  LoadRun(LoadPlan plan, Dial dial, StartGate start, RemoteSwitches far, EngineTime time) {
    this(plan, List.of(dial), start, far, time);
  }

  LoadRun(LoadPlan plan, List<Dial> dials, StartGate start, RemoteSwitches far, EngineTime time) {
    if (dials.size() > 1 && (plan.mode() != LoadMode.RATE || !plan.events().isEmpty())) {
      throw new IllegalArgumentException("several controllers, not by rate or with events");
    }
    this.plan = plan;
    this.dials = List.copyOf(dials);
    this.redial = new Redial(dials);
    this.start = start;
    this.time = time;
    LoadPlan.Times times = plan.times();
    this.clock = new RunClock(times.warmUpNs(), times.measureNs(), times.drainNs());
    this.state = new RunState();
    this.gate = new LoadGate();
    this.churn = new Churn(plan.events(), plan.neighbours());
    SwitchLoad[] loads = plan.switches().toArray(SwitchLoad[]::new);
    this.context =
        new RunContext(
            LoadSettings.of(plan),
            clock,
            state,
            gate,
            new Ticks(time.nowNs()),
            new LldpCarrier(churn, loads, far, threadCount()),
            (int) ((times.measureNs() + LoadResult.WINDOW_NS - 1) / LoadResult.WINDOW_NS),
            time);
  }

  /** Ends the run early. What was counted so far is kept, and marked as incomplete. */
  public void stop() {
    state.fail("the run was interrupted");
    clock.stop(time.nowNs());
    gate.release();
  }

  /** Ends measured time now; the run drains then. Call it once measured time has begun. */
  public void finish() {
    clock.finish(time.nowNs());
  }

  /**
   * Holds the load threads, each after the cycle that is under way, until {@link #release}. The
   * clock goes on. Answers stay unread, so the controller soon has nothing to do.
   */
  public void hold() {
    gate.hold();
  }

  /** Lets the load threads go on. */
  public void release() {
    gate.release();
  }

  /** Right answers so far, in all stages of the run. Call it once the run has told its progress. */
  public long answeredRequests() {
    long answered = 0;
    for (LoadThread thread : threads) {
      answered += thread.progressed().answeredRequests();
    }
    return answered;
  }

  /** A discovery frame from a switch of another process comes in at a port. */
  public void arrive(int switchNumber, int inPort, byte[] frame) {
    context.lldp().arrive(switchNumber, inPort, frame);
  }

  /** Runs to the end or to the first failure. What was counted until then is in the result. */
  public LoadResult run(Progress progress) {
    tcpAtBegin = KernelCounters.tcp();
    List<Thread> running = new ArrayList<>();
    if (connect(progress)) {
      for (LoadThread thread : threads) {
        Thread started = new Thread(thread, "emulator-load-" + running.size());
        started.start();
        running.add(started);
      }
    }
    while (running.stream().anyMatch(Thread::isAlive)) {
      supervise(progress);
      LockSupport.parkNanos(pollNs());
      if (Thread.interrupted()) {
        stop();
      }
    }
    return result();
  }

  private long pollNs() {
    boolean nobodyComesUp = churn.events().isEmpty();
    return clock.isStarted() && nobodyComesUp ? LOADED_POLL_NS : POLL_NS;
  }

  /** Connects all switches. Returns false when that failed, which the result says. */
  boolean connect(Progress progress) {
    beginNs = time.nowNs();
    try {
      for (int i = 0; i < threadCount(); i++) {
        threads.add(new LoadThread(i, context, churn));
      }
      connectAll(progress);
    } catch (ClosedByInterruptException e) {
      boolean cleared = Thread.interrupted();
      assert cleared;
      stop();
    } catch (IOException e) {
      state.fail(e.getMessage());
    }
    return !state.hasFailed();
  }

  /** Starts the clock when it is time, and tells how far the run is. */
  void supervise(Progress progress) {
    if (!clock.isStarted() && state.readyThreads() == threads.size()) {
      long atNs = start.startAtNs();
      if (atNs != StartGate.NOT_YET) {
        clock.start(atNs);
      }
    }
    try {
      churn.connect(dials.get(0));
    } catch (IOException e) {
      state.fail(e.getMessage());
    }
    redial.connect();
    report(progress);
  }

  /** The threads of the run; all switches are connected. */
  List<LoadThread> threads() {
    return threads;
  }

  /** What the run counted; all threads have ended. Closes the connections. */
  LoadResult result() {
    LoadResult result =
        RunCounts.of(
            context,
            threads,
            switches,
            beginNs,
            time.nowNs(),
            KernelCounters.tcp().since(tcpAtBegin));
    for (LoadThread thread : threads) {
      closeQuietly(thread::close);
    }
    closeQuietly(churn::close);
    return result;
  }

  private int threadCount() {
    return Math.max(1, Math.min(plan.threadCount(), plan.switches().size()));
  }

  private void connectAll(Progress progress) throws IOException {
    int number = 0;
    int total = plan.switches().size() + (plan.probe() == null ? 0 : 1);
    for (SwitchLoad load : plan.switches()) {
      add(number, load, false);
      number++;
      progress.at(Progress.Stage.CONNECTING, number, total, 0);
    }
    if (plan.probe() != null) {
      add(number, plan.probe(), true);
      progress.at(Progress.Stage.CONNECTING, total, total, 0);
    }
  }

  private void add(int number, SwitchLoad load, boolean probing) throws IOException {
    LoadThread thread = threads.get(probing ? 0 : number % threads.size());
    Outstanding outstanding = Outstanding.of(plan, number);
    if (dials.size() > 1) {
      List<Dial.Line> lines = new ArrayList<>();
      for (Dial each : dials) {
        lines.add(each.connect());
      }
      LoadSwitch sw =
          new LoadSwitch(
              number,
              load,
              probing,
              outstanding,
              context.windowCount(),
              owner -> new ControllerLines(owner, lines, redial));
      switches.add(sw);
      thread.addWithLines(sw);
      return;
    }
    Dial.Line line = dials.get(0).connect();
    SwitchConnection connection = new SwitchConnection(line.socket(), line.tls());
    LoadSwitch sw =
        new LoadSwitch(number, load, probing, connection, outstanding, context.windowCount());
    switches.add(sw);
    thread.add(sw, line.socket());
  }

  private void report(Progress progress) {
    long answered = answeredRequests();
    long learned = 0;
    for (LoadThread thread : threads) {
      learned += thread.progressed().learnedHosts();
    }
    long nowNs = time.nowNs();
    if (!clock.isStarted()) {
      long hosts = 0;
      for (LoadSwitch sw : switches) {
        hosts += sw.load.hostCount();
      }
      progress.at(Progress.Stage.LEARNING, learned, hosts, answered);
    } else if (nowNs - clock.measureStartNs() < 0) {
      LoadPlan.Times times = plan.times();
      long doneNs = Math.max(0, nowNs - clock.startNs());
      progress.at(Progress.Stage.WARMING_UP, ms(doneNs), ms(times.warmUpNs()), answered);
    } else if (nowNs - clock.measureEndNs() < 0) {
      long doneNs = nowNs - clock.measureStartNs();
      progress.at(Progress.Stage.MEASURING, ms(doneNs), ms(clock.measureNs()), answered);
      if (progress.isEnough()) {
        finish();
      }
    } else {
      long doneNs = nowNs - clock.measureEndNs();
      progress.at(Progress.Stage.DRAINING, ms(doneNs), ms(plan.times().drainNs()), answered);
    }
  }

  private static long ms(long ns) {
    return ns / 1_000_000;
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      LOG.debug("cannot close a connection: {}", e.getMessage());
    }
  }
}
