package maestro.distribution;

import java.util.function.LongSupplier;

/**
 * Limits what visits to light members cost one worker of {@link FairShare}, by the worker's clock.
 *
 * <p>A visit costs system calls, however few requests it brings. A light member that is visited
 * whenever it has a request costs a visit for each. When it waits, its next visit brings more, as a
 * network card moderates its interrupts. So this class measures what each visit costs <em>beyond
 * its requests</em>: its time, less what requests cost in such visits ({@link VisitCosts}). While
 * other members are backlogged, it pays that from three purses, which fill as time passes:
 *
 * <ol>
 *   <li><em>Light</em>, a settable part of the time. It pays for all of these visits. A sparse
 *       member is served at once while this purse is not empty and no other one waits. Otherwise it
 *       waits behind those that wait.
 *   <li><em>Late</em>, {@value #LATE_TIMES} times the part. It pays for all of these visits, too.
 *       When the first purse is empty, it lets members be served that have waited nearly as long as
 *       the delay bound. It gets less when that does not keep waits near the bound: when all that
 *       wait cannot be visited within {@value #MOST_BOUNDS} times the bound, and down to the part
 *       itself when their visits take twice that time. So waits grow steadily and do not jump.
 *   <li><em>Rare</em>, a {@value #RARE_PART}th of the part. Members that ask rarely are served at
 *       once, since waiting would bring them hardly more requests. It pays for no member before
 *       that one's first request, so that a crowd of new members does not empty it. Nor does it pay
 *       for much more than what a visit costs in the mean: a stall, or a poll that finds many.
 * </ol>
 *
 * <p>A member asks rarely when it asks for at most {@value #RARE_REQUESTS} requests in each bound
 * of time, of which {@value #RARE_BURST} may come together, by the generic cell rate algorithm
 * (ITU-T I.371): each request moves the time from which a member is rare again by an even distance.
 * So it does not matter that two of its requests came close together. While its purse is half full,
 * it also pays for members that were silent since their last visit, which is the delay bound ago.
 * The emptier it gets below that, the longer must be the mean distance between two requests of a
 * member that is served at once. So a thousand members that ask a few hundred times a second do not
 * delay one that asks a hundred times.
 *
 * <p>A switch may have few requests outstanding at a time (its buffers, its TCP window). It brings
 * no more when it waits, so it would get one window in each wait, and not its share. Therefore two
 * kinds of visits are free:
 *
 * <ul>
 *   <li>A visit whose requests cost {@value #WORTH_TIMES} times as much as the rest of it. A member
 *       whose last visit was such a one does not wait.
 *   <li>Those that a trial allows. A visit brings much when it is such a one, or when its requests
 *       are a {@value #MUCH_PART}th of those of a full visit. A member whose visits bring much is
 *       served at once now and then: after {@value #MOST_TRIAL_VISITS} such visits for which it
 *       waited, of which a full one counts {@value #FULL_COUNTS} times, and sooner when that is
 *       new. When that visit brings much as well, in half the time for each request, the member is
 *       not made to wait until a visit fails to.
 * </ul>
 *
 * <p><b>Guarantees</b>, whatever a visit costs on a machine:
 *
 * <ul>
 *   <li>Below the part no member waits, nor does one that asks for a full visit within an eighth of
 *       the bound.
 *   <li>Visits to light members cost at most the part beyond their requests, and up to {@value
 *       #LATE_TIMES} times the part where that keeps waits near the bound. This counts neither
 *       visits that are free nor those of members that may be heavy, at most two of each in a
 *       round.
 *   <li>Members that wait are served in the order in which they began to.
 *   <li>A visit in which the thread lost its core delays others by the bound at most: a purse never
 *       owes more than it gets within the bound.
 * </ul>
 *
 * <p>There is no bound on the wait that holds always. With a thousand members that ask often, a
 * visit to each within 3 ms costs more time than there is.
 *
 * <p>Threads: one worker's own.
 */
final class VisitBudget {
  private static final int LATE_TIMES = 2;
  private static final int RARE_PART = 8;
  private static final int MOST_BOUNDS = 2;

  /** So much of the bound is left for the visits that come first. */
  private static final int EARLY_PART = 8;

  private static final int WORTH_TIMES = 8;
  private static final int MUCH_PART = 4;
  private static final int LEAST_TRIAL_VISITS = 4;
  private static final int MOST_TRIAL_VISITS = 64;

  /** A full visit counts as so many that bring much. */
  private static final int FULL_COUNTS = 16;

  private static final int FILL_PART = 8;
  private static final int RARE_REQUESTS = 2;
  private static final int RARE_BURST = 4;

  /** A member that asked often is a rare one after so many bounds at the latest. */
  private static final int MOST_OWED_BOUNDS = 16;

  /** What the purse for members that ask rarely holds at most: its part of so many bounds. */
  private static final int RARE_BOUNDS = 8;

  /** The mean distance between two requests of a member is that in so many bounds. */
  private static final int DISTANCE_BOUNDS = 32;

  /** A member gets its share by waits when its socket holds so many times what that needs. */
  private static final double SHARE_MARGIN = 1.25;

  /** Below that the purse pays only for those that ask most rarely. */
  private static final double SHORT_FILL = 0.5;

  private static final double SMOOTHING = 1.0 / 16;

  /** The mean cost of a visit is that of so many: after a stall some tens of visits seem dear. */
  private static final int MEMORY_VISITS = 256;

  private final Quantum quantum;
  private final double part;
  private final LongSupplier delayBoundNs;
  private final TimePurse light = new TimePurse();
  private final TimePurse late = new TimePurse();
  private final TimePurse rare = new TimePurse();
  private final VisitCosts costs = new VisitCosts();

  private long boundNs;
  private long nowNs;

  /** Whether the time since {@link #nowNs} is the worker's work, and no wait. */
  private boolean working;

  // The visit since then.
  private boolean visited;
  private boolean charged;
  private boolean ofRare;
  private boolean free;
  private int servedRequests;
  private double prepaidNs;

  /** What a request costs in a full visit, smoothed; 0 before the first one. */
  private double requestNs;

  /** What a visit that is charged costs beyond its requests, smoothed. */
  private double beyondNs;

  /** Of how many visits that is the mean. */
  private int chargedVisits;

  /** When a member that waited was served. */
  private long releasedNs;

  /**
   * Makes the budget of one worker.
   *
   * @param quantum says which visit is full
   * @param part of the worker's time; 0.1 is a tenth
   * @param delayBoundNs read with each visit
   */
  VisitBudget(Quantum quantum, double part, LongSupplier delayBoundNs) {
    this.quantum = quantum;
    this.part = part;
    this.delayBoundNs = delayBoundNs;
  }

  /**
   * Time has passed: pays for the last visit.
   *
   * @param backlogged whether members wait that are backlogged; otherwise visits are free
   * @param waiting how many wait for the budget
   */
  void at(long newNowNs, boolean backlogged, int waiting) {
    long elapsedNs = newNowNs - nowNs;
    nowNs = newNowNs;
    boundNs = delayBoundNs.getAsLong();
    boolean known = working;
    working = true;
    if (!backlogged) {
      fill();
    } else if (known) {
      light.earn(part, elapsedNs, part * boundNs);
      double latePart = latePart(waiting);
      late.earn(latePart, elapsedNs, latePart * boundNs);
      rare.earn(part / RARE_PART, elapsedNs, part * RARE_BOUNDS * boundNs);
    }
    if (known && visited) {
      settle(elapsedNs, backlogged);
    }
    visited = false;
  }

  private void settle(long costNs, boolean backlogged) {
    double extraNs = 0;
    if (servedRequests >= quantum.fullRequests()) {
      requestNs = smoothed(requestNs, (double) costNs / servedRequests);
    } else if (requestNs > 0) {
      if (charged) {
        costs.add(servedRequests, (double) costNs, requestNs);
      }
      extraNs = Math.max(0, costNs - servedRequests * costs.requestNs(requestNs));
    }
    if (charged) {
      double likelyNs = 0;
      if (requestNs > 0) {
        chargedVisits = Math.min(MEMORY_VISITS, chargedVisits + 1);
        double expectedNs = beyondNs == 0 ? servedRequests * requestNs : beyondNs;
        likelyNs = VisitCosts.likely(extraNs, expectedNs);
        beyondNs += (likelyNs - beyondNs) / chargedVisits;
      }
      if (backlogged) {
        boolean isFree = free || isWorth(servedRequests, extraNs);
        pay((isFree ? 0 : extraNs) - prepaidNs);
        if (ofRare) { // not for a stall, or a long poll
          rare.pay((isFree ? 0 : likelyNs) - prepaidNs);
        }
      }
    }
  }

  /** Whether so many requests cost several times of what their visit costs beyond them. */
  private boolean isWorth(int requests, double extraNs) {
    return requests * costs.requestNs(requestNs) > WORTH_TIMES * extraNs;
  }

  private static double smoothed(double mean, double sample) {
    return mean == 0 ? sample : mean + SMOOTHING * (VisitCosts.likely(sample, mean) - mean);
  }

  private void pay(double ns) {
    light.pay(ns);
    late.pay(ns);
  }

  private void fill() {
    light.fill(part * boundNs);
    late.fill(LATE_TIMES * part * boundNs);
    rare.fill(part * RARE_BOUNDS * boundNs);
  }

  /** The worker waits for input now: the time until {@link #at} does not count. */
  void waits() {
    working = false;
  }

  /**
   * A light member has become ready, while others are backlogged. Whether it is served at once; it
   * is charged what such visits cost, so that members that become ready together do not spend more
   * than there is.
   *
   * @param othersWait whether members wait for the light purse
   */
  boolean admit(FairShareAccount member, boolean othersWait) {
    boolean fromRare = mayPayFromRare(member);
    if (!fromRare && !isServedAnyway(member, othersWait)) {
      return false;
    }
    member.rare = fromRare;
    member.prepaidNs = beyondNs;
    pay(member.prepaidNs);
    if (fromRare) {
      rare.pay(member.prepaidNs);
    }
    return true;
  }

  /** Whether {@link #admit} would not serve it at once. */
  boolean mustWait(FairShareAccount member, boolean othersWait) {
    return !isServedAnyway(member, othersWait) && !mayPayFromRare(member);
  }

  /** Whether it is served at once whether or not it asks rarely. */
  private boolean isServedAnyway(FairShareAccount member, boolean othersWait) {
    boolean fromLight = light.hasAny() && !othersWait;
    return fromLight || fillsVisits(member) || gainsNothingByWaiting(member);
  }

  /** Whether it asks for a full visit within so short a time that a wait would only delay it. */
  private boolean fillsVisits(FairShareAccount member) {
    return member.spacingNs > 0 && FILL_PART * member.spacingNs * quantum.fullRequests() <= boundNs;
  }

  /** Whether a visit at once, without a wait, has brought much, or is tried. */
  private boolean gainsNothingByWaiting(FairShareAccount member) {
    return member.windowed || member.worthy || (member.visitsUntilTrial <= 0 && late.hasAny());
  }

  /** Compares visits for which the member waited with those for which it did not. */
  private static void compare(FairShareAccount member, boolean broughtMuch, boolean full) {
    if (member.held) {
      member.windowed = false;
      member.heldSpacingNs = member.spacingNs;
      member.visitsUntilTrial -= full ? FULL_COUNTS : broughtMuch ? 1 : 0;
    } else {
      boolean windowed = broughtMuch && 2 * member.spacingNs <= member.heldSpacingNs;
      member.trialVisits =
          windowed || member.windowed
              ? LEAST_TRIAL_VISITS
              : Math.min(MOST_TRIAL_VISITS, 2 * member.trialVisits);
      member.visitsUntilTrial = member.trialVisits;
      member.windowed = windowed;
    }
  }

  /** Whether the member has asked rarely until now; not known before its first request. */
  boolean asksRarely(FairShareAccount member) {
    return member.known && nowNs >= member.rareAgainNs;
  }

  /** Whether the member asks rarely, and there is something left for it. */
  private boolean mayPayFromRare(FairShareAccount member) {
    if (!member.known) {
      return false;
    }
    boolean isRare = asksRarely(member);
    if (rare.has(SHORT_FILL)) {
      return isRare || nowNs - member.visitedNs >= boundNs;
    }
    double fill = rare.fill();
    return isRare && fill > 0 && member.distanceNs() * fill >= (SHORT_FILL - fill) * boundNs;
  }

  /**
   * Whether a member would get its fair share, if it asked for that, by visits for which it waits:
   * its socket holds enough for that.
   *
   * @param waiting how many others wait
   * @param quantum its requests in a round when it has its fair share
   * @param roundNs how long a round takes
   */
  boolean waitsBringItsShare(FairShareAccount member, int waiting, int quantum, long roundNs) {
    double waitNs = Math.max((double) boundNs, (waiting + 1) * beyondNs / latePart(waiting + 1));
    return (double) member.mostRequests() * roundNs >= SHARE_MARGIN * quantum * waitNs;
  }

  /** The part of the time that the second purse gets: less when more wait than it can pay for. */
  private double latePart(int waiting) {
    double affordedNs = LATE_TIMES * part * MOST_BOUNDS * boundNs;
    double times = LATE_TIMES * affordedNs / Math.max(1, waiting * beyondNs);
    return part * Math.max(1, Math.min(LATE_TIMES, times));
  }

  /**
   * A member begins to wait for the purse. Its first request may have come just after its last
   * visit.
   */
  void holdBack(FairShareAccount member) {
    member.heldSinceNs(Math.max(member.visitedNs, nowNs - boundNs));
    member.held = true;
  }

  /**
   * Whether the member that waits longest is served now.
   *
   * @param waiting how many wait
   */
  boolean releases(FairShareAccount first, int waiting) {
    boolean releases = light.hasAny() || (late.hasAny() && isLate(first, waiting));
    if (releases) {
      releasedNs = nowNs;
    }
    return releases;
  }

  /**
   * Whether it has waited nearly as long as the bound, or those that wait would have to be served
   * one straight after the other when that is so.
   */
  private boolean isLate(FairShareAccount first, int waiting) {
    long heldNs = nowNs - first.heldSinceNs();
    long mostNs = boundNs - boundNs / EARLY_PART;
    return heldNs >= mostNs || (nowNs - releasedNs) * waiting >= mostNs;
  }

  /** Whether any member that waits, here or elsewhere, may be served. */
  boolean hasAny() {
    return light.hasAny();
  }

  /**
   * A member was visited.
   *
   * @param isCharged whether the visit is paid for; not so when it was the member's turn in the
   *     round
   */
  void visited(FairShareAccount member, boolean isCharged, int served) {
    visited = true;
    charged = isCharged;
    ofRare = member.rare;
    prepaidNs = member.prepaidNs;
    servedRequests = served;
    member.rare = false;
    member.prepaidNs = 0;
    if (member.visitedNs != 0) {
      member.spacingNs = (double) (nowNs - member.visitedNs) / Math.max(1, served);
      member.remember(nowNs, served, DISTANCE_BOUNDS * boundNs);
    }
    long mostOwedNs = MOST_OWED_BOUNDS * boundNs;
    member.asked(nowNs, served, boundNs / RARE_REQUESTS, RARE_BURST, mostOwedNs);
    member.visitedNs = nowNs;
    member.worthy = isWorth(served, beyondNs);
    int full = quantum.fullRequests();
    compare(member, member.worthy || served * MUCH_PART >= full, served >= full);
    member.held = false;
    free = member.windowed;
  }
}
