package maestro.net.connection;

import maestro.net.socket.OutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the requests of one connection may be read now. They may not while the switch
 * leaves its answers unread, and while it has exceeded its rate limit.
 *
 * <p><b>Threads.</b> Stated at each method; where nothing is said, any.
 */
public final class ReadGate {
  private final OutputBuffer output;
  private final Interest interest;

  /**
   * Volatile: null while the switch has no rate limit. Written by the claim's holder, or while all
   * workers rest.
   */
  private volatile @Nullable Limiter limiter;

  ReadGate(OutputBuffer output, Interest interest) {
    this.output = output;
    this.interest = interest;
  }

  /**
   * Whether the requests may be served now. If not, reading is off until the output has been
   * written or the rate limit allows more; then the connection is listed again. For the holder of
   * the claim.
   */
  public boolean mayBeServed(long nowNs) {
    if (output.isCongested() && interest.suspend()) {
      return false;
    }
    Limiter limit = limiter;
    if (limit == null || limit.beginVisit(nowNs)) {
      return true;
    }
    interest.pause();
    return false;
  }

  /** Whether reading is off, for whatever reason. */
  public boolean isReadingOff() {
    return interest.isSuspended() || interest.isPaused();
  }

  /** The rate limit at work; null when there is none. */
  @Nullable Limiter limiter() {
    return limiter;
  }

  /**
   * Sets the rate limit; null removes it. For the holder of the claim, or while all workers rest.
   */
  void limit(@Nullable RateLimit limit, long nowNs) {
    Limiter before = limiter;
    if (limit == null) {
      limiter = null;
    } else if (before == null || !before.limit().equals(limit)) {
      limiter = new Limiter(limit, nowNs);
    }
  }

  /** The requests dropped by the rate limit since the last call. For the holder of the claim. */
  public int takeDropped() {
    Limiter limit = limiter;
    return limit == null ? 0 : limit.takeDropped();
  }

  /**
   * Ends the pause. Returns the rate limit when the switch exceeded it since the last call, else
   * null. For the conductor.
   */
  public @Nullable RateLimit endPause() {
    if (interest.isPaused()) {
      interest.endPause();
    }
    Limiter limit = limiter;
    return limit != null && limit.takeExceeded() ? limit.limit() : null;
  }
}
