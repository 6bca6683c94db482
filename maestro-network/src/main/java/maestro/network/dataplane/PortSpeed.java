package maestro.network.dataplane;

/**
 * The speed of a port as OpenFlow says it: a bit for each usual speed, and with 1.3 a number beside
 * it. All ports are full duplex and of copper. Stateless.
 *
 * <pre>
 *  bit   1    3     5    6     7     8      9      10     7 in 1.0, 11 in 1.3
 *        10M  100M  1G   10G | 40G   100G   1T     other  copper
 * </pre>
 */
public final class PortSpeed {
  /** Of a port whose link has no bound: 1 Gbit/s. */
  public static final long USUAL_KBPS = 1_000_000;

  private static final long[] KBPS = {
    10_000, 100_000, 1_000_000, 10_000_000, 40_000_000, 100_000_000, 1_000_000_000
  };
  private static final int[] BITS = {1, 3, 5, 6, 7, 8, 9};
  private static final int SPEEDS_10 = 4;
  private static final int OTHER = 1 << 10;
  private static final int COPPER_10 = 1 << 7;
  private static final int COPPER_13 = 1 << 11;
  private static final long MOST_KBPS = 0xffff_ffffL;
  private static final double BITS_PER_KILOBIT = 1e3;

  private PortSpeed() {}

  /**
   * The speed of a port of a link.
   *
   * @param bitsPerSecond of the link; 0 when it has no bound
   * @return at least 1, at most what 32 bits hold
   */
  public static long kbps(long bitsPerSecond) {
    return bitsPerSecond == 0
        ? USUAL_KBPS
        : Math.max(1, Math.min(MOST_KBPS, Math.round(bitsPerSecond / BITS_PER_KILOBIT)));
  }

  /** The features of 1.0: the bit of the speed that is nearest, as a ratio. */
  public static int features10(long kbps) {
    int nearest = 0;
    for (int i = 1; i < SPEEDS_10; i++) {
      if (distance(kbps, KBPS[i]) < distance(kbps, KBPS[nearest])) {
        nearest = i;
      }
    }
    return 1 << BITS[nearest] | COPPER_10;
  }

  private static double distance(long a, long b) {
    return (double) Math.max(a, b) / Math.min(a, b);
  }

  /** The features of 1.3: the bit of the speed, or that it is another one. */
  public static int features13(long kbps) {
    for (int i = 0; i < KBPS.length; i++) {
      if (KBPS[i] == kbps) {
        return 1 << BITS[i] | COPPER_13;
      }
    }
    return OTHER | COPPER_13;
  }
}
