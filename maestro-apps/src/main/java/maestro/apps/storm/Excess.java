package maestro.apps.storm;

/**
 * A port has sent more than it may. Immutable.
 *
 * @param traffic which of the port's
 * @param framesPerSecond how much it sent
 * @param frames how many that were
 * @param requests how many frames had come as requests when that was noticed
 * @param source who sent most of them, or {@link Majority#NONE}
 * @param destination to whom most of them were, or {@link Majority#NONE}
 */
record Excess(
    Traffic traffic,
    long framesPerSecond,
    long frames,
    long requests,
    long source,
    long destination) {
  /** The same of another port that the frames came in by before, and that tells of them itself. */
  Excess at(Traffic other) {
    return other == traffic
        ? this
        : new Excess(other, framesPerSecond, 0, other.requests(), source, destination);
  }
}
