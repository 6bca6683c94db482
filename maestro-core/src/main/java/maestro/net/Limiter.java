package maestro.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Applies the rate limit of one switch, if it has one: what is above is dropped after it was read,
 * or not read before its time.
 *
 * <p>Threads: the holder of the claim, but for {@link #takeExceeded}.
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

  /** Opaque: whether the switch was above its limit and nobody has said so. */
  @SuppressWarnings("unused") // through its VarHandle
  private boolean exceeded;

  Limiter(RateLimit limit, long nowNs) {
    this.limit = limit;
    this.bucket = new TokenBucket(limit, nowNs);
  }

  RateLimit limit() {
    return limit;
  }

  /** A visit begins; false when the switch has to wait. */
  boolean beginVisit(long nowNs) {
    bucket.fill(nowNs);
    boolean goesOn = !limit.waits() || bucket.tokens() > 0;
    if (!goesOn) {
      EXCEEDED.setOpaque(this, true);
    }
    return goesOn;
  }

  /** How many requests may be chopped, of so many. */
  int room(int requests) {
    return limit.waits() ? Math.min(requests, bucket.tokens()) : requests;
  }

  /** Takes tokens for requests that were chopped; how many of them, the last, are to be dropped. */
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

  /** How many requests were dropped since this was last asked. */
  int takeDropped() {
    int sum = dropped;
    dropped = 0;
    return sum;
  }

  /** Whether the switch was above its limit since this was last asked. For the conductor. */
  boolean takeExceeded() {
    if ((boolean) EXCEEDED.getOpaque(this)) {
      EXCEEDED.setOpaque(this, false);
      return true;
    }
    return false;
  }
}
