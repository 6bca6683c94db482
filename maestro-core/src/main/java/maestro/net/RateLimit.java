package maestro.net;

/**
 * How many flow requests one switch may make.
 *
 * @param requestsPerSecond 1 or more
 * @param burstRequests so many at once after a quiet time; 1 or more
 * @param waits whether what is above waits in the socket; else it is dropped
 */
public record RateLimit(int requestsPerSecond, int burstRequests, boolean waits) {}
