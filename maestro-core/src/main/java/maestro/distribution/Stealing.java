package maestro.distribution;

import org.jspecify.annotations.Nullable;

/**
 * Takes waiting members from other workers for one worker under {@link FairShare}, whose steps the
 * numbers name.
 *
 * <p>Threads: the worker's own.
 */
final class Stealing {
  private final int worker;
  private final WaitingMembers waiting;
  private final FairSchedule own;

  /** Of all workers; filled before the first runs. */
  private final FairSchedule[] all;

  private long polls;

  Stealing(int worker, WaitingMembers waiting, FairSchedule own, FairSchedule[] all) {
    this.worker = worker;
    this.waiting = waiting;
    this.own = own;
    this.all = all;
  }

  /**
   * A member of another worker, the caller's from now on; null when none may be taken.
   *
   * @param budgetToo whether it may be one that waits for the budget of its worker
   */
  @Nullable Member steal(boolean budgetToo) { // 8
    if (all.length == 1) {
      return null;
    }
    long round = waiting.round();
    WaitingMembers slowest = null;
    long slowestRound = 0;
    long highestRound = round;
    polls += all.length - 1;
    for (FairSchedule each : all) {
      WaitingMembers other = each.waiting();
      long itsRound = other.seenRound();
      highestRound = Math.max(highestRound, itsRound);
      boolean slower = slowest == null || itsRound < slowestRound;
      if (each != own && slower && other.hasWaiting(itsRound < round, budgetToo)) {
        slowest = other;
        slowestRound = itsRound;
      }
    }
    if (!waiting.expired().isEmpty()) {
      return slowest == null || slowestRound > round
          ? null
          : takeFrom(slowest, slowestRound, budgetToo);
    }
    waiting.round(highestRound); // an idle worker joins the latest round
    return slowest == null ? takeNext() : takeFrom(slowest, slowestRound, budgetToo);
  }

  private @Nullable Member takeFrom(WaitingMembers victim, long itsRound, boolean budgetToo) {
    Member member = victim.active().poll();
    if (member == null && itsRound < waiting.round()) { // late even when its next round begins
      member = victim.takeSparse(budgetToo);
      member = member == null ? victim.expired().poll() : member;
    }
    if (member != null) {
      member.home(worker);
    }
    return member;
  }

  private @Nullable Member takeNext() { // 9
    for (FairSchedule each : all) {
      if (each != own && each.waiting().seenRound() <= waiting.round()) {
        Member member = each.waiting().takeFree();
        if (member != null) {
          waiting.round(waiting.round() + 1);
          member.home(worker);
          return member;
        }
      }
    }
    return null;
  }

  /** Wakes one idle worker, so that it steals. */
  void wakeOne() {
    for (FairSchedule each : all) {
      polls++;
      if (each.wakeIfIdle()) {
        return;
      }
    }
  }

  /** Whether several backlogged members wait at another worker. */
  boolean othersWait() {
    for (FairSchedule each : all) {
      polls++;
      if (each != own && each.waiting().active().size() > 1) {
        return true;
      }
    }
    return false;
  }

  /** See {@link Schedule#pollsOfOthers}. */
  long polls() {
    return polls;
  }
}
