package maestro.simulate;

/**
 * What everything costs, in nanoseconds unless said otherwise. {@code costs.conf} explains each
 * one; {@link CostsFile} reads it.
 *
 * @param kernel system calls
 * @param stage the controller's own work
 * @param memory what moves between cores
 * @param load an emulator that shares the cores, and the way to it
 */
public record Costs(Kernel kernel, Stage stage, Memory memory, Load load) {
  /**
   * System calls, and how threads wait.
   *
   * @param variation by which part the length of each step varies up and down, evenly
   */
  public record Kernel(
      double readCallNs,
      double readPerByteNs,
      double readNothingNs,
      double writeCallNs,
      double writePerByteNs,
      double pollCallNs,
      double pollReadyNs,
      double interestNs,
      double parkNs,
      double wakeUpNs,
      double wakeLatencyNs,
      double contextSwitchNs,
      double timeSliceNs,
      double variation) {}

  /**
   * The controller's own work.
   *
   * @param visitNs for each visit: the schedule, the claim, the reply buffer
   * @param batchNs for each batch
   * @param chopNs for each request, while its switch is claimed: its borders are found
   * @param requestNs for each request, with its batch: parsed, looked up, answered
   * @param answerBytes one answer has
   */
  public record Stage(
      double visitNs, double batchNs, double chopNs, double requestNs, int answerBytes) {}

  /**
   * Cache lines.
   *
   * @param lineNs until a line that another core has written is here
   * @param linesPerHandOver how many of them, one after the other, a switch brings along
   * @param looksAtOnce how many independent lines are fetched at once
   */
  public record Memory(double lineNs, double linesPerHandOver, double looksAtOnce) {}

  /**
   * The emulated network.
   *
   * @param callNs for each look of a load thread at a switch
   * @param requestNs for each request of a load thread
   * @param roundTripNs from an answer's write to its arrival, and from a request's departure to its
   *     arrival, together
   */
  public record Load(double callNs, double requestNs, double roundTripNs) {}
}
