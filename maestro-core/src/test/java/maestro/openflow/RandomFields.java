package maestro.openflow;

import java.util.Random;

/**
 * Random values of fields, with the reserved and the greatest ones more often than chance would
 * have them.
 */
final class RandomFields {
  private RandomFields() {}

  /** A port as a 32-bit number that the version can express; never 0. */
  static int port(Random random, int version) {
    if (random.nextInt(4) == 0) {
      return OpenFlow.PORT_IN_PORT + random.nextInt(8);
    }
    int most = version == OpenFlow.VERSION_10 ? 0xfeff : Integer.MAX_VALUE - 1;
    int least = version == OpenFlow.VERSION_10 ? 0 : 1; // 1.0 does not forbid port 0
    return random.nextInt(8) == 0 ? random.nextBoolean() ? most : least : 1 + random.nextInt(most);
  }

  /** 48 bits. */
  static long address(Random random) {
    return random.nextInt(16) == 0 ? 0xffff_ffff_ffffL : random.nextLong() >>> 16;
  }

  static byte[] bytes(Random random, int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }
}
