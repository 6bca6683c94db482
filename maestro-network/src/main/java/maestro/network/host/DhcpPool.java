package maestro.network.host;

/**
 * The addresses that a DHCP server gives away.
 *
 * @param firstIp the first one; the others follow it
 * @param count at most {@link #MOST}
 * @param leaseSeconds how long one is given away, 1 or more
 */
public record DhcpPool(int firstIp, int count, int leaseSeconds) {
  /** The most addresses of a server. */
  public static final int MOST = 4096;

  /** Whether two servers would give the same address away. */
  public boolean overlaps(DhcpPool other) {
    return firstIp < other.firstIp + other.count && other.firstIp < firstIp + count;
  }
}
