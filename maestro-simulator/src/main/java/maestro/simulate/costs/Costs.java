package maestro.simulate.costs;

/**
 * The costs of all steps, in nanoseconds unless said otherwise. {@code costs.conf} explains each;
 * {@link CostsFile} reads it.
 *
 * @param kernel system calls
 * @param stage the controller's own work
 * @param memory the movement of memory between cores
 * @param load an emulator that shares the cores, and the way to it
 */
public record Costs(Kernel kernel, Stage stage, Memory memory, Load load) {
  /**
   * System calls, and how threads wait.
   *
   * @param variation the relative variation of the length of each step, uniformly up and down
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
   * @param chopNs for each request, while its switch is claimed: to find its boundaries
   * @param requestNs for each request, with its batch: to parse it, look it up and answer it
   * @param answerBytes the length of one answer
   */
  public record Stage(
      double visitNs, double batchNs, double chopNs, double requestNs, int answerBytes) {}

  /**
   * Cache lines.
   *
   * @param lineNs the time to fetch a line that another core has written
   * @param linesPerHandOver how many lines, one after the other, a switch moves to the next worker
   * @param looksAtOnce how many independent lines a core fetches at once
   */
  public record Memory(double lineNs, double linesPerHandOver, double looksAtOnce) {}

  /**
   * The emulated network.
   *
   * @param callNs for each check of a switch by a load thread
   * @param requestNs for each request of a load thread
   * @param roundTripNs from an answer's write to its arrival, and from a request's departure to its
   *     arrival, together
   */
  public record Load(double callNs, double requestNs, double roundTripNs) {}
}
