package maestro.sequence.application;

/**
 * A stage, or another call of an application, that has not returned yet.
 *
 * @param application its name
 * @param thread the thread that waits for it, such as {@code worker 0}
 * @param elapsedNs for how long it has run
 */
public record RunningStage(String application, String thread, long elapsedNs) {}
