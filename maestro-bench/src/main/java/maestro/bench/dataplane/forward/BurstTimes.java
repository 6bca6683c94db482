package maestro.bench.dataplane.forward;

/**
 * Tells the bursts during which the thread lost its processor from the others: they take tens of
 * microseconds longer. Such a burst says how busy the machine is, and nothing of the forwarder.
 * Confined to one thread.
 */
public final class BurstTimes {
  private static final int MOST_TIMES_LEAST = 8;
  private static final double ALLOWED_NS = 20_000;

  private double leastNsPerFrame = Double.POSITIVE_INFINITY;

  /**
   * The time that a burst takes of the forwarder's time: what was measured, or, when the thread was
   * disturbed, NaN.
   */
  public double undisturbedNs(long tookNs, int frames) {
    leastNsPerFrame = Math.min(leastNsPerFrame, (double) tookNs / frames);
    double most = ALLOWED_NS + MOST_TIMES_LEAST * leastNsPerFrame * frames;
    return tookNs <= most ? tookNs : Double.NaN;
  }

  /** The shortest time of a frame until now. */
  public double leastNsPerFrame() {
    return leastNsPerFrame;
  }
}
