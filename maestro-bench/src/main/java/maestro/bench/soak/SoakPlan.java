package maestro.bench.soak;

import java.util.List;

/**
 * The plan of a soak. Immutable.
 *
 * @param durationNs how long switches send
 * @param switches that stay connected all the time
 * @param requestsPerSecond of those together, on average
 * @param churningSwitches the most that come and go together
 * @param slowReaders switches that read slowly or not at all
 * @param sampleNs between two samples of the controller
 * @param collectNs between two collections of the controller's heap, which show its live memory
 * @param reloadNs between two changes of the configuration
 * @param seed the seed of all random numbers
 * @param versions one or two that switches speak, on the wire; with two, half of them speak each
 */
public record SoakPlan(
    long durationNs,
    int switches,
    double requestsPerSecond,
    int churningSwitches,
    int slowReaders,
    long sampleNs,
    long collectNs,
    long reloadNs,
    long seed,
    List<Integer> versions) {
  public SoakPlan {
    versions = List.copyOf(versions);
  }
}
