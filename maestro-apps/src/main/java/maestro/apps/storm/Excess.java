package maestro.apps.storm;

/**
 * The report that a port has sent more than is allowed. Immutable.
 *
 * @param traffic the part of the port's traffic
 * @param framesPerSecond the measured rate
 * @param allowedPerSecond the rate that is allowed
 * @param frames the number of frames in the burst, or forwarded by the entry
 * @param requests the number of frames that had come as requests by then
 * @param source the source of most frames, or {@link Majority#NONE}
 * @param destination the destination of most frames, or {@link Majority#NONE}
 */
record Excess(
    PortTraffic traffic,
    long framesPerSecond,
    long allowedPerSecond,
    long frames,
    long requests,
    long source,
    long destination) {
  /** The same storm at the port where its frames came in first, whose frames count from now on. */
  Excess at(PortTraffic other) {
    return other == traffic
        ? this
        : new Excess(
            other, framesPerSecond, allowedPerSecond, 0, other.requests(), source, destination);
  }
}
