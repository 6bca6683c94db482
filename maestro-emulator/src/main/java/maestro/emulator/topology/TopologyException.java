package maestro.emulator.topology;

/** A topology cannot be made from the given parameters or from the content of a file. */
public final class TopologyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String problem;

  /**
   * Makes the exception.
   *
   * @param place {@code FILE:LINE} or {@code FILE}; empty when there is no file
   * @param problem one line with the value found and the values allowed
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

  /** The value found and the values allowed, in one line. */
  public String problem() {
    return problem;
  }
}
