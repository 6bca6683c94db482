package maestro.emulator.soak;

/**
 * What a soak does. Immutable.
 *
 * @param durationNs how long switches send
 * @param switches that stay connected all the time
 * @param requestsPerSecond of those together, on average
 * @param churningSwitches the most that come and go together
 * @param slowReaders switches that hardly read, or not at all
 * @param sampleNs between two looks at the controller
 * @param collectNs between two collections of the controller's heap, by which live memory is known
 * @param reloadNs between two changes of the configuration
 * @param seed of everything that is drawn by chance
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
    long seed) {}
