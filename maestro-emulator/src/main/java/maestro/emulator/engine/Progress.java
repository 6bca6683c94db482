package maestro.emulator.engine;

/** Is told how far a run is, about ten times a second, on the thread that runs it. */
@FunctionalInterface
public interface Progress {
  /** Nobody looks. */
  Progress NONE = (stage, done, total, answeredRequests) -> {};

  /** Parts of a run, in order. */
  enum Stage {
    CONNECTING,
    LEARNING,
    WARMING_UP,
    MEASURING,
    DRAINING
  }

  /**
   * A run has come this far.
   *
   * @param done of {@code total}: switches, hosts, then milliseconds
   * @param answeredRequests in this run so far
   */
  void at(Stage stage, long done, long total, long answeredRequests);

  /** Whether measured time may end before its planned end; asked after {@link #at}. */
  default boolean isEnough() {
    return false;
  }
}
