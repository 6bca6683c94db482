package maestro.emulator.report;

/**
 * What came of one attack, and what a good switch beside it noticed.
 *
 * @param attack its name
 * @param promise what it tries to break
 * @param what what one try does
 * @param tried how often
 * @param tookNs from the first try to the end of the last
 * @param reaction what the controller did about it
 * @param beside what the good switch noticed meanwhile
 * @param calm what it noticed before, without any attack
 * @param before the controller's process before the attack
 * @param after the same after it, when all it could let go was let go
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
   * What the controller did.
   *
   * @param refused connections that were not taken
   * @param closed connections that it closed
   * @param errors ERROR messages that it sent
   * @param broken how often the promise was broken in a way that the attack itself saw
   * @param firstBroken how, for the first time; empty when never
   */
  public record Reaction(long refused, long closed, long errors, long broken, String firstBroken) {}

  /**
   * What the good switch noticed.
   *
   * @param requests it sent
   * @param lost requests that were never answered
   * @param wrong answers that were not what they should be, or overtook others
   * @param doubled answers to what was answered before, or never asked
   * @param disconnected why its connection ended; empty when it did not
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
    /** Whether everything was answered, once, and right. */
    public boolean isWhole() {
      return requests > 0 && lost + wrong + doubled == 0 && disconnected.isEmpty();
    }
  }

  /**
   * What a process holds; −1 where it is not known, as of a controller elsewhere.
   *
   * @param liveHeapBytes objects that a full collection left
   */
  public record Footprint(
      boolean alive, long descriptors, long threads, long liveHeapBytes, long residentBytes) {
    public static final Footprint UNKNOWN = new Footprint(true, -1, -1, -1, -1);
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
