package maestro.distribution;

import java.util.function.LongSupplier;

/**
 * What visits to light members may cost one worker of {@link FairShare} beyond their requests, by
 * the worker's clock.
 *
 * <p>A visit costs system calls, however few requests it brings. A light member that is visited
 * whenever it has a request costs a visit for each. When it waits, its next visit brings more, as a
 * network card moderates its interrupts. So while other members are backlogged:
 *
 * <ol>
 *   <li>A part of the time goes into a purse. What a visit costs beyond its requests ({@link
 *       VisitCosts}) is paid from it. A light member that becomes ready is served at once while the
 *       purse owes nothing and nobody waits. Otherwise it waits behind those that do, and they are
 *       served in turn whenever the purse owes nothing.
 *   <li>A second purse gets twice the part and pays for the same visits. It lets a member be served
 *       that has waited nearly as long as the delay bound, or when the last one that waits would
 *       have to, at the distance at which they are served. It gets less than twice the part when
 *       all that wait could not be served within twice the bound by that, down to the part itself.
 *       So waits grow steadily and do not jump.
 *   <li>A member that asks rarely would hardly bring more when it waits, and is served at once. It
 *       asks rarely when it asks for at most {@value #RARE_REQUESTS} requests in each bound, of
 *       which {@value #RARE_BURST} may come together (generic cell rate algorithm, ITU-T I.371). A
 *       third purse, with a {@value #RARE_PART}th of the part, says who does: filled to the part
 *       <i>f</i>, it pays for members whose requests have a mean distance of (1 - <i>f</i>) /
 *       <i>f</i> bounds or more. So a thousand members that ask a few hundred times a second do not
 *       delay one that asks a hundred times.
 *   <li>A visit whose requests cost {@value #WORTH_TIMES} times as much as the rest of it is free,
 *       and its member does not wait for the next one.
 *   <li>A member that has few requests outstanding at a time brings no more when it waits: it would
 *       get one window in each wait, and not its share. So one that brought much in {@value
 *       #TRIAL_WAITS} waits is served at once for a trial, one member in each bound. When that
 *       brings much, too, and each request took at most half as long as before, the member does not
 *       wait, and its visits are free, until one brings little.
 * </ol>
 *
 * <p><b>Bounds</b>, whatever a visit costs on a machine:
 *
 * <ul>
 *   <li>Below the part nobody waits: the purse then owes nothing.
 *   <li>Over any time <i>t</i>, visits that are not free cost at most (<i>t</i> + bound) × part
 *       beyond their requests, and twice that where (2) applies: no visit begins while the purse
 *       owes something but those of (3), which have an eighth of it, and one trial in each bound.
 *   <li>Members that wait are served in the order in which they began to. With <i>n</i> that wait,
 *       each of whose visits costs <i>c</i> beyond its requests, a wait is <i>n × c</i> / part at
 *       most, and about the bound where twice the part is enough for that.
 *   <li>A stall of the thread delays nobody by more than the bound: the purse never owes more than
 *       it gets within it.
 * </ul>
 *
 * <p>There is no bound on waits that holds always. With a thousand members that ask often, a visit
 * to each within 3 ms costs more time than there is.
 *
 * <p>Threads: one worker's own.
 */
final class VisitBudget {
  private static final int WORTH_TIMES = 8;

  private static final int RARE_PART = 8;
  private static final int RARE_REQUESTS = 2;
  private static final int RARE_BURST = 4;

  /** The third purse holds its part of so many bounds at most. */
  private static final int RARE_BOUNDS = RARE_PART;

  /** A member that asked often is a rare one after so many bounds at the latest. */
  private static final int MOST_OWED_BOUNDS = 16;

  /** So much of the bound is left for the visits that come first. */
  private static final int EARLY_PART = 8;

  private static final int TRIAL_WAITS = 4;

  /** A visit that brings such a part of a full one brings much. */
  private static final int MUCH_PART = 4;

  /** The mean distance between two requests of a member is that in so many bounds. */
  private static final int DISTANCE_BOUNDS = 32;

  /** A member gets its share by waits when its socket holds so many times what that needs. */
  private static final double SHARE_MARGIN = 1.25;

  private static final double SMOOTHING = 1.0 / 16;

  /** The mean cost of a visit is that of so many: after a stall some tens of visits seem dear. */
  private static final int MEMORY_VISITS = 256;

  private final Quantum quantum;
  private final double part;
  private final LongSupplier delayBoundNs;
  private final VisitCosts costs = new VisitCosts();

  private long boundNs;
  private long nowNs;

  // What the purses hold; one that is below 0 owes.
  private double purseNs;
  private double lateNs;
  private double rareNs;

  /** When a member that waited was served. */
  private long releasedNs;

  /** When a member was served at once for a trial. */
  private long triedNs;

  /** Whether the time since {@link #nowNs} is the worker's work, and no wait. */
  private boolean working;

  // The visit since then.
  private boolean visited;
  private boolean charged;
  private boolean ofRare;
  private boolean free;
  private int servedRequests;

  /** What a request costs in a full visit, smoothed; 0 before the first one. */
  private double requestNs;

  /** What a visit that is charged costs beyond its requests, smoothed. */
  private double beyondNs;

  /** Of how many visits that is the mean. */
  private int chargedVisits;

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
   * Time has passed: it fills the purses, and the last visit is paid.
   *
   * @param backlogged whether members wait that are backlogged; otherwise visits are free
   * @param waiting how many wait for the budget
   */
  void at(long newNowNs, boolean backlogged, int waiting) {
    long elapsedNs = newNowNs - nowNs;
    nowNs = newNowNs;
    boundNs = delayBoundNs.getAsLong();
    if (!backlogged) {
      purseNs = part * boundNs;
      lateNs = 2 * part * boundNs;
      rareNs = mostRareNs();
    } else if (working) {
      double latePart = latePart(waiting);
      purseNs = Math.min(part * boundNs, purseNs + part * elapsedNs); // 1
      lateNs = Math.min(latePart * boundNs, lateNs + latePart * elapsedNs); // 2
      rareNs = Math.min(mostRareNs(), rareNs + part / RARE_PART * elapsedNs); // 3
    }
    if (working && visited) {
      settle(elapsedNs, backlogged);
    }
    working = true;
    visited = false;
  }

  private double mostRareNs() {
    return part * boundNs * RARE_BOUNDS;
  }

  /** The part of the time that goes into the second purse. */
  private double latePart(int waiting) { // 2
    double affordedNs = 4 * part * boundNs; // twice the part of twice the bound
    double times = 2 * affordedNs / Math.max(1, waiting * beyondNs);
    return part * Math.max(1, Math.min(2, times));
  }

  private void settle(long costNs, boolean backlogged) {
    boolean full = servedRequests >= quantum.fullRequests();
    if (full) {
      double ns = (double) costNs / servedRequests;
      requestNs =
          requestNs == 0
              ? ns
              : requestNs + SMOOTHING * (VisitCosts.likely(ns, requestNs) - requestNs);
    }
    if (!charged || requestNs == 0) {
      return;
    }
    double extraNs = 0; // for a full visit
    if (!full) {
      costs.add(servedRequests, (double) costNs, requestNs);
      extraNs = Math.max(0, costNs - servedRequests * costs.requestNs(requestNs));
    }
    double expectedNs = beyondNs == 0 ? servedRequests * requestNs : beyondNs;
    double likelyNs = VisitCosts.likely(extraNs, expectedNs);
    chargedVisits = Math.min(MEMORY_VISITS, chargedVisits + 1);
    beyondNs += (likelyNs - beyondNs) / chargedVisits;
    if (backlogged && !free && !isWorth(servedRequests)) { // 4
      purseNs = Math.max(-part * boundNs, purseNs - extraNs);
      lateNs = Math.max(-2 * part * boundNs, lateNs - extraNs);
      rareNs -= ofRare ? likelyNs : 0; // it is not to blame for a stall, or a poll that finds many
    }
  }

  /** Whether so many requests cost several times of what a visit costs beyond them. */
  private boolean isWorth(int requests) {
    return requests * costs.requestNs(requestNs) > WORTH_TIMES * beyondNs;
  }

  /** The worker waits for input now: the time until {@link #at} does not count. */
  void waits() {
    working = false;
  }

  /**
   * A light member has become ready, while others are backlogged. Whether it is served at once.
   *
   * @param othersWait whether members wait for the purse
   */
  boolean admit(FairShareAccount member, boolean othersWait) {
    member.paidAsRare = mayPayFromRare(member);
    boolean admits = member.paidAsRare || !mustWait(member, othersWait);
    if (admits && isTried(member)) {
      triedNs = nowNs;
    }
    return admits;
  }

  /** Whether {@link #admit} would not serve it at once. */
  boolean mustWait(FairShareAccount member, boolean othersWait) {
    return (othersWait || purseNs < 0)
        && !member.visitPaysForItself
        && !member.windowLimited
        && !isTried(member)
        && !mayPayFromRare(member);
  }

  private boolean isTried(FairShareAccount member) { // 5
    return member.waitsWithMuch >= TRIAL_WAITS && nowNs - triedNs >= boundNs;
  }

  /** Whether it asks rarely or was silent for the bound, and the purse is full enough for it. */
  private boolean mayPayFromRare(FairShareAccount member) { // 3
    boolean wasSilent = member.hasBeenServed && nowNs - member.visitedNs >= boundNs;
    return (wasSilent || asksRarely(member))
        && rareNs * (boundNs + member.distanceNs()) >= mostRareNs() * boundNs;
  }

  /** Whether the member has asked rarely until now; not known before its first request. */
  boolean asksRarely(FairShareAccount member) {
    return member.hasBeenServed && nowNs >= member.rareAgainNs;
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
    return (double) member.mostPerVisit() * roundNs >= SHARE_MARGIN * quantum * waitNs;
  }

  /**
   * A member begins to wait for the purse. Its first request may have come just after its last
   * visit.
   */
  void holdBack(FairShareAccount member) {
    member.waitsSinceNs(Math.max(member.visitedNs, nowNs - boundNs));
    member.waitsForBudget = true;
  }

  /**
   * Whether the member that waits longest is served now.
   *
   * @param waiting how many wait
   */
  boolean releases(FairShareAccount first, int waiting) {
    long mostNs = boundNs - boundNs / EARLY_PART;
    boolean late =
        nowNs - first.waitsSinceNs() >= mostNs || (nowNs - releasedNs) * waiting >= mostNs; // 2
    boolean releases = hasAny() || (late && lateNs >= 0);
    if (releases) {
      releasedNs = nowNs;
    }
    return releases;
  }

  /** Whether any member that waits, here or elsewhere, may be served. */
  boolean hasAny() {
    return purseNs >= 0;
  }

  /**
   * A member was visited.
   *
   * @param isCharged whether the visit is paid for; not so when it was the member's turn in the
   *     round
   * @param drained whether it brought all that there was
   */
  void visited(FairShareAccount member, boolean isCharged, int served, boolean drained) {
    visited = true;
    charged = isCharged;
    ofRare = member.paidAsRare;
    servedRequests = served;
    compare(member, served, drained); // 5
    free = member.windowLimited;
    if (member.visitedNs != 0) {
      member.remember(nowNs, served, DISTANCE_BOUNDS * boundNs);
    }
    long mostOwedNs = MOST_OWED_BOUNDS * boundNs;
    member.asked(nowNs, served, boundNs / RARE_REQUESTS, RARE_BURST, mostOwedNs);
    member.visitedNs = nowNs;
    member.visitPaysForItself = isWorth(served); // 4
    member.paidAsRare = false;
    member.waitsForBudget = false;
  }

  /** Compares a visit for which the member did not wait with those for which it did. */
  private void compare(FairShareAccount member, int served, boolean drained) {
    boolean broughtMuch =
        !drained || served * MUCH_PART >= quantum.fullRequests() || isWorth(served);
    if (member.waitsForBudget) {
      member.windowLimited = false;
      member.waitsWithMuch += broughtMuch ? 1 : 0;
    } else {
      boolean wasFast = 2 * (nowNs - member.visitedNs) <= served * member.distanceNs();
      member.windowLimited = broughtMuch && (member.windowLimited || wasFast);
      member.waitsWithMuch = 0;
    }
  }
}
