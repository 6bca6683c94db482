package maestro.distribution;

/**
 * Nanoseconds of one worker's time that {@link VisitBudget} may spend on visits to light members.
 *
 * <p>It fills as time passes, up to a limit. A visit may cost more than it holds; then it owes the
 * rest, but never more than the limit. Empty until the limit is known. All amounts are nanoseconds.
 *
 * <p>Threads: one worker's own.
 */
final class TimePurse {
  private double mostNs;
  private double ns;

  /** Whether it owes nothing. */
  boolean hasAny() {
    return ns >= 0;
  }

  /** Whether it is filled to that part of the limit, from 0 to 1. */
  boolean has(double fill) {
    return ns >= fill * mostNs;
  }

  /** What it holds as a part of the limit, from -1 to 1; 0 while the limit is not known. */
  double fill() {
    return mostNs > 0 ? ns / mostNs : 0;
  }

  /**
   * Time has passed, and a part of it goes here.
   *
   * @param partOfTime 0.1 is a tenth
   * @param newMostNs the limit from now on
   */
  void earn(double partOfTime, long elapsedNs, double newMostNs) {
    mostNs = newMostNs;
    ns = Math.min(mostNs, ns + partOfTime * elapsedNs);
  }

  /**
   * Fills it.
   *
   * @param newMostNs the limit from now on
   */
  void fill(double newMostNs) {
    mostNs = newMostNs;
    ns = mostNs;
  }

  /** Takes the price, or gives it back when it is below 0. */
  void pay(double priceNs) {
    ns = Math.max(-mostNs, Math.min(mostNs, ns - priceNs));
  }
}
