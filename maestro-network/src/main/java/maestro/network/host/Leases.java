package maestro.network.host;

/**
 * What has become of hosts that use DHCP.
 *
 * @param clients hosts that use it
 * @param bound those that have got an address at some time
 * @param renewals leases that were prolonged
 * @param slowestNs the longest time until a host had its first address; 0 without any
 */
public record Leases(int clients, int bound, int renewals, long slowestNs) {}
