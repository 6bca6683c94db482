package maestro.network.plan;

/**
 * What a link does to frames; both directions are alike.
 *
 * @param delayNs from one end to the other, 0 or more
 * @param bitsPerSecond at which frames leave; 0 for no bound
 * @param queueBytes that wait at most before a link with a bound; what comes then is dropped
 * @param loss the part of the frames that is lost on the way, 0 to 1
 */
public record LinkSettings(long delayNs, long bitsPerSecond, int queueBytes, double loss) {
  /** Queues of this size, should the map know a bandwidth. */
  private static final int USUAL_QUEUE_BYTES = 128 << 10;

  /** Without a bound and without loss. */
  public static LinkSettings ofDelay(long delayNs) {
    return new LinkSettings(delayNs, 0, USUAL_QUEUE_BYTES, 0);
  }
}
