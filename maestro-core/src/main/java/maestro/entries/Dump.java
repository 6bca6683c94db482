package maestro.entries;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.net.message.PartListener;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * Handles a dump, part by part as it arrives. For each part:
 *
 * <ol>
 *   <li>A part with a wrong length, an ERROR, or any other message that is no part ends the dump.
 *       Nothing of this message is used. A dump that exceeds {@link #MOST_BYTES} ends, too.
 *   <li>{@link DumpedEntries} judges its entries, or copies them for the event thread.
 *   <li>The outcome goes to the event thread. When the budget has no room, the outcome is dropped
 *       and the dump is {@linkplain Problem#TOO_MUCH incomplete}.
 * </ol>
 *
 * <p>Once it is over it holds little, since each switch keeps its last one for late parts.
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
  private final WaitingBytes budget;
  private final LongSupplier clock;
  private final Consumer<Outcome> onOutcome;

  /** Null once the dump is over: its listener stays, for late parts. */
  private @Nullable DumpedEntries dumped;

  private long costBytes;
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
    this.dumped = new DumpedEntries(owner, owners);
    this.owner = owner;
    this.budget = budget;
    this.clock = clock;
    this.onOutcome = onOutcome;
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
    DumpedEntries entries = dumped;
    if (entries == null) {
      if (!hasLate) {
        hasLate = true;
        pass(without(Problem.LATE_PART, null, true));
      }
      return;
    }
    parts++;
    partCount = parts;
    long nowNs = clock.getAsLong();
    lastPartNs = nowNs;
    costBytes += Math.max(length, LEAST_COST_BYTES);
    if (!entries.judgePart(b, at, length, nowNs)) { // 1, 2
      endWithout(entries, b, at, length);
    } else if (!entries.hasMore()) {
      owner.allShown();
      end(entries, isIncomplete ? Problem.TOO_MUCH : null, null);
    } else if (costBytes > MOST_BYTES) {
      end(entries, Problem.ENDLESS, null);
    } else {
      pass(entries, null, null, false);
    }
  }

  /** Ends the dump at a message that is no valid part. */
  private void endWithout(DumpedEntries entries, ByteBuffer b, int at, int length) {
    int type = Header.type(b, at);
    if (type == OpenFlow.ERROR) {
      String detail =
          length < 12 ? "" : "type " + b.getShort(at + 8) + ", code " + b.getShort(at + 10);
      end(entries, Problem.ERROR, detail);
    } else if (type == OpenFlow.statsReply(Header.version(b, at))) {
      end(entries, Problem.MALFORMED, "part " + parts + " of " + length + " bytes");
    } else {
      end(entries, Problem.OTHER_ANSWER, "type " + type);
    }
  }

  private void end(DumpedEntries entries, @Nullable Problem problem, @Nullable String detail) {
    dumped = null;
    pass(entries, problem, detail, true);
  }

  private void pass(
      DumpedEntries from, @Nullable Problem problem, @Nullable String detail, boolean isLast) {
    byte[] messages = from.takeMessages();
    byte[] entries = from.takeToJudge();
    if (messages.length + entries.length > 0 || isLast) { // else the counts go with the next
      pass(new Outcome(from.takeCounts(), messages, entries, problem, detail, isLast));
    }
  }

  /** Passes the outcome to the event thread. */
  private void pass(Outcome outcome) { // 3
    if (budget.take(outcome.bytes())) {
      onOutcome.accept(outcome);
    } else {
      isIncomplete = true;
      Problem problem =
          outcome.problem == null && outcome.isLast ? Problem.TOO_MUCH : outcome.problem;
      onOutcome.accept(without(problem, outcome.detail, outcome.isLast));
    }
  }

  /** An outcome with nothing to do. */
  private static Outcome without(
      @Nullable Problem problem, @Nullable String detail, boolean isLast) {
    return new Outcome(new EntryCounts(), NONE, NONE, problem, detail, isLast);
  }
}
