package maestro.emulator.topology;

/** A topology cannot be made of what was asked or of what a file holds. */
public final class TopologyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String problem;

  /**
   * Says what is wrong.
   *
   * @param place {@code FILE:LINE} or {@code FILE}; empty when there is no file
   * @param problem one line, what was found and what is allowed
   */
  public TopologyException(String place, String problem) {
    super(place.isEmpty() ? problem : place + ": " + problem);
    this.place = place;
    this.problem = problem;
  }

  /** {@code FILE:LINE} or {@code FILE}; empty when there is no file. */
  public String place() {
    return place;
  }

  /** What was found and what is allowed. */
  public String problem() {
    return problem;
  }
}
