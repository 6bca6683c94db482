package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import maestro.network.dataplane.packet.Frames;

/**
 * A frame of few values, and what it says, by the one who made it; see {@link PlainMatch}.
 *
 * @param fields {@code src, dst, type}, and as far as it has them {@code tagged, vlan, pcp}, {@code
 *     protocol, dscp, nwSrc, nwDst, tpSrc, tpDst}
 */
@SuppressWarnings("ArrayRecordComponent")
record RandomFrame(byte[] bytes, Map<String, Long> fields) {
  private static final int[] TYPES = {0x800, 0x800, 0x800, 0x806, 0x86dd};
  private static final int[] PROTOCOLS = {1, 6, 17};
  private static final int[] ADDRESSES = {0x0a000001, 0x0a000002, 0x0a000103, 0x0a010001};

  static RandomFrame of(Random random) {
    Map<String, Long> f = new TreeMap<>();
    long src = 0x0200_0000_0000L | random.nextInt(2);
    long dst = 0x0200_0000_0000L | random.nextInt(3);
    int type = TYPES[random.nextInt(TYPES.length)];
    long from = ADDRESSES[random.nextInt(ADDRESSES.length)];
    long to = ADDRESSES[random.nextInt(ADDRESSES.length)];
    byte[] bytes;
    if (type == 0x806) {
      int operation = 1 + random.nextInt(2);
      bytes = Frames.arp(src, operation, (int) from, (int) to);
      dst = 0x0200_0000_0001L;
      ByteBuffer.wrap(bytes).putShort(0, (short) 0x0200).putInt(2, (int) dst);
      f.put("protocol", (long) operation);
    } else {
      int protocol = PROTOCOLS[random.nextInt(PROTOCOLS.length)];
      long tpSrc = random.nextInt(2);
      long tpDst = 1L + random.nextInt(2);
      bytes = Frames.ipv4(src, dst, protocol, (int) from, (int) to, (int) tpSrc, (int) tpDst);
      if (type == 0x800) {
        f.put("protocol", (long) protocol);
        f.put("dscp", 0x29L >>> 2);
        f.put("tpSrc", tpSrc);
        f.put("tpDst", tpDst);
      }
    }
    if (type != 0x86dd) {
      f.put("nwSrc", from & 0xffff_ffffL);
      f.put("nwDst", to & 0xffff_ffffL);
    }
    ByteBuffer.wrap(bytes).putShort(12, (short) type);
    f.put("src", src);
    f.put("dst", dst);
    f.put("type", (long) type);
    if (random.nextInt(3) == 0) {
      long vlan = 5L + random.nextInt(2);
      long pcp = random.nextInt(2);
      bytes = Frames.tagged(bytes, (int) (pcp << 13 | vlan));
      f.put("tagged", 1L);
      f.put("vlan", vlan);
      f.put("pcp", pcp);
    }
    return new RandomFrame(bytes, f);
  }

  /** The value of a field; 0 when it has none. */
  long get(String field) {
    return fields.getOrDefault(field, 0L);
  }
}
