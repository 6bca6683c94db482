package maestro.emulator.report;

/**
 * Which of several controllers answered the requests of a switch, in measured time.
 *
 * @param byTwo further answers, by another controller than the one whose answer came first
 * @param byNobody requests without any answer
 * @param changes how often another controller answered than the one before
 * @param longestChangeNs the longest time from the last answer of one controller to the first one
 *     of another; NaN without a change
 * @param refusedWrites messages that the switch refused, since they came from a slave
 */
public record Answerers(
    long byTwo, long byNobody, int changes, double longestChangeNs, long refusedWrites) {
  /** Those of two switches together. */
  Answerers plus(Answerers other) {
    return new Answerers(
        byTwo + other.byTwo,
        byNobody + other.byNobody,
        changes + other.changes,
        Double.isNaN(longestChangeNs)
            ? other.longestChangeNs
            : Double.isNaN(other.longestChangeNs)
                ? longestChangeNs
                : Math.max(longestChangeNs, other.longestChangeNs),
        refusedWrites + other.refusedWrites);
  }
}
