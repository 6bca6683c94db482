package maestro.entries;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.Worth;
import maestro.net.PartListener;
import maestro.openflow.FlowStatsEntryFlyweight;
import maestro.openflow.FlowStatsFlyweight;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * One answer of a switch that shows its entries, as it comes. For each part:
 *
 * <ol>
 *   <li>A part in which a length is wrong, an ERROR, and whatever else is no part end the dump; so
 *       does a part too many. Nothing of such a part is believed.
 *   <li>An entry of an application that does not run is to be removed; strangers' are passed over.
 *   <li>An application that wants its switch-local state says at once what its entry is worth,
 *       since this is where that state may be touched.
 *   <li>The entries of an application that says so on the event thread are copied, and nothing else
 *       is.
 *   <li>What came of it goes to the event thread, unless that has more waiting than the budget
 *       allows: then it is dropped, and the dump is {@linkplain Problem#TOO_MUCH incomplete}.
 * </ol>
 *
 * <p>Threads: the holder of the switch's claim, but for what says otherwise.
 */
final class Dump implements PartListener {
  /** A part, however short, counts for so many bytes: an answer of empty parts has an end, too. */
  static final int LEAST_COST_BYTES = 4096;

  /** More than a million entries. */
  static final long MOST_BYTES = 256L << 20;

  private static final byte[] NONE = {};

  /** What came of some parts. */
  static final class Outcome {
    final Tally tally;

    /** To the switch. */
    final byte[] messages;

    /** To be judged on the event thread, one behind the other. */
    final byte[] entries;

    /** Null while there is none. */
    final Problem problem;

    final String detail;

    /** Whether nothing more comes of this dump, or nothing that counts. */
    final boolean isLast;

    Outcome(
        Tally tally,
        byte[] messages,
        byte[] entries,
        Problem problem,
        String detail,
        boolean isLast) {
      this.tally = tally;
      this.messages = messages;
      this.entries = entries;
      this.problem = problem;
      this.detail = detail;
      this.isLast = isLast;
    }

    /** What it takes of the budget. */
    int bytes() {
      return messages.length + entries.length;
    }
  }

  private final EntrySwitch owner;
  private final EntryOwners owners;
  private final MemoryBudget budget;
  private final LongSupplier clock;
  private final Consumer<Outcome> onOutcome;

  private final FlowStatsFlyweight part = new FlowStatsFlyweight();
  private final ShownEntry shown;
  private final Judge judge;
  private final ByteList toJudge = new ByteList();

  /** Applications whose keeper has thrown: not asked again about this dump. */
  private final Set<EntryOwner> failed = new HashSet<>();

  private long costBytes;
  private boolean isOver;
  private boolean hasLate;
  private boolean isIncomplete;

  /** Volatile: when a part last came. */
  private volatile long lastPartNs;

  private int parts;

  /** Volatile: how many parts came, for others. */
  private volatile int partCount;

  Dump(
      EntrySwitch owner,
      EntryOwners owners,
      MemoryBudget budget,
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

  /** When a part last came, or the dump was begun. Any thread. */
  long lastPartNs() {
    return lastPartNs;
  }

  /** How many parts came. Any thread. */
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
      end(isIncomplete ? Problem.TOO_MUCH : null, null);
    } else if (costBytes > MOST_BYTES) {
      end(Problem.ENDLESS, null);
    } else {
      pass(null, null, false);
    }
  }

  /** It was no part of an answer. */
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
    if (application == null) {
      return;
    }
    if (!application.isRunning()) { // 2
      if (!application.isStaying()) {
        judge.left(entry);
      }
    } else if (application.local() != null) { // 3
      judgeHere(application, entry, nowNs);
    } else if (application.keeper() != null) { // 4
      toJudge.add(entry.buffer(), entry.offset(), entry.length());
    } else {
      judge.kept();
    }
  }

  private void judgeHere(EntryOwner application, FlowStatsEntryFlyweight entry, long nowNs) {
    if (failed.contains(application)) {
      judge.undecided();
      return;
    }
    try {
      Object state = owner.local(application.slot());
      ShownEntry each = shown.show(entry, nowNs);
      Worth worth = application.local().worthOf(owner.info(), state, each);
      judge.judged(application, worth, entry, each);
    } catch (Throwable e) { // whatever it is, other languages throw what Java would not let them
      failed.add(application);
      application.runner().failed(e);
      judge.undecided();
    }
  }

  private void end(Problem problem, String detail) {
    isOver = true;
    pass(problem, detail, true);
  }

  /** Hands over what there is. */
  private void pass(Problem problem, String detail, boolean isLast) { // 5
    byte[] messages = judge.takeMessages();
    byte[] entries = toJudge.take();
    if (messages.length + entries.length == 0 && !isLast) {
      return; // what was counted goes with the next
    }
    Tally tally = judge.takeTally();
    if (!budget.take(messages.length + entries.length)) {
      isIncomplete = true;
      messages = NONE;
      entries = NONE;
      tally = new Tally();
      problem = problem == null && isLast ? Problem.TOO_MUCH : problem;
    }
    onOutcome.accept(new Outcome(tally, messages, entries, problem, detail, isLast));
  }
}
