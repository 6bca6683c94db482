package maestro.emulator.engine.thread;

import java.io.IOException;
import java.util.List;
import maestro.emulator.engine.clock.MeasuredSpan;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.scenario.LoadMode;

/**
 * How far one load thread is, and what it does once a millisecond. Each thread has its own stages;
 * they start LOAD together, since they share the {@link RunClock}.
 *
 * <p>Confined to one load thread; other threads may read {@link #now}.
 */
final class LoadStages {
  /** In this order. */
  enum Stage {
    /** Until the controller has shaken hands with each switch and is quiet. */
    SET_UP,
    /** Until the address of each host is sent. */
    LEARN,
    /** Until the clock is started. */
    READY,
    /** Until the end of measured time. */
    LOAD,
    /** Until no answer is missing and none came for a while, or the time for it is over. */
    DRAIN,
    DONE
  }

  private static final long ECHO_NS = 5_000_000_000L;

  /** The first echo comes at least this long before measured time, if the warm-up allows it. */
  private static final long AFTER_ECHO_NS = 1_500_000_000;

  private static final long STUCK_NS = 1_000_000_000;

  /** For so long after the last answer the drain listens for what comes double, if it may. */
  private static final long LISTEN_NS = 500_000_000;

  private final LoadSettings settings;
  private final RunClock clock;
  private final RunState state;
  private final MeasuredSpan span;
  private final AnswerReader reader;
  private final RequestSender sender;
  private final SendPolicy policy;
  private final ProbingSwitch probe;
  private final LightSwitches lights;
  private final LoadEffort effort;
  private final Progressed progressed;
  private final LoadPreparation preparation;
  private final BacklogCheck backlog;

  private final List<LoadSwitch> switches;

  /** The same as an array, since a list makes an iterator each time. */
  private LoadSwitch[] running = new LoadSwitch[0];

  private volatile Stage stage = Stage.SET_UP;
  private long stageSinceNs;
  private boolean drainCut;

  LoadStages(
      RunContext run,
      MeasuredSpan span,
      AnswerReader reader,
      RequestSender sender,
      SendPolicy policy,
      ProbingSwitch probe,
      LightSwitches lights,
      LoadEffort effort,
      Progressed progressed,
      List<LoadSwitch> switches) {
    this.settings = run.settings();
    this.clock = run.clock();
    this.state = run.state();
    this.span = span;
    this.reader = reader;
    this.sender = sender;
    this.policy = policy;
    this.probe = probe;
    this.lights = lights;
    this.effort = effort;
    this.progressed = progressed;
    this.switches = switches;
    this.preparation = new LoadPreparation(settings, switches);
    this.backlog = new BacklogCheck(settings, reader, effort);
  }

  Stage now() {
    return stage;
  }

  /** Says HELLO on all connections. All switches are known. */
  void begin(long nowNs) throws IOException {
    running = switches.toArray(LoadSwitch[]::new);
    preparation.greet(nowNs);
    enter(Stage.SET_UP, nowNs);
  }

  /** The thread ends, in whatever stage it is. */
  void end(long nowNs) {
    effort.end(nowNs);
    if (span.isRehearsal()) {
      forget();
    }
    stage = Stage.DONE;
  }

  /** Whether answers still came when the time for the drain was over; once the thread has ended. */
  boolean isDrainCut() {
    return drainCut;
  }

  LoadSwitch[] running() {
    return running;
  }

  /** Sends what the answers to a switch allow in this stage. */
  void refill(LoadSwitch sw, long nowNs) throws IOException, ControllerFailure {
    if (stage == Stage.LEARN) {
      preparation.teach(sw, sender, nowNs);
    } else if (stage == Stage.LOAD) {
      policy.refill(sw, nowNs);
    }
  }

  /** Load goes on, and the sockets are about to be filled. */
  void beforeSending(long nowNs) {
    backlog.countEmpty(running, nowNs);
  }

  /** Enters the next stage when it is time, and looks after switches that wait. */
  void check(long nowNs) throws IOException, ControllerFailure {
    while (span.isRehearsed(nowNs)) { // both, after a long wait
      effort.end(nowNs);
      forget();
      nextSpan();
    }
    if (!effort.isBegun() && span.hasBegun(nowNs)) {
      effort.begin(nowNs);
    }
    switch (stage) {
      case SET_UP -> setUp(nowNs);
      case LEARN -> learn(nowNs);
      case READY -> {
        if (clock.isStarted() && nowNs - clock.startNs() >= 0) {
          beginLoad(nowNs);
        }
      }
      case LOAD -> {
        if (nowNs - clock.measureEndNs() >= 0) {
          endLoad(nowNs);
        } else {
          progressed.answered(backlog.check(running, policy.boundRequests(), nowNs));
          maintain(nowNs);
        }
      }
      case DRAIN -> {
        boolean drained = isDrained(nowNs);
        if (drained || nowNs - clock.lastDrainEndNs() >= 0) {
          drainCut = !drained;
          enter(Stage.DONE, nowNs);
        }
      }
      case DONE -> {
        // the thread ends
      }
    }
  }

  private void setUp(long nowNs) throws IOException, ControllerFailure {
    if (preparation.isDone(nowNs)) {
      state.setUpUntil(preparation.lastTalkNs());
      preparation.chooseRequests();
      enter(Stage.LEARN, nowNs);
      learn(nowNs);
    }
  }

  /** Without time for learning no address is sent, whatever the controller says by then. */
  private void learn(long nowNs) throws IOException {
    boolean inTime = nowNs - stageSinceNs < settings.learnLimitNs();
    if (inTime && !preparation.isTaught(sender, nowNs)) {
      progressed.learned(switches);
      return;
    }
    if (!inTime && settings.learnLimitNs() > 0) {
      state.learningWasCut();
    }
    enter(Stage.READY, nowNs);
    state.ready();
  }

  private void beginLoad(long nowNs) throws IOException, ControllerFailure {
    nextSpan();
    long warmUpNs = clock.measureStartNs() - nowNs;
    long rehearsedEchoNs = Math.min(warmUpNs / 2, warmUpNs - AFTER_ECHO_NS);
    long firstEchoNs = nowNs + (rehearsedEchoNs > 0 ? rehearsedEchoNs : ECHO_NS);
    for (LoadSwitch sw : running) {
      sw.startCounting();
      sw.lastAnswerNs(nowNs);
      sw.lastEchoNs(firstEchoNs - ECHO_NS);
      if (sw.load.rate() != null) {
        sw.planned(sw.load.rate().times(clock.measureStartNs(), clock.startNs()));
      }
    }
    policy.begin(running, nowNs);
    probe.begin();
    lights.begin(running, nowNs);
    enter(Stage.LOAD, nowNs);
    for (LoadSwitch sw : running) {
      if (!sw.probing) {
        policy.refill(sw, nowNs);
      }
    }
  }

  private void endLoad(long nowNs) {
    effort.end(nowNs);
    probe.end();
    for (LoadSwitch sw : running) {
      if (!sw.outstanding.isEmpty()) { // it has waited for an answer until the end
        sw.waitedUntil(clock.measureEndNs());
      }
    }
    enter(Stage.DRAIN, nowNs);
  }

  /** Gives up answers that do not come, so that the switch sends again; sends echo requests. */
  private void maintain(long nowNs) throws IOException, ControllerFailure {
    for (LoadSwitch sw : running) {
      boolean full = sw.outstanding.room() == 0 || settings.mode() == LoadMode.PING_PONG;
      if (full && !sw.outstanding.isEmpty() && nowNs - sw.lastAnswerNs() > STUCK_NS) {
        if (effort.isBegun()) {
          sw.waitedUntil(nowNs);
        }
        sw.outstanding.forgiveLost();
        sw.lastAnswerNs(nowNs);
      }
      if (nowNs - sw.lastEchoNs() > ECHO_NS) {
        sw.lastEchoNs(nowNs);
        sw.echo();
      }
      if (!sw.probing) {
        policy.refill(sw, nowNs);
      }
    }
  }

  private void nextSpan() {
    span.advance();
    for (LoadSwitch sw : running) {
      sw.plannedCounts.begin(span.sinceMeasureStartNs());
    }
  }

  private void forget() {
    reader.forget();
    sender.forget();
    effort.forget();
    for (LoadSwitch sw : running) {
      sw.forget();
    }
  }

  /** Whether all were answered, or no answer came for as long as the drain may take. */
  private boolean isDrained(long nowNs) {
    boolean answered = true;
    long lastNs = clock.measureEndNs();
    for (LoadSwitch sw : running) {
      answered &= sw.outstanding.missing() == 0;
      lastNs = Math.max(lastNs, sw.lastAnswerNs());
    }
    long quietNs = nowNs - lastNs;
    return quietNs >= clock.drainNs() || (answered && quietNs >= LISTEN_NS);
  }

  private void enter(Stage next, long nowNs) {
    stage = next;
    stageSinceNs = nowNs;
  }
}
