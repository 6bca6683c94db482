package maestro.network.dataplane.classic;

/**
 * The neighbour that a packet is sent to.
 *
 * @param port of the router, from 1
 * @param source the router's Ethernet address there, 48 bits
 * @param destination the neighbour's, 48 bits
 */
public record NextHop(int port, long source, long destination) {}
