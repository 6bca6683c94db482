package maestro.distribution;

import org.jspecify.annotations.Nullable;

/**
 * The sparse members of one worker of {@link FairShare} that go before all others (step 3), and
 * when the worker polls for more (step 7).
 *
 * <p>Those that a poll finds go before members that have waited since before it. So members that
 * are always ready again could keep others from their turn. Therefore:
 *
 * <ul>
 *   <li>A full poll comes when the members of short visits of the last one are served, and after
 *       them some others: an eighth of the sparse ones, a backlogged one, or those of one delay
 *       bound. When those that went first took longer than the delay bound, at least an eighth as
 *       many sparse ones.
 *   <li>While a crowd of members of short visits is served, a poll each delay bound finds members
 *       that ask rarely. Brief members that it finds wait for the next full poll.
 *   <li>While members of short visits wait, those that ask rarely get at most every second visit.
 * </ul>
 *
 * <p>Threads: the worker's own.
 */
final class FirstServed {
  private static final int SPARSE_PART = 8;

  private final WaitingMembers waiting;

  private boolean due;
  private boolean overdue;
  private boolean awaited;

  /** How many members of short visits go before others until the next full poll. */
  private int shortUntilPoll;

  private int sparseUntilPoll;

  // Since the last full poll.
  private int firstVisits;
  private int sparseVisits;

  /** Whether the last visit was to a member that asks rarely. */
  private boolean rareWasLast;

  private long nowNs;
  private long boundNs;
  private long polledNs;
  private long fullyPolledNs;

  /** When it polled fully, or served one of these members. */
  private long servedNs;

  FirstServed(WaitingMembers waiting) {
    this.waiting = waiting;
  }

  /** Lists a sparse member whose last visit was short. */
  void add(Member member, boolean asksRarely) {
    (asksRarely ? waiting.lowRate : waiting.shortVisits).offer(member);
  }

  /** Time has passed: a poll may be due since the last one is the delay bound ago. */
  void at(long newNowNs, long newBoundNs) {
    nowNs = newNowNs;
    boundNs = newBoundNs;
    if (awaited) {
      awaited = false;
      polledNs = nowNs;
      fullyPolledNs = nowNs;
      servedNs = nowNs;
    }
    overdue = nowNs - polledNs >= boundNs;
  }

  /** The next one, or null when it is the turn of others, or of a poll. */
  @Nullable Member next() {
    Member member = rareWasLast ? pollBrief() : null;
    rareWasLast = false;
    if (member == null) {
      member = waiting.lowRate.poll();
      rareWasLast = member != null;
    }
    if (member == null && !isPollDue()) {
      member = pollBrief();
    }
    if (member != null) {
      servedNs = nowNs;
      firstVisits++;
    }
    return member;
  }

  private @Nullable Member pollBrief() {
    Member member = shortUntilPoll > 0 ? waiting.shortVisits.poll() : null;
    shortUntilPoll = member == null ? 0 : shortUntilPoll - 1; // another thread may have taken some
    return member;
  }

  /** Whether to poll before others are served. */
  boolean isPollDue() {
    return shortUntilPoll > 0 ? overdue : due;
  }

  /** Polls when none of these members has to be served before. */
  void pollSoon() {
    due = true;
  }

  /** The worker has polled. */
  void polled() {
    overdue = false;
    polledNs = nowNs;
    if (shortUntilPoll == 0) {
      due = false;
      fullyPolledNs = nowNs;
      servedNs = nowNs;
      firstVisits = 0;
      sparseVisits = 0;
      shortUntilPoll = waiting.shortVisits.size();
      sparseUntilPoll = 1 + waiting.sparse.size() / SPARSE_PART;
    }
  }

  /** The same at the end of a wait: the time is not known before {@link #at}. */
  void awaited() {
    polled();
    awaited = true;
  }

  /** Another sparse member is served. */
  void servesSparse() {
    sparseVisits++;
    boolean hadCrowd = servedNs - fullyPolledNs >= boundNs;
    int least = hadCrowd ? firstVisits / SPARSE_PART : 0;
    boolean hadTime = nowNs - servedNs >= boundNs;
    due |= sparseVisits >= (hadTime ? least : Math.max(least, sparseUntilPoll));
  }
}
