package maestro.apps.probing;

/**
 * The content of a probe. Immutable.
 *
 * @param datapathId the switch that sent it
 * @param port the port out of which it was sent
 * @param instance the number of the application's run that sent it, see {@link ProbeRounds}
 * @param round the round in which it was sent
 * @param direct whether it was sent to the neighbour alone (LLDP), and not by broadcast (BDDP)
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
