package maestro.apps.packets;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;

/** VLAN tags in frames: 802.1Q, and 802.1ad for the outer of two. */
public final class Tags {
  /** The offset of the Ethernet type, after the two addresses. */
  static final int ETH_TYPE_AT = 12;

  private static final int ETHERNET_BYTES = 14;
  private static final int BYTES = 4;
  private static final int MAX_TAGS = 2;
  private static final int VLAN = 0x8100;
  private static final int PROVIDER_VLAN = 0x88a8;

  private Tags() {}

  /** The offset of the payload in a request's frame, after at most two tags. */
  static int payloadOf(FlowRequest request) {
    int at = ETHERNET_BYTES;
    for (int tags = 0; tags < MAX_TAGS && isTag(request, at - 2); tags++) {
      at += BYTES;
    }
    return at;
  }

  private static boolean isTag(FlowRequest request, int typeAt) {
    if (request.frameLength() < typeAt + 2 + BYTES) {
      return false;
    }
    int type = (request.frameByte(typeAt) << 8) | request.frameByte(typeAt + 1);
    return type == VLAN || type == PROVIDER_VLAN;
  }

  /** A copy of an untagged frame with a tag. */
  public static byte[] tagged(byte[] frame, int vlan) {
    return ByteBuffer.allocate(frame.length + BYTES)
        .put(frame, 0, ETH_TYPE_AT)
        .putShort((short) VLAN)
        .putShort((short) vlan)
        .put(frame, ETH_TYPE_AT, frame.length - ETH_TYPE_AT)
        .array();
  }
}
