package maestro.net.connection;

/**
 * How many flow requests one switch may make.
 *
 * @param requestsPerSecond 1 or more
 * @param burstRequests how many at once after a quiet time; 1 or more
 * @param waits whether excess requests wait in the socket; otherwise they are dropped
 */
public record RateLimit(int requestsPerSecond, int burstRequests, boolean waits) {}
