package maestro.openflow.entry;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.nulls.Initializer;
import maestro.openflow.Actions;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;

/**
 * One flow entry in a switch's reply to a flow statistics request, over its bytes.
 *
 * <pre>
 *  1.0   0        2       4       44        52         54     56     58    64       72        88
 *        | length | table | match | seconds | priority | idle | hard | pad | cookie | packets | …
 *        match     0           4         6         12        18     20
 *                  | wildcards | in_port | eth_src | eth_dst | vlan | the rest |
 *        … actions
 *  1.3   0        2       4         12         14     16     18          24       32        48
 *        | length | table | seconds | priority | idle | hard | flags pad | cookie | packets | …
 *        … match, a multiple of 8 | instructions
 * </pre>
 *
 * <p>Confined to one thread; the bytes must stay unchanged while it is read. It allocates when an
 * entry has more outputs than any before.
 */
public class FlowStatsEntryFlyweight {
  /** Returned by {@link #wrap}: a length is wrong. */
  static final int MALFORMED = -1;

  private static final int LEAST_BYTES_10 = 88;
  private static final int LEAST_BYTES_13 = 56;
  private static final int TABLE = 2;

  private static final int MATCH_10 = 4;
  private static final int SECONDS_10 = 44;
  private static final int PRIORITY_10 = 52;
  private static final int COOKIE_10 = 64;
  private static final int PACKETS_10 = 72;
  private static final int ACTIONS_10 = 88;
  private static final int IN_PORT_10 = MATCH_10 + 4;
  private static final int ETH_SRC_10 = MATCH_10 + 6;
  private static final int ETH_DST_10 = MATCH_10 + 12;
  private static final int VLAN_10 = MATCH_10 + 18;
  private static final int WILD_VLAN_10 = 1 << 1;
  private static final int MATCH_BYTES_10 = 40;
  private static final int UNTAGGED_10 = 0xffff;
  private static final int ENQUEUE_10 = 11;

  private static final int SECONDS_13 = 4;
  private static final int PRIORITY_13 = 12;
  private static final int FLAGS_13 = 18;
  private static final int COOKIE_13 = 24;
  private static final int PACKETS_13 = 32;
  private static final int MATCH_13 = 48;
  private static final int VLAN = 0x80000c02;
  private static final int VLAN_PRESENT = 0x1000;
  private static final int VLAN_BITS = 0x1fff;

  private static final int ASKS_FOR_FLOW_REMOVED = 1;
  private static final int WRITE_ACTIONS = 3;
  private static final int APPLY_ACTIONS = 4;
  private static final int CLEAR_ACTIONS = 5;
  private static final int UNIT_BYTES = 8;
  private static final int OUTPUT = 0;
  private static final int ACTION_HEADER_BYTES = 4;

  private static final int NO_TAG = -1;

  private ByteBuffer buffer;
  private int at;
  private int version;
  private int length;
  private int matchBytes;

  private boolean hasInPort;
  private int inPort;
  private boolean hasEthSrc;
  private long ethSrc;
  private boolean hasEthDst;
  private long ethDst;
  private boolean hasVlan;
  private int vlan;

  private int[] outputs = new int[8];
  private int outputCount;

  /**
   * Wraps the entry that begins at {@code at}, and checks all its lengths.
   *
   * @param end where the message ends
   * @return bytes of the entry, or {@link #MALFORMED}
   */
  @Initializer
  public final int wrap(ByteBuffer b, int at, int end, int version) {
    this.buffer = b;
    this.at = at;
    this.version = version;
    int least = version == OpenFlow.VERSION_10 ? LEAST_BYTES_10 : LEAST_BYTES_13;
    if (end - at < least) {
      return MALFORMED;
    }
    length = b.getShort(at) & 0xffff;
    if (length < least || length > end - at) {
      return MALFORMED;
    }
    hasInPort = false;
    hasEthSrc = false;
    hasEthDst = false;
    hasVlan = false;
    inPort = 0;
    ethSrc = 0;
    ethDst = 0;
    vlan = 0;
    outputCount = 0;
    boolean right = version == OpenFlow.VERSION_10 ? wrap10() : wrap13();
    return right ? length : MALFORMED;
  }

  private boolean wrap10() {
    matchBytes = MATCH_BYTES_10;
    int wild = buffer.getInt(at + MATCH_10);
    hasInPort = (wild & FlowModFlyweight.WILD_IN_PORT_10) == 0;
    if (hasInPort) {
      inPort = OpenFlow.port10To13(buffer.getShort(at + IN_PORT_10));
    }
    hasEthSrc = (wild & FlowModFlyweight.WILD_ETH_SRC_10) == 0;
    if (hasEthSrc) {
      ethSrc = address(at + ETH_SRC_10);
    }
    hasEthDst = (wild & FlowModFlyweight.WILD_ETH_DST_10) == 0;
    if (hasEthDst) {
      ethDst = address(at + ETH_DST_10);
    }
    hasVlan = (wild & WILD_VLAN_10) == 0;
    if (hasVlan) {
      int tag = buffer.getShort(at + VLAN_10) & 0xffff;
      vlan = tag == UNTAGGED_10 ? NO_TAG : tag & 0xfff;
    }
    return actions(at + ACTIONS_10, at + length);
  }

  private boolean wrap13() {
    int end = at + length;
    int match = at + MATCH_13;
    int matchLength = Oxm.matchLength(buffer, match, end);
    if (matchLength == Oxm.MALFORMED) {
      return false;
    }
    int matchEnd = match + matchLength;
    int field = match + Oxm.MATCH_HEADER_BYTES;
    while (field < matchEnd) {
      int next = Oxm.next(buffer, field, matchEnd);
      if (next == Oxm.MALFORMED || !field(field)) {
        return false;
      }
      field = next;
    }
    matchBytes = Oxm.padded(matchLength);
    return instructions(match + matchBytes, end);
  }

  /** Notes a known field; false when it has a wrong length. */
  private boolean field(int field) {
    int header = buffer.getInt(field);
    int payload = Oxm.payload(field);
    if (header == Oxm.IN_PORT) {
      hasInPort = true;
      inPort = buffer.getInt(payload);
    } else if (Oxm.sameField(header, Oxm.ETH_SRC)) {
      hasEthSrc = isWhole(header, Oxm.ETH_SRC, Oxm.ETH_SRC_MASKED, payload);
      ethSrc = hasEthSrc ? address(payload) : 0;
      return header == Oxm.ETH_SRC || header == Oxm.ETH_SRC_MASKED;
    } else if (Oxm.sameField(header, Oxm.ETH_DST)) {
      hasEthDst = isWhole(header, Oxm.ETH_DST, Oxm.ETH_DST_MASKED, payload);
      ethDst = hasEthDst ? address(payload) : 0;
      return header == Oxm.ETH_DST || header == Oxm.ETH_DST_MASKED;
    } else if (header == VLAN) {
      int tag = buffer.getShort(payload) & VLAN_BITS;
      hasVlan = tag == 0 || (tag & VLAN_PRESENT) != 0;
      vlan = tag == 0 ? NO_TAG : tag & 0xfff;
    }
    return true;
  }

  /** Whether all bits of an address are matched. */
  private boolean isWhole(int header, int exact, int masked, int payload) {
    return header == exact
        || (header == masked && address(payload + 6) == FrameNumbers.ADDRESS_BITS);
  }

  private long address(int at) {
    return ((buffer.getShort(at) & 0xffffL) << 32) | (buffer.getInt(at + 2) & 0xffff_ffffL);
  }

  private boolean instructions(int at, int end) {
    int instruction = at;
    while (instruction < end) {
      if (end - instruction < UNIT_BYTES) {
        return false;
      }
      int typeAndLength = buffer.getInt(instruction);
      int bytes = typeAndLength & 0xffff;
      if (bytes < UNIT_BYTES || bytes % UNIT_BYTES != 0 || bytes > end - instruction) {
        return false;
      }
      int type = typeAndLength >>> 16;
      boolean hasActions = type == APPLY_ACTIONS || type == WRITE_ACTIONS || type == CLEAR_ACTIONS;
      if (hasActions && !actions(instruction + UNIT_BYTES, instruction + bytes)) {
        return false;
      }
      instruction += bytes;
    }
    return true;
  }

  private boolean actions(int at, int end) {
    int action = at;
    while (action < end) {
      if (end - action < UNIT_BYTES) {
        return false;
      }
      int typeAndLength = buffer.getInt(action);
      int bytes = typeAndLength & 0xffff;
      if (bytes < UNIT_BYTES || bytes % UNIT_BYTES != 0 || bytes > end - action) {
        return false;
      }
      int type = typeAndLength >>> 16;
      if (type == OUTPUT || (type == ENQUEUE_10 && version == OpenFlow.VERSION_10)) {
        if (type == OUTPUT && bytes != outputBytes()) {
          return false;
        }
        addOutput(action + ACTION_HEADER_BYTES);
      }
      action += bytes;
    }
    return true;
  }

  private int outputBytes() {
    return version == OpenFlow.VERSION_10 ? Actions.OUTPUT_BYTES_10 : Actions.OUTPUT_BYTES_13;
  }

  private void addOutput(int port) {
    if (outputCount == outputs.length) {
      outputs = Arrays.copyOf(outputs, 2 * outputCount);
    }
    outputs[outputCount++] =
        version == OpenFlow.VERSION_10
            ? OpenFlow.port10To13(buffer.getShort(port))
            : buffer.getInt(port);
  }

  public final ByteBuffer buffer() {
    return buffer;
  }

  public final int version() {
    return version;
  }

  /** Where the entry begins, absolute in the buffer. */
  public final int offset() {
    return at;
  }

  /** The length of the entry in bytes. */
  public final int length() {
    return length;
  }

  /** Where the match begins, absolute in the buffer. */
  public final int matchOffset() {
    return at + (version == OpenFlow.VERSION_10 ? MATCH_10 : MATCH_13);
  }

  /** The length of the match in bytes, padding included. */
  public final int matchBytes() {
    return matchBytes;
  }

  /** 0..255. */
  public final int table() {
    return buffer.get(at + TABLE) & 0xff;
  }

  /** 0..65535. */
  public final int priority() {
    return unsigned16(version == OpenFlow.VERSION_10 ? PRIORITY_10 : PRIORITY_13);
  }

  /** Seconds, 0 is never. */
  public final int idleTimeoutSeconds() {
    return unsigned16((version == OpenFlow.VERSION_10 ? PRIORITY_10 : PRIORITY_13) + 2);
  }

  /** Seconds, 0 is never. */
  public final int hardTimeoutSeconds() {
    return unsigned16((version == OpenFlow.VERSION_10 ? PRIORITY_10 : PRIORITY_13) + 4);
  }

  /** Whether the switch will report that the entry is gone. 1.0 does not show it. */
  public final boolean asksForFlowRemoved() {
    return version != OpenFlow.VERSION_10
        && (buffer.getShort(at + FLAGS_13) & ASKS_FOR_FLOW_REMOVED) != 0;
  }

  private int unsigned16(int offset) {
    return buffer.getShort(at + offset) & 0xffff;
  }

  /** The age of the entry, in seconds. */
  public final long ageSeconds() {
    int seconds = version == OpenFlow.VERSION_10 ? SECONDS_10 : SECONDS_13;
    return buffer.getInt(at + seconds) & 0xffff_ffffL;
  }

  public final long cookie() {
    return buffer.getLong(at + (version == OpenFlow.VERSION_10 ? COOKIE_10 : COOKIE_13));
  }

  /** The number of packets, an unsigned value. */
  public final long packets() {
    return buffer.getLong(at + (version == OpenFlow.VERSION_10 ? PACKETS_10 : PACKETS_13));
  }

  /** The number of bytes of these packets, an unsigned value. */
  public final long bytes() {
    int packets = version == OpenFlow.VERSION_10 ? PACKETS_10 : PACKETS_13;
    return buffer.getLong(at + packets + Long.BYTES);
  }

  /** Whether it matches one in-port. */
  public final boolean hasInPort() {
    return hasInPort;
  }

  /** A 32-bit number in both versions. */
  public final int inPort() {
    return inPort;
  }

  /** Whether it matches one Ethernet source, in all bits. */
  public final boolean hasEthSrc() {
    return hasEthSrc;
  }

  /** 48 bits. */
  public final long ethSrc() {
    return ethSrc;
  }

  /** Whether it matches one Ethernet destination, in all bits. */
  public final boolean hasEthDst() {
    return hasEthDst;
  }

  /** 48 bits. */
  public final long ethDst() {
    return ethDst;
  }

  /** Whether it matches one VLAN, or packets without a tag. */
  public final boolean hasVlan() {
    return hasVlan;
  }

  /** 0..4095, or −1 for packets without a tag. */
  public final int vlan() {
    return vlan;
  }

  /** How many OUTPUT actions it has, and in 1.0 ENQUEUE actions. */
  public final int outputCount() {
    return outputCount;
  }

  /** The port of the i-th output, as a 32-bit number in both versions. */
  public final int output(int i) {
    if (i >= outputCount) {
      throw new IndexOutOfBoundsException(i);
    }
    return outputs[i];
  }
}
