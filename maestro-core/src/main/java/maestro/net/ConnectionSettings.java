package maestro.net;

/**
 * What holds for each switch's connection.
 *
 * @param maxSwitches how many may be connected
 * @param maxPerAddress how many of them from one address
 * @param handshakeTimeoutNs time until the handshake must be over
 * @param echoIntervalNs silence after which an echo request is sent
 * @param echoTimeoutNs silence after which the switch is taken for dead
 * @param outputHighWaterBytes waiting output that makes a switch congested
 * @param stalledTimeoutNs a switch that reads next to nothing for so long while its output waits is
 *     disconnected
 * @param receiveBufferBytes of the kernel; 0 leaves it to the kernel
 * @param sendBufferBytes of the kernel; 0 leaves it to the kernel
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
