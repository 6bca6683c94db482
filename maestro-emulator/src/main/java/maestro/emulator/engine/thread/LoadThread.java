package maestro.emulator.engine.thread;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.MeasuredSpan;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.connection.Churn;
import maestro.emulator.engine.connection.ControllerLine;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.thread.LoadStages.Stage;
import maestro.emulator.scenario.LoadMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread's switches and its duty cycle, {@link #doWork}. {@link LoadStages} says what the
 * thread is doing, {@link SendPolicy} when switches send.
 *
 * <p>One cycle:
 *
 * <ol>
 *   <li>Serve the sockets that are ready: read answers, and in ping-pong send the next request.
 *   <li>After each of those, and after each write, poll the probing switch and the light ones.
 *   <li>Send all that is due by plan, or that sockets have room for; what is due by plan between
 *       sockets, too.
 *   <li>Every millisecond check the stage and the switches that wait.
 * </ol>
 *
 * <p>Runs on a thread of its own, or cycle by cycle on the thread of a test. In steady state a
 * cycle allocates nothing.
 */
public final class LoadThread implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LoadThread.class);
  private static final long CHECK_NS = 1_000_000;
  private static final long SLEEP_ABOVE_NS = 1_500_000;

  private final int number;
  private final LoadSettings settings;
  private final RunClock clock;
  private final RunState state;
  private final LoadGate gate;
  private final LldpCarrier lldp;
  private final EngineTime time;
  private final Selector selector;
  private final Consumer<SelectionKey> onReady = this::serve;

  private final List<LoadSwitch> switches = new ArrayList<>();
  private final AnswerReader reader;
  private final RequestSender sender;
  private final ProbingSwitch probe;
  private final LightSwitches lights;
  private final SendPolicy policy;
  private final LoadStages stages;
  private final ThreadChurn churn;
  private final LoadEffort effort = new LoadEffort();
  private final Progressed progressed = new Progressed();

  /** Whether switches send by plan, so that sending does not wait for answers. */
  private final boolean planned;

  /**
   * How long to poll before a sleep. In ping-pong a switch sends nothing while this thread wakes.
   */
  private final long pollNs;

  private long nextCheckNs;
  private long cycleNs;
  private long workedNs;
  private boolean idle;

  /** A thread to whose switches nothing happens. */
  LoadThread(int number, RunContext run) throws IOException {
    this(number, run, Churn.none());
  }

  public LoadThread(int number, RunContext run, Churn churn) throws IOException {
    this.number = number;
    this.settings = run.settings();
    this.clock = run.clock();
    this.state = run.state();
    this.gate = run.gate();
    this.lldp = run.lldp();
    this.time = run.time();
    this.selector = Selector.open();
    this.planned = settings.mode() == LoadMode.RATE;
    boolean polls = settings.mode() == LoadMode.PING_PONG && !settings.coarse();
    this.pollNs = polls ? time.pollNs() : 0;
    MeasuredSpan span = new MeasuredSpan(clock);
    this.reader = new AnswerReader(run, span);
    this.sender = new RequestSender(run, span);
    this.probe = new ProbingSwitch(time, reader, sender);
    this.lights = new LightSwitches(time, progressed, this::readEarly);
    this.policy = SendPolicy.of(run, sender, probe, lights);
    this.stages =
        new LoadStages(
            run, span, reader, sender, policy, probe, lights, effort, progressed, switches);
    this.churn = new ThreadChurn(churn, run, selector, lights, switches);
  }

  /** Takes a connected switch; before {@link #run}. */
  public void add(LoadSwitch sw, SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    sw.connection().key(channel.register(selector, SelectionKey.OP_READ, sw));
    add(sw);
  }

  /** Takes a switch that is connected to several controllers; before {@link #run}. */
  public void addWithLines(LoadSwitch sw) throws IOException {
    sw.lines.register(selector);
    add(sw);
  }

  private void add(LoadSwitch sw) {
    switches.add(sw);
    if (sw.probing) {
      probe.is(sw);
    }
  }

  @Override
  public void run() {
    try {
      begin();
      while (isRunning()) {
        cycle();
      }
    } finally {
      end();
    }
  }

  /** Says HELLO on all connections. A failure ends the run. */
  public void begin() {
    try {
      stages.begin(time.nowNs());
    } catch (IOException e) {
      fail(e);
    }
  }

  public boolean isRunning() {
    return stages.now() != Stage.DONE && !state.hasFailed() && !clock.isStopped();
  }

  /** One cycle, or a wait while the gate is held. A failure ends the run. */
  public void cycle() {
    try {
      if (gate.isHeld()) {
        standStill();
      }
      doWork();
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Nothing is counted any more. */
  public void end() {
    stages.end(time.nowNs());
  }

  /** Waits until the gate is released. The time does not count as a wait for an answer. */
  private void standStill() {
    long sinceNs = time.nowNs();
    time.awaitRelease(gate);
    long nowNs = time.nowNs();
    effort.stoodStill(nowNs - sinceNs);
    cycleNs = nowNs;
    for (LoadSwitch sw : stages.running()) {
      sw.lastAnswerNs(nowNs);
    }
  }

  /** One cycle. Returns how much was done; 0 when there was nothing to do. */
  int doWork() throws IOException, ControllerFailure {
    long nowNs = time.nowNs();
    effort.cycle(nowNs - cycleNs, idle);
    cycleNs = nowNs;
    reader.beginCycle(nowNs);
    if (!idle) {
      workedNs = nowNs;
    }
    boolean waits = idle && nowNs - workedNs >= pollNs && waitIsLong(nowNs);
    int worked = waits ? time.select(selector, onReady) : selector.selectNow(onReady); // 1
    probe.poll(nowNs);
    if (stages.now() == Stage.LOAD) {
      long sendNs = time.nowNs();
      stages.beforeSending(sendNs);
      worked += policy.sendDue(sendNs); // 3
    }
    if (nowNs - nextCheckNs >= 0) {
      nextCheckNs = nowNs + CHECK_NS;
      lldp.deliver(number, stages.running());
      for (LoadSwitch sw : stages.running()) {
        if (sw.lines != null) {
          sw.lines.resume(selector);
        }
      }
      if (stages.now() == Stage.LOAD) {
        churn.apply(policy, nowNs);
      }
      stages.check(nowNs); // 4
    }
    idle = worked == 0;
    if (idle && !waits) {
      time.pause();
    }
    return worked;
  }

  Stage stage() {
    return stages.now();
  }

  /** Whether answers still came when the time for the drain was over; once it has ended. */
  public boolean isDrainCut() {
    return stages.isDrainCut();
  }

  public AnswerReader reader() {
    return reader;
  }

  public RequestSender sender() {
    return sender;
  }

  public LoadEffort effort() {
    return effort;
  }

  public Progressed progressed() {
    return progressed;
  }

  public void close() throws IOException {
    for (LoadSwitch sw : switches) {
      sw.close();
    }
    selector.close();
    lights.close();
  }

  private void serve(SelectionKey key) {
    ControllerLine line = key.attachment() instanceof ControllerLine one ? one : null;
    LoadSwitch sw = line == null ? (LoadSwitch) key.attachment() : line.sw;
    try {
      int ready = key.readyOps();
      if (line != null) {
        sw.lines.choose(line);
      }
      if ((ready & SelectionKey.OP_WRITE) != 0) {
        unblock(sw);
      }
      if ((ready & SelectionKey.OP_READ) != 0) {
        if (line == null) {
          read(sw);
        } else {
          read(line);
        }
      } else if (line != null) {
        sw.lines.settle();
      }
      if (!sw.probing) {
        long nowNs = time.nowNs();
        stages.refill(sw, nowNs);
        probe.poll(nowNs); // 2
        lights.poll(nowNs);
        if (planned && stages.now() == Stage.LOAD) {
          policy.sendBetween(nowNs); // 3
        }
      }
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      fail(sw, e);
    }
  }

  private void readEarly(LoadSwitch sw) {
    try {
      read(sw);
      probe.poll();
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      fail(sw, e);
    }
  }

  private void read(LoadSwitch sw) throws IOException, ControllerFailure {
    do {
      progressed.answered(reader.read(sw));
    } while (sw.connection().holdsMore());
  }

  private void read(ControllerLine line) throws IOException, ControllerFailure {
    do {
      line.sw.lines.choose(line);
      progressed.answered(reader.read(line.sw));
    } while (!line.isDown() && line.connection.holdsMore());
  }

  /**
   * A write fails as soon as the controller has closed; why it closed may still wait to be read.
   */
  private void readLastWords(LoadSwitch sw) {
    try {
      do {
        reader.read(sw);
      } while (reader.readFull());
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      LOG.debug("could not read what {} sent before it closed: {}", sw.name(), e.getMessage());
    }
  }

  private void unblock(LoadSwitch sw) throws IOException {
    long nowNs = time.nowNs();
    sw.heldUntilNs(nowNs);
    if (stages.now() == Stage.LOAD && !sw.probing) {
      policy.unblocked(sw, nowNs);
    } else {
      sw.connection().flush();
    }
  }

  /** Whether nothing is due for so long that the thread may sleep. */
  private boolean waitIsLong(long nowNs) {
    if (settings.coarse()) {
      return true;
    }
    if (stages.now() != Stage.LOAD) {
      return stages.now() != Stage.READY || !clock.isStarted();
    }
    if (planned && probe.isHere()) { // to wake up takes time, which a probe would measure
      return false;
    }
    long untilNs = Math.min(clock.measureEndNs(), probe.nextDueNs());
    return Math.min(untilNs, policy.nextDueNs()) - nowNs > SLEEP_ABOVE_NS;
  }

  private void fail(LoadSwitch sw, IOException e) {
    readLastWords(sw);
    state.fail(
        "the connection of "
            + sw.name()
            + " broke"
            + sw.when()
            + sw.afterError()
            + ": "
            + e.getMessage());
  }

  private void fail(IOException e) {
    switches.forEach(this::readLastWords);
    state.fail("a connection to the controller broke: " + e.getMessage());
  }
}
