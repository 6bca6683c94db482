package maestro.network.dataplane.classic;

/**
 * A route: where the packets to a range of addresses go.
 *
 * @param prefix the first address of the range; its lower bits are 0
 * @param lengthBits how many upper bits of an address must be the prefix's; 0 to 32
 * @param nextHop a number, 1 to {@link RouteTable#MOST_NEXT_HOPS}
 */
public record Route(int prefix, int lengthBits, int nextHop) {
  public Route {
    if (lengthBits < 0 || lengthBits > 32) {
      throw new IllegalArgumentException(
          "found a prefix of " + lengthBits + " bits; allowed: 0 to 32");
    }
    if ((prefix & ~mask(lengthBits)) != 0) {
      throw new IllegalArgumentException("bits behind the first " + lengthBits + " are not 0");
    }
    if (nextHop < 1 || nextHop > RouteTable.MOST_NEXT_HOPS) {
      throw new IllegalArgumentException(
          "found next hop " + nextHop + "; allowed: 1 to " + RouteTable.MOST_NEXT_HOPS);
    }
  }

  /** Whether packets to an address may go by this route. */
  boolean covers(int address) {
    return (address & mask(lengthBits)) == prefix;
  }

  private static int mask(int lengthBits) {
    return lengthBits == 0 ? 0 : -1 << (32 - lengthBits);
  }
}
