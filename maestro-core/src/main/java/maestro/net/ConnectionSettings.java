package maestro.net;

/**
 * The settings of all connections.
 *
 * @param maxSwitches the most connections
 * @param maxPerAddress the most connections from one address
 * @param handshakeTimeoutNs time in which the handshake must end
 * @param echoIntervalNs silence after which an echo request is sent
 * @param echoTimeoutNs silence after which the connection is closed
 * @param outputHighWaterBytes waiting output that makes a switch congested
 * @param stalledTimeoutNs a switch that reads next to nothing for this time while its output waits
 *     is disconnected
 * @param receiveBufferBytes size of the socket's receive buffer; 0 lets the kernel choose
 * @param sendBufferBytes size of the socket's send buffer; 0 lets the kernel choose
 */
public record ConnectionSettings(
    int maxSwitches,
    int maxPerAddress,
    long handshakeTimeoutNs,
    long echoIntervalNs,
    long echoTimeoutNs,
    int outputHighWaterBytes,
    long stalledTimeoutNs,
    int receiveBufferBytes,
    int sendBufferBytes) {}
