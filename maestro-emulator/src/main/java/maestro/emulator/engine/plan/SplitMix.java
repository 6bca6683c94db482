package maestro.emulator.engine.plan;

/**
 * SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): its n-th number needs none of those before it.
 */
final class SplitMix {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private SplitMix() {}

  /** The number at a place, 0 the first. */
  static long at(long seed, long place) {
    return mix(seed + (place + 1) * GOLDEN);
  }

  /** The first number of a generator that begins with this one. */
  static long next(long number) {
    return mix(number + GOLDEN);
  }

  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
