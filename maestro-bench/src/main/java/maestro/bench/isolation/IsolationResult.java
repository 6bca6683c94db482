package maestro.bench.isolation;

import maestro.emulator.controller.Footprint;

/**
 * The result of one attack, and its effect on a good switch.
 *
 * @param attack its name
 * @param promise the promise that it tries to break
 * @param what what one try does
 * @param tried how often
 * @param tookNs from the first try to the end of the last
 * @param reaction the reactions of the controller
 * @param beside the results of the good switch during the attack
 * @param calm its results before, without an attack
 * @param before the controller's process before the attack
 * @param after the same after it, when the controller has released all that it can
 */
public record IsolationResult(
    String attack,
    String promise,
    String what,
    long tried,
    long tookNs,
    Reaction reaction,
    Noticed beside,
    Noticed calm,
    Footprint before,
    Footprint after) {

  /**
   * The reactions of the controller.
   *
   * @param refused connections that it did not accept
   * @param closed connections that it closed
   * @param errors ERROR messages that it sent
   * @param longestJoinNs the longest time that a right switch took to get in; 0 when none was timed
   * @param broken how often the promise was broken in a way that the attack itself saw
   * @param firstBroken how, for the first time; empty when never
   */
  public record Reaction(
      long refused,
      long closed,
      long errors,
      long longestJoinNs,
      long broken,
      String firstBroken) {}

  /**
   * The results of the good switch.
   *
   * @param requests it sent
   * @param lost requests that were never answered
   * @param wrong wrong answers, and answers that overtook others
   * @param doubled answers to requests that were answered before, or never sent
   * @param disconnected the reason for the end of its connection; empty when it did not end
   * @param p99Ns of the delay from the planned time
   * @param worstNs the longest delay
   */
  public record Noticed(
      long requests,
      long lost,
      long wrong,
      long doubled,
      String disconnected,
      long p99Ns,
      long worstNs) {
    /** Whether every request got exactly one answer, and the right one. */
    public boolean isWhole() {
      return requests > 0 && lost + wrong + doubled == 0 && disconnected.isEmpty();
    }
  }

  /** Whether the promise was kept. */
  public boolean isKept() {
    return tried > 0
        && beside.isWhole()
        && reaction.broken() == 0
        && after.alive()
        && after.descriptors() <= before.descriptors();
  }
}
