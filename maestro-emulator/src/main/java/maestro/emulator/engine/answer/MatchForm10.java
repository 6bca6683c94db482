package maestro.emulator.engine.answer;

import java.nio.ByteBuffer;
import maestro.api.openflow.OxmField;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.FrameNumbers;

/**
 * Compares the match of an OpenFlow 1.0 FLOW_MOD with a packet. Five words hold all fields, and the
 * wildcards say which bits of them count:
 *
 * <pre>
 *  8           12        14       20       26     28    30     32    33      36     40     44     46
 *  | wildcards | in_port | eth_src | eth_dst | vlan | pcp  | type | tos | proto | ip_src | ip_dst | src | dst
 *              |0 .................|1 ..............|2 ...................|3 ............|4 ...........
 * </pre>
 *
 * <p>As a switch does, it ignores IP fields unless the match says that the packet is IP, ports
 * unless it says that it is UDP, and the VLAN priority. Confined to one thread; allocates nothing.
 */
final class MatchForm10 implements MatchForm {
  private static final int WILDCARDS_AT = 8;
  private static final int WORD_0_AT = 12;
  private static final int WORD_1_AT = 20;
  private static final int WORD_2_AT = 28;
  private static final int WORD_3_AT = 36;
  private static final int WORD_4_AT = 44;

  private static final int IN_PORT = 1;
  private static final int VLAN = 1 << 1;
  private static final int ETH_SRC = 1 << 2;
  private static final int ETH_DST = 1 << 3;
  private static final int ETH_TYPE = 1 << 4;
  private static final int PROTOCOL = 1 << 5;
  private static final int UDP_SRC = 1 << 6;
  private static final int UDP_DST = 1 << 7;
  private static final int IP_SRC_SHIFT = 8;
  private static final int IP_DST_SHIFT = 14;
  private static final int TOS = 1 << 21;
  private static final int IP_BITS = 32;

  private static final long NO_VLAN = 0xffff;
  private static final long IPV4 = FrameNumbers.TYPE_IPV4;
  private static final int TYPE_SHIFT = 32;
  private static final int TOS_SHIFT = 24;
  private static final int DSCP_SHIFT = TOS_SHIFT + 2;
  private static final int PROTOCOL_SHIFT = 16;
  private static final long ADDRESS_BITS = 0xffff_ffff_ffffL;
  private static final int PORTS = PacketInBatch.UDP_PORT << 16 | PacketInBatch.UDP_PORT;

  private int wildcards = -1;
  private long mask0;
  private long mask1;
  private long mask2;
  private long mask3;
  private int mask4;
  private String field = "";
  private long expected;
  private long came;

  @Override
  public boolean covers(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch) {
    int wild = b.getInt(at + WILDCARDS_AT);
    if (wild != wildcards) {
      takeMasks(wild, batch.protocol() == PacketInBatch.UDP);
    }
    if ((mask0 | mask1 | mask2) == 0) {
      return true;
    }
    long src = HostAddresses.FIRST | hosts.sourceNumber();
    long dst = HostAddresses.FIRST | hosts.destinationNumber();
    long word0 = (long) hosts.sourcePort() << 48 | src;
    long word1 = dst << 16 | NO_VLAN;
    long word2 = IPV4 << TYPE_SHIFT | (long) batch.protocol() << PROTOCOL_SHIFT;
    long differs =
        ((b.getLong(at + WORD_0_AT) ^ word0) & mask0)
            | ((b.getLong(at + WORD_1_AT) ^ word1) & mask1)
            | ((b.getLong(at + WORD_2_AT) ^ word2) & mask2);
    if (mask3 != 0) {
      differs |= (b.getLong(at + WORD_3_AT) ^ addresses(hosts)) & mask3;
    }
    return (differs | ((b.getInt(at + WORD_4_AT) ^ PORTS) & mask4)) == 0;
  }

  private static long addresses(RequestedHosts hosts) {
    long src = PacketInBatch.ipv4(hosts.sourceNumber());
    return (src << 32) | (PacketInBatch.ipv4(hosts.destinationNumber()) & 0xffff_ffffL);
  }

  private void takeMasks(int wild, boolean udp) {
    wildcards = wild;
    boolean ip = (wild & ETH_TYPE) == 0;
    mask0 =
        ((wild & IN_PORT) == 0 ? 0xffffL << 48 : 0) | ((wild & ETH_SRC) == 0 ? ADDRESS_BITS : 0);
    mask1 = ((wild & ETH_DST) == 0 ? ADDRESS_BITS << 16 : 0) | ((wild & VLAN) == 0 ? NO_VLAN : 0);
    mask2 =
        (ip ? 0xffffL << TYPE_SHIFT : 0)
            | (ip && (wild & TOS) == 0 ? 0xfcL << TOS_SHIFT : 0)
            | (ip && (wild & PROTOCOL) == 0 ? 0xffL << PROTOCOL_SHIFT : 0);
    mask3 = ip ? prefix(wild >> IP_SRC_SHIFT) << 32 | prefix(wild >> IP_DST_SHIFT) : 0;
    boolean ports = ip && udp && (wild & PROTOCOL) == 0;
    mask4 =
        (ports && (wild & UDP_SRC) == 0 ? 0xffff0000 : 0)
            | (ports && (wild & UDP_DST) == 0 ? 0xffff : 0);
  }

  /** The bits of an address that count, of which so many low ones are wildcarded. */
  private static long prefix(int wildcardedBits) {
    int bits = wildcardedBits & 0x3f;
    return bits >= IP_BITS ? 0 : 0xffff_ffffL >>> bits << bits;
  }

  @Override
  public void explain(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch) {
    long in0 = b.getLong(at + WORD_0_AT);
    long in1 = b.getLong(at + WORD_1_AT);
    long in2 = b.getLong(at + WORD_2_AT);
    long in3 = b.getLong(at + WORD_3_AT);
    int in4 = b.getInt(at + WORD_4_AT);
    long ip = addresses(hosts);
    field = "";
    differs(OxmField.IN_PORT, mask0 >>> 48, hosts.sourcePort(), in0 >>> 48);
    long src = HostAddresses.FIRST | hosts.sourceNumber();
    long dst = HostAddresses.FIRST | hosts.destinationNumber();
    differs(OxmField.ETH_SRC, mask0 & ADDRESS_BITS, src, in0);
    differs(OxmField.ETH_DST, mask1 >>> 16, dst, in1 >>> 16);
    differs(OxmField.VLAN_VID, mask1 & NO_VLAN, 0, vlan(in1 & NO_VLAN));
    differs(OxmField.ETH_TYPE, mask2 >>> TYPE_SHIFT, IPV4, in2 >>> TYPE_SHIFT);
    differs(OxmField.IP_DSCP, mask2 >>> DSCP_SHIFT & 0x3f, 0, in2 >>> DSCP_SHIFT);
    long protocol = mask2 >>> PROTOCOL_SHIFT & 0xff;
    differs(OxmField.IP_PROTO, protocol, batch.protocol(), in2 >>> PROTOCOL_SHIFT);
    differs(OxmField.IPV4_SRC, mask3 >>> 32, ip >>> 32, in3 >>> 32);
    differs(OxmField.IPV4_DST, mask3 & 0xffff_ffffL, ip, in3);
    differs(OxmField.UDP_SRC, mask4 >>> 16, PacketInBatch.UDP_PORT, in4 >>> 16);
    differs(OxmField.UDP_DST, mask4 & 0xffff, PacketInBatch.UDP_PORT, in4);
  }

  /** A VLAN as 1.3 says it. */
  private static long vlan(long wire) {
    return wire == NO_VLAN ? 0 : wire | OxmField.VLAN_PRESENT;
  }

  private void differs(OxmField of, long mask, long packet, long in) {
    if (field.isEmpty() && ((packet ^ in) & mask) != 0) {
      field = of.text();
      expected = packet & mask;
      came = in & mask;
    }
  }

  @Override
  public String field() {
    return field;
  }

  @Override
  public long expected() {
    return expected;
  }

  @Override
  public long came() {
    return came;
  }
}
