package maestro.network.fabric;

import java.nio.ByteBuffer;
import maestro.network.host.HostSettings;
import maestro.openflow.FrameNumbers;

/**
 * The tags of 802.1Q in front of a frame's type. Stateless.
 *
 * <pre>
 *  dst 6 | src 6 | 0x8100 | priority 3, drop 1, VLAN id 12 | type 2 | …
 * </pre>
 */
final class VlanTags {
  static final int BYTES = 4;

  private static final int TYPE_AT = 12;
  private static final int LEAST_BYTES = 18;
  private static final int VLAN_BITS = 0xfff;

  private VlanTags() {}

  /** How many bytes of tags a frame has in front of its type. */
  static int bytes(ByteBuffer b, int at, int lengthBytes) {
    int tags = 0;
    while (lengthBytes >= tags + LEAST_BYTES && isTag(b, at + tags)) {
      tags += BYTES;
    }
    return tags;
  }

  private static boolean isTag(ByteBuffer b, int at) {
    return (b.getShort(at + TYPE_AT) & 0xffff) == FrameNumbers.TYPE_VLAN;
  }

  /** Whether the only tag of a frame has this id; for 0, whether it has no tag or the id 0. */
  static boolean isIn(int vlan, ByteBuffer b, int at, int tagBytes) {
    int found = tagBytes == 0 ? HostSettings.UNTAGGED : b.getShort(at + TYPE_AT + 2) & VLAN_BITS;
    return tagBytes <= BYTES && found == vlan && (tagBytes == BYTES || vlan == 0);
  }

  /**
   * Takes tags out: the frame begins at {@code at + tagBytes} then, and the first bytes are lost.
   */
  static void strip(ByteBuffer b, int at, int tagBytes) {
    if (tagBytes > 0) {
      long first = b.getLong(at);
      int rest = b.getInt(at + 8);
      b.putLong(at + tagBytes, first).putInt(at + tagBytes + 8, rest);
    }
  }

  /** Writes a frame with a tag at 0 of another buffer; returns its length. */
  static int add(int vlan, ByteBuffer from, int at, int lengthBytes, ByteBuffer to) {
    to.put(0, from, at, TYPE_AT);
    to.putShort(TYPE_AT, (short) FrameNumbers.TYPE_VLAN).putShort(TYPE_AT + 2, (short) vlan);
    to.put(TYPE_AT + BYTES, from, at + TYPE_AT, lengthBytes - TYPE_AT);
    return lengthBytes + BYTES;
  }
}
