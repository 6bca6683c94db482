package maestro.sequence.application;

/**
 * An application that runs, at one moment. Immutable.
 *
 * @param name its name
 * @param version its version
 * @param faults how many exceptions it has thrown
 * @param faultBudget after how many it is taken out of its sequences
 * @param takenOut whether it is taken out
 * @param slowStages how many of its stages took longer than the configuration allows
 * @param stageNs the time in its stages, summed over all threads
 */
public record ApplicationState(
    String name,
    String version,
    int faults,
    int faultBudget,
    boolean takenOut,
    int slowStages,
    long stageNs) {

  /** How often an application has failed, in a sentence. */
  public static String failed(String application, int faults) {
    return faults == 1
        ? "application %s has failed once".formatted(application)
        : "application %s has failed %d times".formatted(application, faults);
  }
}
