package maestro.api.topology;

/**
 * The port a host was at is down or gone, and the host has not been seen elsewhere yet; announced
 * as {@code host-lost}.
 *
 * @param ethAddress the host's
 * @param datapathId the switch it was at
 * @param port the port it was at
 */
public record HostLost(long ethAddress, long datapathId, int port) {}
