package maestro.cluster;

/**
 * Generations of claims: {@code counter * 2^16 + number of the member}. Two members can never hold
 * the same one, so nothing has to be agreed before a claim; and each generation tells whose it is.
 * They are compared without sign. 0 is no generation.
 */
final class Generations {
  /** What a switch has before the first claim. */
  static final long NONE = 0;

  /** How OpenFlow says that there is none yet. */
  private static final long UNSET = -1;

  private static final int NUMBER_BITS = 16;

  private Generations() {}

  /** A generation as a switch tells it, with {@link #NONE} for none. */
  static long told(long generation) {
    return generation == UNSET ? NONE : generation;
  }

  /** The member whose claim this is; 0 is nobody. */
  static int owner(long generation) {
    return (int) (generation & ((1 << NUMBER_BITS) - 1));
  }

  /** The next generation of a member, which is above the given one. */
  static long next(long above, int member) {
    return (((above >>> NUMBER_BITS) + 1) << NUMBER_BITS) | member;
  }

  static boolean isNewer(long one, long other) {
    return Long.compareUnsigned(one, other) > 0;
  }

  static long newer(long one, long other) {
    return isNewer(one, other) ? one : other;
  }
}
