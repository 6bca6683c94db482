package maestro.net.connection;

/**
 * A token bucket for the flow requests of one switch. Full at the start. It is exact, since it
 * counts in billionths of a token: each nanosecond adds {@code requestsPerSecond} of them.
 *
 * <p>Threads: one at a time, the holder of the claim. Allocates nothing.
 */
final class TokenBucket {
  private static final long PARTS_PER_TOKEN = 1_000_000_000;

  private final long requestsPerSecond;
  private final long fullParts;
  private final long fillNs;
  private long parts;
  private long filledNs;

  TokenBucket(RateLimit limit, long nowNs) {
    requestsPerSecond = limit.requestsPerSecond();
    fullParts = limit.burstRequests() * PARTS_PER_TOKEN;
    fillNs = fullParts / requestsPerSecond + 1;
    parts = fullParts;
    filledNs = nowNs;
  }

  /** Adds the tokens for the time since the last call. */
  void fill(long nowNs) {
    long sinceNs = Math.max(0, Math.min(nowNs - filledNs, fillNs));
    parts = Math.min(fullParts, parts + sinceNs * requestsPerSecond);
    filledNs = nowNs;
  }

  /** How many whole tokens there are. */
  int tokens() {
    return (int) (parts / PARTS_PER_TOKEN);
  }

  /** Takes tokens, at most as many as there are. */
  void take(int tokens) {
    parts -= tokens * PARTS_PER_TOKEN;
  }
}
