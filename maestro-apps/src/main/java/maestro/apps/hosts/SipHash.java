package maestro.apps.hosts;

/**
 * SipHash-2-4 of three words (Aumasson and Bernstein, INDOCRYPT 2012): a hash with a key. Without
 * the key nobody can find two inputs with the same hash. Immutable; allocates nothing.
 */
final class SipHash {
  private static final int WORDS = 3;

  private final long k0;
  private final long k1;

  SipHash(long k0, long k1) {
    this.k0 = k0;
    this.k1 = k1;
  }

  long of(long first, long second, long third) {
    long v0 = k0 ^ 0x736f_6d65_7073_6575L;
    long v1 = k1 ^ 0x646f_7261_6e64_6f6dL;
    long v2 = k0 ^ 0x6c79_6765_6e65_7261L;
    long v3 = k1 ^ 0x7465_6462_7974_6573L;
    for (int i = 0; i <= WORDS + 1; i++) {
      boolean isEnd = i == WORDS + 1;
      long word =
          switch (i) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            case WORDS -> (long) (WORDS * Long.BYTES) << 56;
            default -> 0;
          };
      v3 ^= word;
      v2 ^= isEnd ? 0xff : 0;
      for (int round = isEnd ? 4 : 2; round > 0; round--) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }
}
