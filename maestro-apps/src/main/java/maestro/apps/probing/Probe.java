package maestro.apps.probing;

/**
 * What a probe says. Immutable.
 *
 * @param datapathId the switch it was sent out of
 * @param port the port it was sent out of
 * @param round in which it was sent, see {@link ProbeRounds}
 * @param direct whether it was sent to the neighbour alone (LLDP), and not to all that a broadcast
 *     reaches (BDDP)
 * @param sealHigh the first 64 bits of the seal
 * @param sealLow the last 64 bits of the seal
 */
public record Probe(
    long datapathId, int port, long round, boolean direct, long sealHigh, long sealLow) {}
