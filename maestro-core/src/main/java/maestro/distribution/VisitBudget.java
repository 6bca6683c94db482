package maestro.distribution;

/**
 * What visits to light members may cost one worker of {@link FairShare} beyond their requests, by
 * the worker's clock, while other members are backlogged. A visit costs system calls, however few
 * requests it brings. When a member waits, its next visit brings more, as a network card moderates
 * its interrupts.
 *
 * <ol>
 *   <li>A part of the time goes into a purse, from which each visit is paid before it begins, with
 *       what such a visit costs on average ({@link VisitCosts}). A member that becomes ready is
 *       served at once while the purse owes nothing and nobody waits. Otherwise it waits, and those
 *       that wait are served in turn whenever the purse owes nothing.
 *   <li>When those that wait would have to for longer than the delay bound, the purse gets what
 *       serves them within it, twice the part at most. When twice the part would take some two
 *       bounds, it gets steadily less with more that wait, down to the part: waits grow and do not
 *       jump.
 *   <li>A second purse, with an {@value #RARE_PART}th of the part, lets those be served at once
 *       that ask for at most {@value #RARE_REQUESTS} requests in each bound, or for nothing within
 *       the last one: they would hardly bring more when they wait. Filled to the part <i>f</i>, it
 *       does so for members whose requests have a mean distance of (1 - <i>f</i>) / <i>f</i> bounds
 *       or more. So however many ask rarely, those that ask most rarely do not wait.
 * </ol>
 *
 * <p><b>Bounds</b>, whatever a visit costs on a machine: below the part nobody waits. Over any time
 * <i>t</i>, visits that are paid cost at most (9/8 <i>t</i> + 9 bounds) × part, and (17/8 <i>t</i>
 * + 9 bounds) × part where (2) applies: the second purse holds the part of 8 bounds, and the first
 * one forgives what is beyond the part of one. With <i>n</i> that wait, each of whose visits costs
 * <i>c</i>, a wait is 8/7 × (<i>n × c</i> / part + bound) at most, and about the bound where twice
 * the part is enough for that. There is no bound on waits that holds always: with a thousand
 * members that ask often, a visit to each within 3 ms costs more time than there is.
 *
 * <p>Threads: one worker's own.
 */
final class VisitBudget {
  private static final int RARE_PART = 8;

  /** The purse for those that ask rarely holds the part of so many bounds at most. */
  private static final int RARE_BOUNDS = 8;

  /** A member that asks for so many requests in each bound, or fewer, asks rarely. */
  private static final int RARE_REQUESTS = 2;

  /** Requests of so many bounds count for the mean distance between two requests of a member. */
  private static final int DISTANCE_BOUNDS = 32;

  /** Requests of so many rounds count at least. */
  private static final int DISTANCE_ROUNDS = 4;

  /** Waits are to be shorter than the bound by such a part: what the second purse takes. */
  private static final int EARLY_PART = 8;

  /** A member is tried without waits again after so many bounds at the earliest. */
  private static final int TRIAL_BOUNDS = 64;

  private static final double SMOOTHING = 1.0 / 16;

  private final Quantum quantum;
  private final double part;
  private final VisitCosts costs = new VisitCosts();

  private long boundNs;
  private long memoryNs;
  private long nowNs;

  // What the purses hold; one that is below 0 owes.
  private double purseNs;
  private double rareNs;

  /** What a request costs in a full visit, smoothed; 0 before the first one. */
  private double requestNs;

  /** What another visit costs beyond its requests. */
  private double beyondNs;

  /** When a member was tried without waits. */
  private long triedNs;

  // The visit since then: its requests, below 0 when there was none, but a wait.
  private int served = -1;
  private boolean drained;

  /**
   * Makes the budget of one worker.
   *
   * @param quantum says which visit is full
   * @param part of the worker's time; 0.1 is a tenth
   */
  VisitBudget(Quantum quantum, double part) {
    this.quantum = quantum;
    this.part = part;
  }

  /**
   * Time has passed: it fills the purses, and shows what the last visit cost.
   *
   * @param newBoundNs the delay bound
   * @param backlogged whether members wait that are backlogged; otherwise visits are free
   * @param waiting how many wait for the budget
   * @param roundNs how long the last round took
   */
  void timePassed(long newNowNs, long newBoundNs, boolean backlogged, int waiting, long roundNs) {
    long elapsedNs = newNowNs - nowNs;
    nowNs = newNowNs;
    boundNs = newBoundNs;
    memoryNs = Math.max(DISTANCE_BOUNDS * boundNs, DISTANCE_ROUNDS * roundNs);
    if (served >= 0) {
      learn(elapsedNs);
      double filledNs = purseNs + income(waiting) * elapsedNs;
      purseNs = Math.max(-part * boundNs, Math.min(part * boundNs, filledNs));
      rareNs = Math.min(mostRareNs(), rareNs + part / RARE_PART * elapsedNs);
    }
    if (!backlogged) {
      purseNs = part * boundNs;
      rareNs = mostRareNs();
    }
    served = -1;
  }

  private void learn(long costNs) {
    if (served >= quantum.fullRequests()) {
      double ns = (double) costNs / served;
      double likelyNs = requestNs == 0 ? ns : VisitCosts.likely(ns, requestNs);
      requestNs = requestNs == 0 ? ns : requestNs + SMOOTHING * (likelyNs - requestNs);
    } else if (drained && requestNs > 0) { // else it was cut, since its requests take long
      costs.add(served, (double) costNs, requestNs);
      beyondNs = costs.beyondNs(requestNs);
    }
  }

  /** The part of the time that goes into the purses. */
  private double income(int waiting) { // 2
    double needed = (waiting + 1) * beyondNs / (boundNs - boundNs / EARLY_PART);
    double affordable = 2 * part * Math.min(1, 4 * part / Math.max(part, needed));
    return Math.max(part, Math.min(needed, affordable));
  }

  /** How long a member would wait, behind so many. */
  double waitNs(int waiting) {
    return (waiting + 1) * beyondNs / income(waiting);
  }

  private double mostRareNs() {
    return part * boundNs * RARE_BOUNDS;
  }

  /**
   * A light member has become ready, while others are backlogged. Whether it is served at once: if
   * so, a purse has paid for that.
   *
   * @param othersWait whether members wait for the budget
   */
  boolean payAtOnce(FairShareAccount member, boolean othersWait) {
    if (!othersWait && payNext()) {
      return true;
    }
    boolean isPaid = paysAsRare(member);
    if (isPaid) {
      rareNs -= beyondNs;
      purseNs = Math.max(-part * boundNs, purseNs - beyondNs);
    }
    return isPaid;
  }

  /** Whether the second purse pays for a member. */
  boolean paysAsRare(FairShareAccount member) { // 3
    boolean isRare = asksRarely(member) || member.sinceVisitNs(nowNs) >= boundNs;
    return isRare && rareNs * (boundNs + distanceNs(member)) >= mostRareNs() * boundNs;
  }

  /** Whether the member that waits longest is served now: if so, the purse has paid for that. */
  boolean payNext() { // 1
    boolean isPaid = purseNs >= 0;
    purseNs -= isPaid ? beyondNs : 0;
    return isPaid;
  }

  /** Whether the member asks rarely; not known before its first request. */
  boolean asksRarely(FairShareAccount member) {
    return RARE_REQUESTS * distanceNs(member) >= boundNs;
  }

  /** The mean time between two requests of a member; 0 while none is known. */
  double distanceNs(FairShareAccount member) {
    return member.distanceNs(nowNs, memoryNs);
  }

  /** A member was visited that had so many requests, and no more when it was drained. */
  void visited(FairShareAccount member, int servedRequests, boolean isDrained) {
    served = servedRequests;
    drained = isDrained;
    member.asked(nowNs, served, memoryNs);
    member.waitsForBudget = false;
  }

  /** Whether a member is tried without waits now: one in each bound, and none that was of late. */
  boolean takeTrial(FairShareAccount member) {
    boolean tries = nowNs - triedNs >= boundNs && nowNs - member.triedNs >= TRIAL_BOUNDS * boundNs;
    if (tries) {
      triedNs = nowNs;
      member.triedNs = nowNs;
    }
    return tries;
  }
}
