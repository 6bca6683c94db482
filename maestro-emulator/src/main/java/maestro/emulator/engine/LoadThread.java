package maestro.emulator.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import maestro.emulator.scenario.LoadMode;

/**
 * One thread's switches and their duty cycle.
 *
 * <p>Stages, each thread for itself: SET_UP until every switch was greeted, asked for its features
 * and left in peace; LEARN until every host's address was sent; READY until the clock is started;
 * LOAD until measured time ends; DRAIN until nothing is missing or the time for it is over; DONE.
 *
 * <p>One cycle:
 *
 * <ol>
 *   <li>Serve the sockets that are ready: read answers, and send what they make room for.
 *   <li>After each of those, and after each write, look whether the probing switch has to send or
 *       to read, so that the load delays it by at most one read.
 *   <li>Send what is due by plan; between sockets, too.
 *   <li>Every millisecond look at stages and at what is stuck.
 * </ol>
 */
final class LoadThread implements Runnable {
  enum Stage {
    SET_UP,
    LEARN,
    READY,
    LOAD,
    DRAIN,
    DONE
  }

  private static final long CHECK_NS = 1_000_000;
  private static final long LOOK_NS = 50_000;
  private static final long SLEEP_ABOVE_NS = 1_500_000;
  private static final long ECHO_NS = 5_000_000_000L;

  /** The first echo comes at least so long before measured time, if the warm-up is that long. */
  private static final long AFTER_ECHO_NS = 1_500_000_000;

  private static final long STUCK_NS = 1_000_000_000;
  private static final long QUIET_AFTER_DRAIN_NS = 50_000_000;
  private static final int MOST_WRITES_A_VISIT = 16;

  private final int number;
  private final LoadSettings settings;
  private final RunClock clock;
  private final MeasuredSpan span;
  private final RunState state;
  private final Hold hold;
  private final LldpCarrier lldp;
  private final Selector selector;
  private final Consumer<SelectionKey> onReady = this::serve;

  private final List<LoadSwitch> switches = new ArrayList<>();
  private final AnswerReader reader;
  private final RequestSender sender;
  private final SetUp setUp;
  private final BacklogLook backlog;
  private LoadSwitch probe;

  /** The same as an array, since a list makes an iterator each time. */
  private LoadSwitch[] running = new LoadSwitch[0];

  private long[] dueNs = new long[0];

  /** Between two writes to the same switch that sends by plan. */
  private long[] intervalNs = new long[0];

  private volatile Stage stage = Stage.SET_UP;
  private long stageSinceNs;
  private long nextCheckNs;
  private long nextSendNs;
  private long loadSinceNs;
  private long cycleNs;
  private boolean idle;
  private final LoadEffort effort = new LoadEffort();
  private final Progressed progressed = new Progressed();

  LoadThread(
      int number,
      LoadSettings settings,
      RunClock clock,
      RunState state,
      Hold hold,
      Ticks ticks,
      LldpCarrier lldp,
      int timeWindowCount)
      throws IOException {
    this.number = number;
    this.settings = settings;
    this.clock = clock;
    this.span = new MeasuredSpan(clock);
    this.state = state;
    this.hold = hold;
    this.lldp = lldp;
    this.selector = Selector.open();
    this.reader = new AnswerReader(ticks, span, lldp, timeWindowCount);
    this.backlog = new BacklogLook(settings, reader, effort);
    this.sender = new RequestSender(ticks, clock, span);
    this.setUp = new SetUp(settings, switches);
  }

  /** Takes a connected switch; before {@link #run}. */
  void add(LoadSwitch sw, SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    sw.connection.key(channel.register(selector, SelectionKey.OP_READ, sw));
    switches.add(sw);
    if (sw.probing) {
      probe = sw;
    }
  }

  @Override
  public void run() {
    try {
      begin();
      while (stage != Stage.DONE && !state.hasFailed() && !clock.isStopped()) {
        if (hold.isHeld()) {
          standStill();
        }
        doWork();
      }
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      state.fail("a connection to the controller broke: " + e.getMessage());
    } finally {
      effort.end(System.nanoTime());
      if (span.isRehearsal()) {
        forget();
      }
      stage = Stage.DONE;
    }
  }

  /** Until it may go on; nobody counts as having waited for an answer meanwhile. */
  private void standStill() {
    long sinceNs = System.nanoTime();
    hold.awaitRelease();
    long nowNs = System.nanoTime();
    effort.stoodStill(nowNs - sinceNs);
    cycleNs = nowNs;
    for (LoadSwitch sw : running) {
      sw.lastAnswerNs = nowNs;
    }
  }

  /** Says HELLO on all connections. */
  void begin() throws IOException {
    running = switches.toArray(LoadSwitch[]::new);
    dueNs = new long[running.length];
    intervalNs = new long[running.length];
    setUp.greet(System.nanoTime());
    enter(Stage.SET_UP, System.nanoTime());
  }

  /** One cycle. Returns how much was done; 0 when there was nothing to do. */
  @SuppressWarnings("ThreadPriorityCheck") // an idle cycle lets a controller on the same core run
  int doWork() throws IOException, ControllerFailure {
    long nowNs = System.nanoTime();
    effort.cycle(nowNs - cycleNs, idle);
    cycleNs = nowNs;
    reader.beginCycle(nowNs);
    long waitMs = idle && waitIsLong(nowNs) ? 1 : 0;
    int worked = waitMs > 0 ? selector.select(onReady, waitMs) : selector.selectNow(onReady); // 1
    if (probe != null) {
      pollProbe(nowNs);
    }
    if (stage == Stage.LOAD && settings.mode() == LoadMode.RATE) {
      worked += sendPlanned(nowNs); // 3
    }
    if (nowNs - nextCheckNs >= 0) {
      nextCheckNs = nowNs + CHECK_NS;
      worked += check(nowNs); // 4
    }
    idle = worked == 0;
    if (idle && waitMs == 0) {
      Thread.yield();
    }
    return worked;
  }

  Stage stage() {
    return stage;
  }

  List<LoadSwitch> switches() {
    return switches;
  }

  AnswerReader reader() {
    return reader;
  }

  RequestSender sender() {
    return sender;
  }

  LoadEffort effort() {
    return effort;
  }

  Progressed progressed() {
    return progressed;
  }

  void close() throws IOException {
    for (LoadSwitch sw : switches) {
      sw.connection.close();
    }
    selector.close();
  }

  private void serve(SelectionKey key) {
    LoadSwitch sw = (LoadSwitch) key.attachment();
    try {
      int ready = key.readyOps();
      if ((ready & SelectionKey.OP_WRITE) != 0) {
        unblock(sw);
      }
      if ((ready & SelectionKey.OP_READ) != 0) {
        do {
          progressed.answered(reader.read(sw));
        } while (sw.connection.holdsMore());
      }
      if (!sw.probing) {
        refill(sw, System.nanoTime());
        if (probe != null) {
          pollProbe(System.nanoTime()); // 2
        }
        if (stage == Stage.LOAD && settings.mode() == LoadMode.RATE) {
          sendPlanned(System.nanoTime()); // 3
        }
      }
    } catch (ControllerFailure e) {
      state.fail(e.getMessage());
    } catch (IOException e) {
      state.fail("the connection of " + sw.name() + " broke: " + e.getMessage());
    }
  }

  /** In max mode the next write brings what was left over along: one call fewer. */
  private void unblock(LoadSwitch sw) throws IOException {
    if (stage != Stage.LOAD || settings.mode() != LoadMode.MAX || sw.outstanding.room() == 0) {
      sw.connection.flush();
    }
    sw.heldUntilNs = System.nanoTime();
    if (stage == Stage.LOAD && settings.mode() == LoadMode.MAX) {
      sender.sendNow(sw, Integer.MAX_VALUE, sw.heldUntilNs);
    }
  }

  /** Sends what the answers just read, or the room in the socket, allow. */
  private void refill(LoadSwitch sw, long nowNs) throws IOException, ControllerFailure {
    if (stage == Stage.LEARN) {
      setUp.teach(sw, sender, nowNs);
      return;
    }
    if (stage != Stage.LOAD || nowNs - clock.measureEndNs() >= 0) {
      return;
    }
    if (settings.mode() == LoadMode.PING_PONG) {
      if (sw.outstanding.isEmpty() && !sw.connection.isBlocked()) {
        sender.sendNow(sw, 1, nowNs);
      }
    } else if (settings.mode() == LoadMode.MAX) {
      int worthwhile = Math.min(sw.batch.capacityRequests(), settings.windowRequests() / 4);
      for (int i = 0; i < MOST_WRITES_A_VISIT; i++) {
        if (sw.connection.isBlocked() || sw.outstanding.room() < worthwhile) {
          return;
        }
        sender.sendNow(sw, Integer.MAX_VALUE, nowNs);
        if (probe != null) {
          pollProbe(System.nanoTime()); // 2
        }
      }
    }
  }

  /**
   * Sends what is due, to a switch not more often than {@link SendInterval} says. Under overload a
   * cycle is long, so this is called between sockets, too: who asks for little must not have to
   * wait for its end.
   */
  private int sendPlanned(long nowNs) throws IOException, ControllerFailure {
    if (nowNs - nextSendNs < 0) {
      return 0;
    }
    int sent = 0;
    for (int i = 0; i < dueNs.length; i++) {
      LoadSwitch sw = running[i];
      if (dueNs[i] - nowNs <= 0 && !sw.probing) {
        sent += sendPlanned(sw, nowNs);
        dueNs[i] = Math.max(sw.planned.nextNs(), nextTurnNs(i, nowNs));
      }
    }
    nextSendNs = nowNs + LOOK_NS;
    return sent;
  }

  /**
   * When a switch may be written to again. Each has its own moment in the interval and keeps it;
   * else all would send at once after the first delay, for ever, and wait for one another.
   */
  private long nextTurnNs(int index, long nowNs) {
    long ns = intervalNs[index];
    if (ns == 0) {
      return nowNs;
    }
    long turnNs = loadSinceNs + ns * index / dueNs.length;
    return turnNs + (1 + Math.floorDiv(nowNs - turnNs, ns)) * ns;
  }

  private int sendPlanned(LoadSwitch sw, long nowNs) throws IOException, ControllerFailure {
    int sent = 0;
    for (int i = 0; i < MOST_WRITES_A_VISIT; i++) {
      if (sw.connection.isBlocked()) {
        break;
      }
      int more = sender.sendPlanned(sw, nowNs);
      sent += more;
      if (probe != null) {
        pollProbe(System.nanoTime()); // 2
      }
      if (more == 0 || sw.planned.nextNs() - nowNs > 0) {
        break;
      }
    }
    return sent;
  }

  private void pollProbe(long nowNs) throws IOException, ControllerFailure {
    if (stage == Stage.LOAD && probe.planned.nextNs() - nowNs <= 0) {
      sender.sendPlanned(probe, nowNs);
    }
    if (!probe.outstanding.isEmpty()) {
      reader.read(probe);
    }
  }

  private boolean waitIsLong(long nowNs) {
    if (settings.coarse()) {
      return true;
    }
    if (stage != Stage.LOAD) {
      return stage != Stage.READY || !clock.isStarted();
    }
    long untilNs = clock.measureEndNs();
    if (probe != null) {
      untilNs = Math.min(untilNs, probe.planned.nextNs());
    }
    if (settings.mode() == LoadMode.RATE) {
      for (long each : dueNs) {
        untilNs = Math.min(untilNs, each);
      }
    }
    return untilNs - nowNs > SLEEP_ABOVE_NS;
  }

  private int check(long nowNs) throws IOException, ControllerFailure {
    lldp.deliver(number, running);
    if (span.isRehearsed(nowNs)) {
      effort.end(nowNs);
      forget();
      span.advance();
    }
    if (!effort.isBegun() && span.hasBegun(nowNs)) {
      effort.begin(nowNs);
    }
    switch (stage) {
      case SET_UP -> {
        if (setUp.isDone(nowNs)) {
          state.setUpUntil(setUp.lastTalkNs());
          setUp.chooseRequests();
          enter(Stage.LEARN, nowNs);
          learn(nowNs);
        }
      }
      case LEARN -> learn(nowNs);
      case READY -> {
        if (clock.isStarted() && nowNs - clock.startNs() >= 0) {
          beginLoad(nowNs);
        }
      }
      case LOAD -> {
        if (nowNs - clock.measureEndNs() >= 0) {
          effort.end(nowNs);
          endPauses();
          enter(Stage.DRAIN, nowNs);
        } else {
          progressed.answered(backlog.look(running, nowNs));
          lookAfter(nowNs);
        }
      }
      case DRAIN -> {
        if (isDrained(nowNs) || nowNs - clock.lastDrainEndNs() >= 0) {
          enter(Stage.DONE, nowNs);
        }
      }
      case DONE -> {
        // the loop ends
      }
    }
    return 0;
  }

  /** Where no time is given for learning, nothing is sent, whatever the controller says by then. */
  private void learn(long nowNs) throws IOException {
    boolean inTime = nowNs - stageSinceNs < settings.learnLimitNs();
    if (inTime && !setUp.isTaught(sender, nowNs)) {
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
    span.advance();
    long warmUpNs = clock.measureStartNs() - nowNs;
    long rehearsedEchoNs = Math.min(warmUpNs / 2, warmUpNs - AFTER_ECHO_NS);
    long firstEchoNs = nowNs + (rehearsedEchoNs > 0 ? rehearsedEchoNs : ECHO_NS);
    long sendIntervalNs =
        SendInterval.ofAll(
            switches.stream()
                .filter(sw -> sw.load.rate() != null && !sw.probing)
                .map(sw -> sw.load.rate())
                .toList());
    sender.sendInterval(sendIntervalNs);
    loadSinceNs = nowNs;
    for (int i = 0; i < dueNs.length; i++) {
      LoadSwitch sw = running[i];
      sw.outstanding.startCounting();
      sw.lastAnswerNs = nowNs;
      sw.lastEchoNs = firstEchoNs - ECHO_NS;
      if (sw.load.rate() != null) {
        sw.planned = new PlannedTimes(sw.load.rate(), clock.measureStartNs(), clock.startNs());
        int portion = Math.min(sw.batch.capacityRequests(), sw.outstanding.windowRequests() / 2);
        intervalNs[i] = SendInterval.ofOne(sendIntervalNs, sw.load.rate(), portion);
        dueNs[i] = Math.max(sw.planned.nextNs(), nextTurnNs(i, nowNs));
      }
    }
    enter(Stage.LOAD, nowNs);
    for (LoadSwitch sw : running) {
      if (!sw.probing) {
        refill(sw, nowNs);
      }
    }
  }

  /** An answer that does not come must not hold the switch for ever; a switch asks for echoes. */
  private void lookAfter(long nowNs) throws IOException, ControllerFailure {
    for (LoadSwitch sw : running) {
      boolean full = sw.outstanding.room() == 0 || settings.mode() == LoadMode.PING_PONG;
      if (full && !sw.outstanding.isEmpty() && nowNs - sw.lastAnswerNs > STUCK_NS) {
        if (effort.isBegun()) {
          sw.waitedUntil(nowNs);
        }
        sw.outstanding.forgiveLost();
        sw.lastAnswerNs = nowNs;
      }
      if (nowNs - sw.lastEchoNs > ECHO_NS) {
        sw.lastEchoNs = nowNs;
        sw.connection.send(sw.emulated.echoRequest());
        sw.connection.flush();
      }
      if (!sw.probing) {
        refill(sw, nowNs);
      }
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

  /** Who still waits for an answer when measured time ends has waited until then. */
  private void endPauses() {
    for (LoadSwitch sw : running) {
      if (!sw.outstanding.isEmpty()) {
        sw.waitedUntil(clock.measureEndNs());
      }
    }
  }

  /** All were answered, or no answer came for as long as the drain may take. */
  private boolean isDrained(long nowNs) {
    boolean answered = true;
    long lastNs = clock.measureEndNs();
    for (LoadSwitch sw : running) {
      answered &= sw.outstanding.missing() == 0;
      lastNs = Math.max(lastNs, sw.lastAnswerNs);
    }
    long quietNs = nowNs - lastNs;
    return quietNs >= clock.drainNs() || (answered && quietNs >= QUIET_AFTER_DRAIN_NS);
  }

  private void enter(Stage next, long nowNs) {
    stage = next;
    stageSinceNs = nowNs;
  }
}
