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

  /** A member of another worker, the caller's from now on; null when none may be taken. */
  @Nullable Member steal() { // 8
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
      long itsRound = other.round();
      highestRound = Math.max(highestRound, itsRound);
      boolean slower = slowest == null || itsRound < slowestRound;
      if (each != own && slower && other.hasWaiting(itsRound < round)) {
        slowest = other;
        slowestRound = itsRound;
      }
    }
    if (!waiting.expired().isEmpty()) {
      return slowest == null || slowestRound > round ? null : takeFrom(slowest, slowestRound);
    }
    waiting.round(highestRound); // an idle worker joins the latest round
    return slowest == null ? takeNext() : takeFrom(slowest, slowestRound);
  }

  private @Nullable Member takeFrom(WaitingMembers victim, long itsRound) {
    return taken(victim.take(itsRound < waiting.round()));
  }

  private @Nullable Member takeNext() { // 9
    for (FairSchedule each : all) {
      if (each != own && each.waiting().round() <= waiting.round()) {
        Member member = taken(each.waiting().takeFree());
        if (member != null) {
          waiting.round(waiting.round() + 1);
          return member;
        }
      }
    }
    return null;
  }

  private @Nullable Member taken(@Nullable Member member) {
    if (member != null) {
      member.home(worker);
    }
    return member;
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
