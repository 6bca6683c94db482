package maestro.api.topology;

/**
 * Where hosts are, by address. A live table behind a view whose reference does not change: look it
 * up when you need it.
 *
 * <p>Threads: any; no look-up allocates or waits.
 */
public interface HostLocations {
  /** What look-ups say of a host that is not known. Not a location: no switch has this index. */
  long UNKNOWN = -1;

  /**
   * Where the host with an Ethernet address is.
   *
   * @return a location for {@link #datapathIdOf} and {@link #portOf}, or {@link #UNKNOWN}
   */
  long locationOf(long ethAddress);

  /** The switch of a location. */
  long datapathIdOf(long location);

  /** The port of a location. */
  int portOf(long location);

  /** The Ethernet address of the host with an IPv4 address, or {@link #UNKNOWN}. */
  long ethAddressOf(int ipv4);

  /** How many hosts are known. */
  int count();
}
