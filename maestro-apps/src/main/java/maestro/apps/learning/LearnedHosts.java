package maestro.apps.learning;

import maestro.apps.ports.PhysicalPorts;

/**
 * The locations of one switch's hosts: VLAN and Ethernet address to port, bounded and aged. {@link
 * maestro.api.Vlans#hostKey} makes the keys.
 */
interface LearnedHosts {
  /** The port of an address that is not known. */
  int UNKNOWN = PhysicalPorts.NONE;

  /** The port where a host was last heard; {@link #UNKNOWN} when it is not known or too old. */
  int portOf(long host, long nowNs);

  /**
   * Learns the port at which a host was heard.
   *
   * @param host the host's key; its address is not 0, which is no host's
   * @param port not {@link #UNKNOWN}
   * @return the port before; {@link #UNKNOWN} when it was not known
   */
  int learn(long host, int port, long nowNs);

  /**
   * Learns a host's port from a flow entry that was found, although the host was not heard there.
   * The host is kept for half the timeout. It is displaced before any host that was heard, and
   * displaces none.
   *
   * @param host a host that {@link #portOf} does not know; address 0 is no host's
   * @param port not {@link #UNKNOWN}
   */
  void adopt(long host, int port, long nowNs);

  /** The addresses for which others were displaced. */
  Newcomers newcomers();

  /** The present number of slots. */
  int slots();

  /**
   * Begins to load the slots of these addresses into the cache, without waiting for them: the
   * processor goes on to the next address while memory answers. It can run ahead only some hundred
   * instructions, so the loop does nothing else.
   *
   * @return a value without meaning; the caller has to use it, or the compiler removes the reads
   */
  long fetch(long[] hosts, int count);
}
