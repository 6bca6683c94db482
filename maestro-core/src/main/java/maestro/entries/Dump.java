package maestro.entries;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.LocalEntryKeeper;
import maestro.api.Worth;
import maestro.net.PartListener;
import maestro.openflow.FlowStatsEntryFlyweight;
import maestro.openflow.FlowStatsFlyweight;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * Handles a dump, part by part as it arrives. For each part:
 *
 * <ol>
 *   <li>A part with a wrong length, an ERROR, or any other message that is no part ends the dump.
 *       Nothing of this message is used. A dump that exceeds {@link #MOST_BYTES} ends, too.
 *   <li>An entry of an application that does not run is removed, unless its entries are to stay.
 *       Entries with foreign cookies stay; a table-miss entry that is changed or gone is sent
 *       again.
 *   <li>An application that needs its switch-local state judges its entry at once, since only the
 *       holder of the claim may touch that state.
 *   <li>The entries of an application that judges on the event thread are copied; no others are.
 *   <li>The outcome goes to the event thread. When the budget has no room, the outcome is dropped
 *       and the dump is {@linkplain Problem#TOO_MUCH incomplete}.
 * </ol>
 *
 * <p>Threads: the holder of the switch's claim, except where noted.
 */
final class Dump implements PartListener {
  /** A shorter part counts as this many bytes, so that a dump of empty parts ends, too. */
  static final int LEAST_COST_BYTES = 4096;

  /** The most bytes of a dump: more than a million entries. */
  static final long MOST_BYTES = 256L << 20;

  private static final byte[] NONE = {};

  /** The outcome of one or more parts. */
  static final class Outcome {
    final EntryCounts counts;

    /** Messages to the switch. */
    final byte[] messages;

    /** Entries to be judged on the event thread, one behind the other. */
    final byte[] entries;

    /** Null when there is none. */
    final @Nullable Problem problem;

    final @Nullable String detail;

    /** Whether this is the last outcome that counts. */
    final boolean isLast;

    Outcome(
        EntryCounts counts,
        byte[] messages,
        byte[] entries,
        @Nullable Problem problem,
        @Nullable String detail,
        boolean isLast) {
      this.counts = counts;
      this.messages = messages;
      this.entries = entries;
      this.problem = problem;
      this.detail = detail;
      this.isLast = isLast;
    }

    /** The bytes it takes of the budget. */
    int bytes() {
      return messages.length + entries.length;
    }
  }

  private final EntrySwitch owner;
  private final EntryOwners owners;
  private final WaitingBytes budget;
  private final LongSupplier clock;
  private final Consumer<Outcome> onOutcome;

  private final FlowStatsFlyweight part = new FlowStatsFlyweight();
  private final ShownEntry shown;
  private final Judge judge;
  private final ByteList toJudge = new ByteList();

  /** Applications whose keeper has thrown; they are not asked again about this dump. */
  private final Set<EntryOwner> failed = new HashSet<>();

  private long costBytes;
  private boolean isOver;
  private boolean hasLate;
  private boolean isIncomplete;

  /** Volatile: the time of the last part. */
  private volatile long lastPartNs;

  private int parts;

  /** Volatile: the number of parts, for other threads. */
  private volatile int partCount;

  Dump(
      EntrySwitch owner,
      EntryOwners owners,
      WaitingBytes budget,
      LongSupplier clock,
      Consumer<Outcome> onOutcome) {
    this.owner = owner;
    this.owners = owners;
    this.budget = budget;
    this.clock = clock;
    this.onOutcome = onOutcome;
    this.shown = new ShownEntry(owner);
    this.judge = new Judge(owner);
    this.lastPartNs = clock.getAsLong();
  }

  /** The time of the last part, or of the beginning. Any thread. */
  long lastPartNs() {
    return lastPartNs;
  }

  /** The number of parts so far. Any thread. */
  int partCount() {
    return partCount;
  }

  @Override
  public void onPart(ByteBuffer b, int at, int length) {
    if (isOver) {
      if (!hasLate) {
        hasLate = true;
        end(Problem.LATE_PART, null);
      }
      return;
    }
    parts++;
    partCount = parts;
    long nowNs = clock.getAsLong();
    lastPartNs = nowNs;
    costBytes += Math.max(length, LEAST_COST_BYTES);
    if (!part.wrap(b, at, length)) { // 1
      endWithout(b, at, length);
      return;
    }
    while (part.next()) {
      judge(part.entry(), nowNs);
    }
    if (!part.hasMore()) {
      owner.allShown();
      end(isIncomplete ? Problem.TOO_MUCH : null, null);
    } else if (costBytes > MOST_BYTES) {
      end(Problem.ENDLESS, null);
    } else {
      pass(null, null, false);
    }
  }

  /** Ends the dump at a message that is no valid part. */
  private void endWithout(ByteBuffer b, int at, int length) {
    int type = Header.type(b, at);
    if (type == OpenFlow.ERROR) {
      String detail =
          length < 12 ? "" : "type " + b.getShort(at + 8) + ", code " + b.getShort(at + 10);
      end(Problem.ERROR, detail);
    } else if (type == OpenFlow.statsReply(Header.version(b, at))) {
      end(Problem.MALFORMED, "part " + parts + " of " + length + " bytes");
    } else {
      end(Problem.OTHER_ANSWER, "type " + type);
    }
  }

  private void judge(FlowStatsEntryFlyweight entry, long nowNs) {
    EntryOwner application = owners.of(entry.cookie());
    owner.shown(entry, application == null);
    if (application == null) {
      return;
    }
    if (!application.isRunning()) { // 2
      if (!application.isStaying()) {
        judge.left(entry);
      }
      return;
    }
    LocalEntryKeeper<Object> local = application.local();
    if (local != null) { // 3
      judgeHere(application, local, entry, nowNs);
    } else if (application.keeper() != null) { // 4
      toJudge.add(entry.buffer(), entry.offset(), entry.length());
    } else {
      judge.kept();
    }
  }

  private void judgeHere(
      EntryOwner application,
      LocalEntryKeeper<Object> local,
      FlowStatsEntryFlyweight entry,
      long nowNs) {
    if (failed.contains(application)) {
      judge.undecided();
      return;
    }
    try {
      Object state = owner.local(application.slot());
      ShownEntry each = shown.show(entry, nowNs);
      Worth worth = local.worthOf(owner.info(), state, each);
      judge.judged(application, worth, entry, each);
    } catch (Throwable e) { // code in other languages throws checked exceptions undeclared
      failed.add(application);
      application.runner().failed(e);
      judge.undecided();
    }
  }

  private void end(@Nullable Problem problem, @Nullable String detail) {
    isOver = true;
    pass(problem, detail, true);
  }

  /** Passes the outcome to the event thread. */
  private void pass(@Nullable Problem problem, @Nullable String detail, boolean isLast) { // 5
    byte[] messages = judge.takeMessages();
    byte[] entries = toJudge.take();
    if (messages.length + entries.length == 0 && !isLast) {
      return; // the counts go with the next outcome
    }
    EntryCounts counts = judge.takeCounts();
    if (!budget.take(messages.length + entries.length)) {
      isIncomplete = true;
      messages = NONE;
      entries = NONE;
      counts = new EntryCounts();
      problem = problem == null && isLast ? Problem.TOO_MUCH : problem;
    }
    onOutcome.accept(new Outcome(counts, messages, entries, problem, detail, isLast));
  }
}
