package maestro.api;

/**
 * The counters of a port of a switch, as unsigned numbers. Immutable. Since API level 4.
 *
 * @param port as an OpenFlow 1.3 number in both versions
 * @param rxPackets packets received
 * @param txPackets packets sent
 * @param rxBytes bytes received
 * @param txBytes bytes sent
 * @param rxDropped packets dropped on the way in
 * @param txDropped packets dropped on the way out
 * @param rxErrors packets received with errors
 * @param txErrors packets that were not sent because of errors
 * @param atNs when the answer came, on {@link ApplicationContext#clock}
 */
public record PortStatistics(
    int port,
    long rxPackets,
    long txPackets,
    long rxBytes,
    long txBytes,
    long rxDropped,
    long txDropped,
    long rxErrors,
    long txErrors,
    long atNs) {
  /** The value of a counter that the switch does not have: all bits are set. */
  public static final long UNKNOWN = -1;
}
