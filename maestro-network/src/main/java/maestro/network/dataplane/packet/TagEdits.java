package maestro.network.dataplane.packet;

import maestro.openflow.FrameNumbers;

/**
 * Pushes and pops VLAN tags, MPLS shims and the headers of provider backbone bridges. A new tag has
 * the values of the tag that was outermost. Popping what a packet has not does nothing. Stateless;
 * allocates nothing.
 */
public final class TagEdits {
  private static final int BACKBONE_BYTES = 18;
  private static final int PBB_TAG_BYTES = 4;
  private static final int LAST_SHIM = 1 << 8;

  private TagEdits() {}

  /** Pushes a tag before all others. Returns false when there is no room. */
  public static boolean pushVlan(Packet p, int type) {
    p.edit();
    int tci = p.vlan == Packet.NONE ? 0 : p.unsignedShort(p.vlan + 2);
    if (!p.insert(Packet.ADDRESSES_BYTES, Packet.TAG_BYTES)) {
      return false;
    }
    p.bytes.putInt(p.at + Packet.ADDRESSES_BYTES, type << 16 | tci);
    return true;
  }

  /** Pushes a tag of 802.1Q when there is none. Returns false when there is no room. */
  public static boolean tag(Packet p) {
    p.edit();
    return p.vlan != Packet.NONE || pushVlan(p, FrameNumbers.TYPE_VLAN);
  }

  public static void popVlan(Packet p) {
    p.edit();
    if (p.vlan != Packet.NONE) {
      p.insert(Packet.ADDRESSES_BYTES, -Packet.TAG_BYTES);
    }
  }

  /** Pushes a shim behind the VLAN tags. Returns false when there is no room. */
  public static boolean pushMpls(Packet p, int type) {
    p.edit();
    int ttl = Math.max(0, FieldEdits.networkTtl(p));
    int shim = p.hasMpls() ? p.bytes.getInt(p.payload) & ~LAST_SHIM : LAST_SHIM | ttl;
    int before = p.payload - p.at;
    if (!p.insert(before, Packet.TAG_BYTES)) {
      return false;
    }
    p.bytes.putShort(p.at + before - 2, (short) type).putInt(p.at + before, shim);
    return true;
  }

  /**
   * Takes away the outermost MPLS shim; does nothing to a frame without one.
   *
   * @param type of what was behind the shim
   */
  public static void popMpls(Packet p, int type) {
    p.edit();
    if (p.hasMpls()) {
      int before = p.payload - p.at;
      p.insert(before, -Packet.TAG_BYTES);
      p.bytes.putShort(p.at + before - 2, (short) type);
    }
  }

  /** Pushes addresses, which are the packet's own, and a service tag. */
  public static boolean pushPbb(Packet p) {
    p.edit();
    int tag = 0;
    if (p.has(Field.TYPE_PBB)) {
      tag = p.bytes.getInt(p.payload);
    } else if (p.vlan != Packet.NONE) {
      tag = p.unsignedShort(p.vlan + 2) >>> 12 << 28; // priority and drop eligibility
    }
    if (!p.insert(0, BACKBONE_BYTES)) {
      return false;
    }
    int customer = p.at + BACKBONE_BYTES;
    p.bytes.putLong(p.at, p.bytes.getLong(customer));
    p.bytes.putInt(p.at + 8, p.bytes.getInt(customer + 8));
    p.bytes.putShort(p.at + Packet.ADDRESSES_BYTES, (short) Field.TYPE_PBB);
    p.bytes.putInt(p.at + BACKBONE_BYTES - PBB_TAG_BYTES, tag);
    return true;
  }

  /** Pops everything before the customer's addresses. */
  public static void popPbb(Packet p) {
    p.edit();
    if (p.has(Field.TYPE_PBB)) {
      p.insert(0, p.at - p.payload - PBB_TAG_BYTES);
    }
  }
}
