package maestro.emulator.engine.answer;

import java.nio.ByteBuffer;
import maestro.api.openflow.OxmField;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.switches.HostAddresses;

/**
 * Compares the match of an OpenFlow 1.3 FLOW_MOD with a packet, field by field:
 *
 * <pre>
 *  48             52                                     56
 *  | type, length | class 16, field 7, mask 1, length 8  | value, and a mask as long …
 * </pre>
 *
 * <p>Fields of other classes than the basic one are not judged. Confined to one thread; allocates
 * nothing.
 */
final class MatchForm13 implements MatchForm {
  private static final int MATCH_AT = 48;
  private static final int MATCH_HEADER_BYTES = 4;
  private static final int FIELD_HEADER_BYTES = 4;
  private static final int BASIC_CLASS = 0x8000;
  private static final int MASK_BIT = 0x100;

  private static final int IN_PORT = 0;
  private static final int IN_PHY_PORT = 1;
  private static final int METADATA = 2;
  private static final int ETH_DST = 3;
  private static final int ETH_SRC = 4;
  private static final int ETH_TYPE = 5;
  private static final int VLAN_VID = 6;
  private static final int IP_DSCP = 8;
  private static final int IP_ECN = 9;
  private static final int IP_PROTO = 10;
  private static final int IPV4_SRC = 11;
  private static final int IPV4_DST = 12;
  private static final int UDP_SRC = 15;
  private static final int UDP_DST = 16;
  private static final int TUNNEL_ID = 38;
  private static final int EXTENSION_HEADERS = 39;

  /** What a packet has in a field that it does not have: no value equals it. */
  private static final long ABSENT = -1;

  private int number;
  private long expected;
  private long came;

  @Override
  public boolean covers(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch) {
    int end = at + MATCH_AT + (b.getShort(at + MATCH_AT + 2) & 0xffff);
    int field = at + MATCH_AT + MATCH_HEADER_BYTES;
    while (field + FIELD_HEADER_BYTES <= end) {
      int header = b.getInt(field);
      int value = field + FIELD_HEADER_BYTES;
      field = value + (header & 0xff);
      if (header >>> 16 == BASIC_CLASS && !covers(b, header, value, hosts, batch)) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(
      ByteBuffer b, int header, int at, RequestedHosts hosts, PacketInBatch batch) {
    number = header >> 9 & 0x7f;
    boolean masked = (header & MASK_BIT) != 0;
    int bytes = (header & 0xff) >> (masked ? 1 : 0);
    expected = ofPacket(number, hosts, batch);
    came = value(b, at, bytes);
    long mask = masked ? value(b, at + bytes, bytes) : -1;
    return expected == ABSENT ? masked && mask == 0 : ((expected ^ came) & mask) == 0;
  }

  /** The value of a packet in a field. */
  private static long ofPacket(int field, RequestedHosts hosts, PacketInBatch batch) {
    return switch (field) {
      case IN_PORT, IN_PHY_PORT -> hosts.sourcePort();
      case ETH_DST -> HostAddresses.FIRST | hosts.destinationNumber();
      case ETH_SRC -> HostAddresses.FIRST | hosts.sourceNumber();
      case ETH_TYPE -> 0x0800;
      case METADATA, VLAN_VID, IP_DSCP, IP_ECN, TUNNEL_ID, EXTENSION_HEADERS -> 0;
      case IP_PROTO -> batch.protocol();
      case IPV4_SRC -> PacketInBatch.ipv4(hosts.sourceNumber());
      case IPV4_DST -> PacketInBatch.ipv4(hosts.destinationNumber());
      case UDP_SRC, UDP_DST ->
          batch.protocol() == PacketInBatch.UDP ? PacketInBatch.UDP_PORT : ABSENT;
      default -> ABSENT;
    };
  }

  /** An unsigned number of up to eight bytes; of a longer one the first eight. */
  private static long value(ByteBuffer b, int at, int bytes) {
    return switch (bytes) {
      case 1 -> b.get(at) & 0xffL;
      case 2 -> b.getShort(at) & 0xffffL;
      case 4 -> b.getInt(at) & 0xffff_ffffL;
      case 6 -> ((b.getShort(at) & 0xffffL) << 32) | (b.getInt(at + 2) & 0xffff_ffffL);
      case 3 -> ((b.getShort(at) & 0xffffL) << 8) | (b.get(at + 2) & 0xffL);
      default -> bytes >= Long.BYTES ? b.getLong(at) : 0;
    };
  }

  @Override
  public void explain(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch) {
    boolean covered = covers(b, at, hosts, batch);
    assert !covered;
  }

  @Override
  public String field() {
    return OxmField.of(number).map(OxmField::text).orElse("field " + number);
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
