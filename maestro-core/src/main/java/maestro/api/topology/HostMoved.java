package maestro.api.topology;

/**
 * A host was seen at another place than before; announced as {@code host-moved}.
 *
 * @param ethAddress the host's
 * @param oldDatapathId the switch it was at
 * @param oldPort the port it was at
 * @param newDatapathId the switch it is at
 * @param newPort the port it is at
 */
public record HostMoved(
    long ethAddress, long oldDatapathId, int oldPort, long newDatapathId, int newPort) {}
