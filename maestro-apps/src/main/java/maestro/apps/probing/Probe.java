package maestro.apps.probing;

/**
 * What a probe says. Immutable.
 *
 * @param datapathId the switch it was sent out of
 * @param port the port it was sent out of
 * @param instance the number of the run of the application that sent it, see {@link ProbeRounds}
 * @param round in which it was sent
 * @param direct whether it was sent to the neighbour alone (LLDP), and not to all that a broadcast
 *     reaches (BDDP)
 * @param sealHigh the first 64 bits of the seal
 * @param sealLow the last 64 bits of the seal
 */
public record Probe(
    long datapathId,
    int port,
    long instance,
    long round,
    boolean direct,
    long sealHigh,
    long sealLow) {}
