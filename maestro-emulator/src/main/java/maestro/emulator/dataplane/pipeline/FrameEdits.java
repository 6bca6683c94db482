package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/**
 * The changes that actions of OpenFlow 1.0 make to a frame. A change to a field that the frame has
 * not does nothing. Checksums of IPv4, TCP, UDP and ICMP stay right by incremental update (RFC
 * 1624). Each change leaves the frame's key and offsets as if read anew, and the bytes where the
 * frame came from as they were. Stateless; allocates nothing.
 */
final class FrameEdits {
  private static final int ADDRESSES_BYTES = 12;
  private static final int TCI_AT = 14;
  private static final int TOS_AT = 1;
  private static final int IPV4_SUM_AT = 10;
  private static final int ECN_BITS = 3;

  private FrameEdits() {}

  /** Sets the VLAN id of the tag; adds a tag of priority 0 when there is none. */
  static void setVlan(Frame frame, int vlan) {
    tag(frame);
    int tci = frame.unsignedShort(frame.at + TCI_AT);
    frame.bytes.putShort(frame.at + TCI_AT, (short) ((tci & 0xf000) | vlan));
    frame.readKey();
  }

  /** Sets the priority of the tag; adds a tag of VLAN 0 when there is none. */
  static void setPriority(Frame frame, int pcp) {
    tag(frame);
    int tci = frame.unsignedShort(frame.at + TCI_AT);
    frame.bytes.putShort(frame.at + TCI_AT, (short) ((tci & 0x1fff) | (pcp << 13)));
    frame.readKey();
  }

  /** Removes the tag. */
  static void stripVlan(Frame frame) {
    if (frame.isTagged()) {
      frame.own();
      moveAddresses(frame, Frame.TAG_BYTES);
      frame.readKey();
    }
  }

  /**
   * Sets an Ethernet address.
   *
   * @param offset 0 of the destination, 6 of the source
   * @param address 48 bits
   */
  static void setEthernet(Frame frame, int offset, long address) {
    frame.own();
    int at = frame.at + offset;
    frame.bytes.putShort(at, (short) (address >>> 32)).putInt(at + 2, (int) address);
    frame.readKey();
  }

  /** Sets the upper six bits of the type of service; the lower two stay. */
  static void setTos(Frame frame, int tos) {
    if (frame.ipv4 == Frame.NONE) {
      return;
    }
    frame.own();
    int old = frame.unsignedShort(frame.ipv4);
    int now = (old & (0xff00 | ECN_BITS)) | (tos & ~ECN_BITS & 0xff);
    frame.bytes.put(frame.ipv4 + TOS_AT, (byte) now);
    patch(frame.bytes, frame.ipv4 + IPV4_SUM_AT, old, now);
    frame.readKey();
  }

  /**
   * Sets an IPv4 address.
   *
   * @param offset in the IPv4 header: 12 of the source, 16 of the destination
   */
  static void setIpv4(Frame frame, int offset, int address) {
    if (frame.ipv4 == Frame.NONE) {
      return;
    }
    frame.own();
    int at = frame.ipv4 + offset;
    int old = frame.bytes.getInt(at);
    frame.bytes.putInt(at, address);
    patchWord(frame.bytes, frame.ipv4 + IPV4_SUM_AT, old, address);
    int sum = sumAt(frame);
    if (sum != Frame.NONE && protocol(frame) != Frame.ICMP) { // the pseudo-header has the address
      patchWord(frame.bytes, sum, old, address);
      avoidZeroOfUdp(frame, sum);
    }
    frame.readKey();
  }

  /**
   * Sets a port of TCP or UDP, or the type or code of an ICMP message.
   *
   * @param isSource the source port or the type; else the destination port or the code
   */
  static void setTransport(Frame frame, boolean isSource, int value) {
    if (frame.transport == Frame.NONE) {
      return;
    }
    frame.own();
    int sum = sumAt(frame);
    int at;
    int now;
    if (protocol(frame) == Frame.ICMP) {
      at = frame.transport;
      int both = frame.unsignedShort(at);
      now = isSource ? (both & 0xff) | (value & 0xff) << 8 : (both & 0xff00) | (value & 0xff);
    } else {
      at = frame.transport + (isSource ? 0 : 2);
      now = value;
    }
    int old = frame.unsignedShort(at);
    frame.bytes.putShort(at, (short) now);
    if (sum != Frame.NONE) {
      patch(frame.bytes, sum, old, now);
      avoidZeroOfUdp(frame, sum);
    }
    frame.readKey();
  }

  /** Where the checksum of the transport header is; none when UDP goes without. */
  private static int sumAt(Frame frame) {
    if (frame.transport == Frame.NONE) {
      return Frame.NONE;
    }
    return switch (protocol(frame)) {
      case Frame.ICMP -> frame.transport + 2;
      case Frame.TCP -> frame.transport + 16;
      default -> {
        int sum = frame.transport + 6;
        yield frame.bytes.getShort(sum) == 0 ? Frame.NONE : sum;
      }
    };
  }

  private static void avoidZeroOfUdp(Frame frame, int sum) {
    if (protocol(frame) == Frame.UDP && frame.bytes.getShort(sum) == 0) {
      frame.bytes.putShort(sum, (short) 0xffff);
    }
  }

  private static int protocol(Frame frame) {
    return (int) (frame.key[Fields.NETWORK_WORD] >>> Fields.PROTOCOL_SHIFT) & 0xff;
  }

  private static void tag(Frame frame) {
    frame.own();
    if (!frame.isTagged()) {
      moveAddresses(frame, -Frame.TAG_BYTES);
      frame.bytes.putInt(frame.at + ADDRESSES_BYTES, FrameNumbers.TYPE_VLAN << 16);
    }
  }

  /** Moves the beginning of the frame, so that a tag has room or is gone. */
  private static void moveAddresses(Frame frame, int byBytes) {
    long first = frame.bytes.getLong(frame.at);
    int last = frame.bytes.getInt(frame.at + 8);
    frame.at += byBytes;
    frame.bytes.putLong(frame.at, first).putInt(frame.at + 8, last);
  }

  private static void patchWord(ByteBuffer bytes, int sumAt, int old, int now) {
    patch(bytes, sumAt, old >>> 16, now >>> 16);
    patch(bytes, sumAt, old & 0xffff, now & 0xffff);
  }

  /** Equation 3 of RFC 1624. */
  private static void patch(ByteBuffer bytes, int sumAt, int old, int now) {
    int sum = (~bytes.getShort(sumAt) & 0xffff) + (~old & 0xffff) + now;
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    bytes.putShort(sumAt, (short) ~sum);
  }
}
