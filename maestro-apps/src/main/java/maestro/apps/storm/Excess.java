package maestro.apps.storm;

import java.util.concurrent.TimeUnit;

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
 * @param lifeNs how long the entry lived that has forwarded the frames; 0 when they were requests
 */
record Excess(
    PortTraffic traffic,
    long framesPerSecond,
    long allowedPerSecond,
    long frames,
    long requests,
    long source,
    long destination,
    long lifeNs) {
  /** The usual life of an entry for broadcasts. */
  private static final long USUAL_LIFE_NS = TimeUnit.SECONDS.toNanos(2);

  /** The longest time from an entry's timeout to the report of its frames. */
  private static final long LATE_NS = TimeUnit.SECONDS.toNanos(2);

  /** The same storm at the port where its frames came in first, whose frames count from now on. */
  Excess at(PortTraffic other) {
    return other == traffic
        ? this
        : new Excess(
            other,
            framesPerSecond,
            allowedPerSecond,
            0,
            other.requests(),
            source,
            destination,
            lifeNs);
  }

  /** Whether a flow entry has forwarded the frames; otherwise they were requests. */
  boolean isByEntry() {
    return lifeNs > 0;
  }

  /** The time within which each port that passes the same frames by an entry tells of them. */
  long awaitNs() {
    return (isByEntry() ? lifeNs : USUAL_LIFE_NS) + LATE_NS;
  }

  /** Whether both are about the frames of one source, at two ports. */
  boolean isElsewhere(Excess other) {
    return traffic != other.traffic
        && traffic.isGroup() == other.traffic.isGroup()
        && source != Majority.NONE
        && source == other.source
        && isCommon(destination, other.destination);
  }

  /** Whether an entry for one may take frames of the other, at one port. */
  boolean isHere(Excess other) {
    return traffic == other.traffic
        && isCommon(source, other.source)
        && isCommon(destination, other.destination);
  }

  private static boolean isCommon(long one, long other) {
    return one == other || one == Majority.NONE || other == Majority.NONE;
  }
}
