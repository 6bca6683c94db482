package maestro.emulator.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import maestro.net.SharedBuffers;
import maestro.net.TlsChannel;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the load engine: connects, starts the threads, starts the clock when all are ready,
 * and adds up what they counted.
 *
 * <p>Used once, by one thread, which waits in {@link #run}; all else may come from another.
 */
public final class LoadRun {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
  private static final int CONNECT_MS = 5_000;

  /**
   * The same for all switches. Left to itself Linux lets some of the buffers grow to megabytes and
   * leaves others below 100 KB, whose switches then get fewer answers from a fast controller.
   */
  private static final int RECEIVE_BYTES = 1 << 20;

  private static final long POLL_NS = 20_000_000;

  private final LoadPlan plan;
  private final InetSocketAddress controller;

  /** Null for plain TCP. */
  private final TlsContext tls;

  private final SharedBuffers tlsBuffers = new SharedBuffers(OpenFlow.MAX_MESSAGE_BYTES + 1);
  private final StartGate gate;
  private final RunClock clock;
  private final RunState state = new RunState();
  private final Hold hold = new Hold();
  private final LldpCarrier lldp;
  private final Ticks ticks = new Ticks(System.nanoTime());
  private final int timeWindowCount;
  private final List<LoadThread> threads = new ArrayList<>();
  private final List<LoadSwitch> all = new ArrayList<>();
  private long beginNs;

  public LoadRun(LoadPlan plan, InetSocketAddress controller) {
    this(plan, controller, (TlsContext) null);
  }

  /**
   * A run whose switches speak TLS.
   *
   * @param tls null for plain TCP
   */
  public LoadRun(LoadPlan plan, InetSocketAddress controller, TlsContext tls) {
    this(plan, controller, tls, StartGate.AT_ONCE, FarSwitches.NONE);
  }

  /**
   * A run whose load begins when the gate says, at the earliest when all switches are ready.
   *
   * @param far takes discovery frames to switches of other processes
   */
  public LoadRun(LoadPlan plan, InetSocketAddress controller, StartGate gate, FarSwitches far) {
    this(plan, controller, null, gate, far);
  }

  private LoadRun(
      LoadPlan plan,
      InetSocketAddress controller,
      TlsContext tls,
      StartGate gate,
      FarSwitches far) {
    this.plan = plan;
    this.controller = controller;
    this.tls = tls;
    this.gate = gate;
    LoadPlan.Times times = plan.times();
    this.clock = new RunClock(times.warmUpNs(), times.measureNs(), times.drainNs());
    SwitchLoad[] loads = plan.switches().toArray(SwitchLoad[]::new);
    this.lldp = new LldpCarrier(plan.neighbours(), loads, far, threadCount());
    this.timeWindowCount =
        (int) ((times.measureNs() + LoadResult.WINDOW_NS - 1) / LoadResult.WINDOW_NS);
  }

  /** Ends the run early; what was counted so far is kept and marked. */
  public void stop() {
    state.fail("the run was interrupted");
    clock.stop(System.nanoTime());
    hold.release();
  }

  /**
   * Ends measured time now and lets the run drain as it would have later. From any thread, once
   * measured time has begun.
   */
  public void finish() {
    clock.finish(System.nanoTime());
  }

  /**
   * Load stands still, after the cycle that is under way, until {@link #release}; the clock does
   * not. Answers stay unread, and the controller soon has nothing to do.
   */
  public void hold() {
    hold.hold();
  }

  /** Load goes on. */
  public void release() {
    hold.release();
  }

  /** Right answers so far, in all stages of the run; once it has told its progress. */
  public long answeredRequests() {
    long answered = 0;
    for (LoadThread thread : threads) {
      answered += thread.progressed().answeredRequests();
    }
    return answered;
  }

  /** A discovery frame from a switch of another process comes in at a port; from any thread. */
  public void arrive(int switchNumber, int inPort, byte[] frame) {
    lldp.arrive(switchNumber, inPort, frame);
  }

  /** Runs to the end or to the first failure; what was counted until then is in the result. */
  public LoadResult run(Progress progress) {
    List<Thread> running = new ArrayList<>();
    beginNs = System.nanoTime();
    try {
      createThreads();
      connect(progress);
      for (LoadThread thread : threads) {
        Thread started = new Thread(thread, "emulator-load-" + running.size());
        started.start();
        running.add(started);
      }
      while (running.stream().anyMatch(Thread::isAlive)) {
        if (!clock.isStarted() && state.readyThreads() == threads.size()) {
          startClock();
        }
        report(progress);
        LockSupport.parkNanos(POLL_NS);
        if (Thread.interrupted()) {
          stop();
        }
      }
    } catch (ClosedByInterruptException e) {
      boolean cleared = Thread.interrupted();
      assert cleared;
      stop();
    } catch (IOException e) {
      state.fail(e.getMessage());
    }
    return result(System.nanoTime());
  }

  private void startClock() {
    long atNs = gate.startAtNs();
    if (atNs != StartGate.NOT_YET) {
      clock.start(atNs);
    }
  }

  private int threadCount() {
    return Math.max(1, Math.min(plan.threadCount(), plan.switches().size()));
  }

  private void createThreads() throws IOException {
    LoadSettings settings = LoadSettings.of(plan);
    for (int i = 0; i < threadCount(); i++) {
      threads.add(new LoadThread(i, settings, clock, state, hold, ticks, lldp, timeWindowCount));
    }
  }

  private void connect(Progress progress) throws IOException {
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
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      channel.socket().connect(controller, CONNECT_MS);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot connect to " + text(controller) + ": " + e.getMessage(), e);
    }
    TlsChannel secure = tls == null ? null : shakeHands(channel);
    SwitchConnection connection = new SwitchConnection(channel, secure);
    LoadSwitch sw =
        new LoadSwitch(number, load, probing, connection, plan.window(load), timeWindowCount);
    all.add(sw);
    threads.get(probing ? 0 : number % threads.size()).add(sw, channel);
  }

  private TlsChannel shakeHands(SocketChannel channel) throws IOException {
    try {
      return TlsDial.shakeHands(channel, tls, tlsBuffers, CONNECT_MS);
    } catch (IOException e) {
      throw new IOException(text(controller) + ": " + e.getMessage(), e);
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private void report(Progress progress) {
    long answered = answeredRequests();
    long learned = 0;
    for (LoadThread thread : threads) {
      learned += thread.progressed().learnedHosts();
    }
    long nowNs = System.nanoTime();
    if (!clock.isStarted()) {
      long hosts = 0;
      for (LoadSwitch sw : all) {
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
    } else {
      long doneNs = nowNs - clock.measureEndNs();
      progress.at(Progress.Stage.DRAINING, ms(doneNs), ms(plan.times().drainNs()), answered);
    }
  }

  private static long ms(long ns) {
    return ns / 1_000_000;
  }

  private LoadResult result(long endNs) {
    Histogram delays = new Histogram(3);
    Histogram probing = new Histogram(3);
    List<LoadResult.ProbeWindow> probes = List.of();
    for (LoadThread thread : threads) {
      delays.add(thread.reader().delays().histogram());
      ProbeDelays probed = thread.reader().probeDelays();
      probing.add(probed.all.histogram());
      probes = probes.isEmpty() ? probed.windows() : probes;
      closeQuietly(thread);
    }
    List<LoadResult.SwitchCounts> counts = new ArrayList<>();
    long measuredNs = clock.measuredNs(endNs);
    for (LoadSwitch sw : all) {
      if (!sw.probing) {
        counts.add(counts(sw, measuredNs));
      }
    }
    String failure = state.hasFailed() ? state.failure() : "";
    boolean learnedAll = !state.isLearningIncomplete();
    long setUpNs = state.setUpNs(beginNs, threads.size());
    return new LoadResult(
        counts, delays, probing, probes, measuredNs, setUpNs, effort(), learnedAll, failure);
  }

  private static void closeQuietly(LoadThread thread) {
    try {
      thread.close();
    } catch (IOException e) {
      LOG.debug("cannot close a connection: {}", e.getMessage());
    }
  }

  private LoadResult.SwitchCounts counts(LoadSwitch sw, long measuredNs) {
    Outstanding o = sw.outstanding;
    boolean loaded = clock.isStarted();
    long sent = sw.measuredFrom < 0 ? 0 : o.head() - sw.measuredFrom;
    long offered = -1;
    long waiting = 0;
    if (sw.planned != null) {
      offered = sent + sw.planned.countUntil(clock.measureStartNs(), measuredNs);
      long planned =
          Math.round(sw.load.rate().requestsPerSecond()[0] * plan.times().warmUpNs() / 1e9);
      waiting = Math.max(0, planned - sw.earlierAnswers);
    }
    return new LoadResult.SwitchCounts(
        sw.load.description().datapathId(),
        true,
        offered,
        waiting,
        sent,
        sw.measuredAnswers,
        sw.answersByWindow,
        loaded ? o.sentRequests() : 0,
        loaded ? o.rightAnswers() : 0,
        o.wrongPort(),
        o.doubled(),
        o.unasked(),
        loaded && !state.hasFailed() ? o.missing() : 0,
        o.outOfOrder(),
        o.flooded(),
        sw.malformed,
        sw.longestPauseNs);
  }

  private LoadResult.Effort effort() {
    double busy = 0;
    double served = 0;
    double cpu = 0;
    double cpuSeconds = 0;
    long planned = 0;
    long late = 0;
    long longestCycleNs = 0;
    for (LoadThread thread : threads) {
      busy = Math.max(busy, thread.effort().busyShare());
      served = Math.max(served, thread.effort().servedShare());
      cpu = Math.max(cpu, thread.effort().cpuShare());
      cpuSeconds += thread.effort().cpuSeconds();
      planned += thread.sender().plannedRequests();
      late += thread.sender().lateRequests();
      longestCycleNs = Math.max(longestCycleNs, thread.effort().longestCycleNs());
    }
    double lateShare = planned == 0 ? 0 : (double) late / planned;
    return new LoadResult.Effort(busy, served, cpu, lateShare, cpuSeconds, longestCycleNs);
  }
}
