package maestro.entries;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import maestro.metrics.Counter;
import maestro.openflow.entry.FlowStatsEncoder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the entries of one switch.
 *
 * <p>It begins {@link State#IDLE}. When a reconciliation is {@linkplain #want wanted}, it is {@link
 * State#QUEUED} until few enough other switches are being asked. Then it is {@link State#ASKING}:
 * the {@link Dump} comes in, part by part, and the resulting changes are sent at once. After the
 * last part it is {@link State#SENDING} until the switch has confirmed all changes, and then idle
 * again. A failure makes it {@link State#PAUSED}: it asks again after a pause, which doubles each
 * time. A reconciliation wanted meanwhile begins after a rest four times as long as the last one.
 * So reconciliation takes at most a fifth of the time.
 *
 * <ol>
 *   <li>A congested switch is waited for.
 *   <li>A switch fails when it is silent for the request timeout, in its dump or behind a barrier,
 *       or when its dump takes longer than {@link #LONGEST_NS}.
 *   <li>Changes found before a failure are sent all the same.
 *   <li>Each kind of failure is logged once a switch, and counted each time.
 * </ol>
 *
 * <p>On the event thread.
 */
final class Reconciliation {
  static final long FIRST_PAUSE_NS = 2_000_000_000L;
  static final long LONGEST_PAUSE_NS = 60_000_000_000L;
  static final long LONGEST_NS = 120_000_000_000L;
  static final long LEAST_REST_NS = 200_000_000L;
  private static final int REST_PER_WORK = 4;
  private static final long NS_PER_SECOND = 1_000_000_000L;

  /** The states. */
  enum State {
    IDLE,
    QUEUED,
    ASKING,
    SENDING,
    PAUSED
  }

  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);

  private final EntrySwitch owner;
  private final Reconciler all;
  private final PieceSender sender;
  private final Set<Problem> said = EnumSet.noneOf(Problem.class);

  private State state = State.IDLE;
  private boolean wanted;
  private boolean wasTold;
  private long pauseNs = FIRST_PAUSE_NS;
  private long notBeforeNs;

  // The current or last dump.
  private long askedNs;
  private long lastSignNs;
  private @Nullable Dump dump;
  private int dumpXid;
  private byte @Nullable [] request;
  private @Nullable EventJudge judge;
  private EntryCounts counts = new EntryCounts();
  private @Nullable Problem problem;
  private @Nullable String problemDetail;

  Reconciliation(EntrySwitch owner, Reconciler all) {
    this.owner = owner;
    this.all = all;
    this.sender = new PieceSender(owner, all.budget(), all.events(), this::confirmed);
    this.notBeforeNs = all.nowNs();
  }

  EntrySwitch owner() {
    return owner;
  }

  /** Requests a reconciliation. */
  void want() {
    if (state != State.QUEUED && state != State.PAUSED) { // in these states it asks anyway
      wanted = true;
      queueIfDue(all.nowNs());
    }
  }

  private void queueIfDue(long nowNs) {
    boolean mayAsk = state == State.PAUSED || (state == State.IDLE && wanted);
    if (mayAsk && nowNs - notBeforeNs >= 0) {
      wanted = false;
      state = State.QUEUED;
      all.queue(this);
    }
  }

  /** Requests the dump, when it is this switch's turn. */
  void ask() {
    long nowNs = all.nowNs();
    state = State.ASKING;
    askedNs = nowNs;
    lastSignNs = nowNs;
    problem = null;
    problemDetail = null;
    counts = new EntryCounts();
    EventJudge next = new EventJudge(owner, all.owners());
    judge = next;
    next.begin();
    owner.ignore(dumpXid);
    Dump asked = all.newDump(this);
    dump = asked;
    dumpXid = owner.listen(asked);
    ByteBuffer bytes = ByteBuffer.allocate(FlowStatsEncoder.REQUEST_BYTES);
    FlowStatsEncoder.request(bytes, 0, owner.info().openFlowVersion(), dumpXid);
    request = bytes.array();
    sendRequest();
  }

  private void sendRequest() {
    if (request != null && owner.send(request)) {
      request = null;
    }
  }

  /** When it asked for the last time, by the clock of requests; without meaning before that. */
  long askedNs() {
    return askedNs;
  }

  /** Whether it has nothing to do, and has not asked for so long. */
  boolean isIdleFor(long ns, long nowNs) {
    return state == State.IDLE && nowNs - askedNs >= ns;
  }

  // ---- the dump ----

  /** Takes an outcome of a dump. */
  void onOutcome(Dump from, Dump.Outcome outcome) {
    EventJudge asking = judge;
    if (from != dump || state != State.ASKING || asking == null) {
      all.budget().giveBack(outcome.bytes());
      if (from == dump && outcome.problem == Problem.LATE_PART) {
        say(Problem.LATE_PART, null, "");
      }
      return;
    }
    counts.add(outcome.counts);
    sender.add(outcome.messages);
    asking.judgeAll(outcome.entries, from.lastPartNs());
    all.budget().giveBack(outcome.entries.length);
    if (outcome.isLast) {
      problem = outcome.problem;
      problemDetail = outcome.detail;
      if (problem == null) {
        asking.complete();
      }
      state = State.SENDING;
    }
    takeFrom(asking);
    proceed();
  }

  private void takeFrom(EventJudge from) {
    byte[] messages = from.takeMessages();
    all.budget().takeAnyway(messages.length);
    sender.add(messages);
    counts.add(from.takeCounts());
  }

  private void confirmed() {
    proceed();
  }

  /** Sends waiting changes, and ends when all changes are confirmed. */
  private void proceed() {
    lastSignNs = all.nowNs();
    sender.send();
    if (state == State.SENDING && sender.isDone()) {
      finish();
    }
  }

  // ---- time ----

  /** The time of the last answer of the switch. */
  long lastSignNs() {
    return dump == null ? lastSignNs : Math.max(lastSignNs, dump.lastPartNs());
  }

  /** Whether it needs {@link #tick}. */
  boolean isBusy() {
    return state != State.IDLE || wanted;
  }

  /** Checks timeouts and pauses; called at each {@link Reconciler#TICK}. */
  void tick(long nowNs) {
    if (state == State.ASKING && request != null) { // 1
      sendRequest();
      lastSignNs = nowNs;
    } else if (state == State.ASKING) {
      sender.send();
      boolean isSilent = nowNs - lastSignNs() >= all.silenceNs();
      if (isSilent || nowNs - askedNs >= LONGEST_NS) { // 2
        giveUp(isSilent);
      }
    } else if (state == State.SENDING && !sender.isWaiting()) { // 1
      proceed();
    } else if (state == State.SENDING && nowNs - lastSignNs >= all.silenceNs()) { // 2
      problem = problem == null ? Problem.UNCONFIRMED : problem;
      sender.drop();
      finish();
    } else {
      queueIfDue(nowNs);
    }
  }

  private void giveUp(boolean isSilent) {
    int parts = dump == null ? 0 : dump.partCount();
    owner.ignore(dumpXid);
    dump = null;
    if (!isSilent) {
      problem = Problem.SLOW;
    } else {
      problem = parts == 0 ? Problem.SILENT : Problem.HALF;
      problemDetail = parts == 0 ? null : "after " + parts + " parts";
    }
    state = State.SENDING;
    proceed(); // 3
  }

  // ---- the end ----

  private void finish() {
    judge = null;
    all.metrics().count(Counter.ENTRIES_KEPT, counts.right);
    all.metrics().count(Counter.ENTRIES_REMOVED, counts.removed() + counts.replaced);
    long nowNs = all.nowNs();
    tell((nowNs - askedNs) / 1_000_000);
    if (problem == null) {
      owner.checked(counts.present());
      all.owners().all().forEach(each -> each.runner().confirmed(owner.info()));
      state = State.IDLE;
      pauseNs = FIRST_PAUSE_NS;
      notBeforeNs = nowNs + Math.max(LEAST_REST_NS, REST_PER_WORK * (nowNs - askedNs));
    } else {
      state = State.PAUSED;
      wanted = false;
      notBeforeNs = nowNs + pauseNs;
      say(problem, problemDetail, "; it is asked again in " + pauseNs / NS_PER_SECOND + " s");
      pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
    }
    all.finished(this);
  }

  /**
   * Logs the result: at INFO when it changed entries, and the first time that all entries are
   * decided.
   */
  private void tell(long elapsedMs) {
    boolean isKnown = problem == null && counts.undecided == 0;
    if (counts.hasChanged() || (isKnown && !wasTold && counts.right > 0)) {
      LOG.info("{}: flow entries: {} ({} ms)", owner, counts.describe(), elapsedMs);
    } else {
      LOG.debug("{}: flow entries: {} ({} ms)", owner, counts.describe(), elapsedMs);
    }
    wasTold |= isKnown;
  }

  private void say(Problem what, @Nullable String detail, String next) { // 4
    all.metrics().count(Counter.DUMPS_FAILED);
    if (said.add(what)) {
      LOG.warn(
          "{}: the check of its flow entries failed: {}{}{} (said once; repeats are counted)",
          owner,
          what.text(),
          detail == null ? "" : ", " + detail,
          next);
    }
  }

  /** Ends it: the switch has left, or the applications have ended. */
  void end() {
    owner.ignore(dumpXid);
    sender.drop();
    dump = null;
    state = State.IDLE;
    wanted = false;
  }
}
