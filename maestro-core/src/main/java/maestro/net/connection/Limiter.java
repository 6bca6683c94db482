package maestro.net.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Applies the rate limit of one switch: excess requests are read and dropped, or wait unread in the
 * socket.
 *
 * <p>Threads: the holder of the claim, except {@link #takeExceeded}.
 */
final class Limiter {
  private static final VarHandle EXCEEDED;

  static {
    try {
      EXCEEDED = MethodHandles.lookup().findVarHandle(Limiter.class, "exceeded", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RateLimit limit;
  private final TokenBucket bucket;
  private int dropped;

  /** Opaque: whether the switch was above its limit since the last {@link #takeExceeded}. */
  @SuppressWarnings("unused") // through its VarHandle
  private boolean exceeded;

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
      EXCEEDED.setOpaque(this, true);
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
      EXCEEDED.setOpaque(this, true);
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
    if ((boolean) EXCEEDED.getOpaque(this)) {
      EXCEEDED.setOpaque(this, false);
      return true;
    }
    return false;
  }
}
