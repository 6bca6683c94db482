package maestro.net.connection;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Applies the rate limit of one switch: excess requests are read and dropped, or wait unread in the
 * socket.
 *
 * <p>Threads: the holder of the claim, except {@link #takeExceeded}.
 */
final class Limiter {
  private final RateLimit limit;
  private final TokenBucket bucket;
  private int dropped;

  /** Opaque: whether the switch was above its limit since the last {@link #takeExceeded}. */
  private final AtomicBoolean exceeded = new AtomicBoolean();

  Limiter(RateLimit limit, long nowNs) {
    this.limit = limit;
    this.bucket = new TokenBucket(limit, nowNs);
  }

  RateLimit limit() {
    return limit;
  }

  /** Begins a visit; false when the switch has to wait. */
  boolean beginVisit(long nowNs) {
    bucket.fill(nowNs);
    boolean goesOn = !limit.waits() || bucket.tokens() > 0;
    if (!goesOn) {
      exceeded.setOpaque(true);
    }
    return goesOn;
  }

  /** How many of these requests may be chopped. */
  int room(int requests) {
    return limit.waits() ? Math.min(requests, bucket.tokens()) : requests;
  }

  /** Takes tokens for chopped requests. Returns how many to drop, from the end. */
  int refused(int requests) {
    int allowed = Math.min(requests, bucket.tokens());
    bucket.take(allowed);
    int refused = requests - allowed;
    if (refused > 0) {
      dropped += refused;
      exceeded.setOpaque(true);
    }
    return refused;
  }

  /** The requests dropped since the last call. */
  int takeDropped() {
    int sum = dropped;
    dropped = 0;
    return sum;
  }

  /** Whether the switch was above its limit since the last call. For the conductor. */
  boolean takeExceeded() {
    if (exceeded.getOpaque()) {
      exceeded.setOpaque(false);
      return true;
    }
    return false;
  }
}
