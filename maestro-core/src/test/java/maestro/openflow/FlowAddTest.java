package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.FlowActions;
import maestro.openflow.entry.FlowAdd;
import maestro.openflow.entry.L2FlowAdd;
import maestro.openflow.entry.MatchFields;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.ArpOpcode;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.ICMPv4Code;
import org.projectfloodlight.openflow.types.ICMPv4Type;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U64;
import org.projectfloodlight.openflow.types.U8;

/** Entries with fine matches: byte for byte, and as openflowj writes and reads them. */
class FlowAddTest {
  private static final int CASES = 2_000;
  private static final int AT = 3;
  private static final int EVERYTHING = (1 << 11) - 1;

  private final ByteBuffer out = ByteBuffer.allocate(1024);
  private final FlowAdd add = new FlowAdd();
  private final FrameFlyweight frame = new FrameFlyweight();
  private final Random random = new Random(20261123);

  private void fill(int version, int fields, int port, int queue, FlowActions actions) {
    add.match(fields | MatchFields.LINK, 0, 7, frame.vlanId(), frame)
        .entry(100, 10, 300, 1, 77, 0)
        .meter(0)
        .nextTable(0);
    add.actions().set(actions.encoded(version), actions.encoded(version), port, queue);
  }

  private String hex(int version, byte[] bytes, int read) {
    frame.wrap(ByteBuffer.wrap(bytes), 0, bytes.length);
    fill(version, MatchFields.expressible(read, version, frame), 3, -1, FlowActions.NONE);
    for (int i = 0; i < out.capacity(); i++) {
      out.put(i, (byte) 0xee); // what was there before is not to be seen
    }
    int length = add.encode(out, AT, version, 5, OpenFlow.NO_BUFFER);
    assertThat(length).isLessThanOrEqualTo(add.mostBytes(version));
    assertThat(out.get(AT + add.mostBytes(version))).isEqualTo((byte) 0xee);
    return Bytes.toHex(Bytes.copy(out, AT, length));
  }

  private static String spaced(String hex) {
    return hex.replace(" ", "");
  }

  @Test
  void shouldWriteAllFieldsWhenVersion10() {
    assertThat(hex(1, SampleFrames.tagged(10, SampleFrames.tcp(0x1234, 80)), EVERYTHING))
        .isEqualTo(
            spaced(
                "01 0e 0050 00000005"
                    + "00300000 0007 000000000001 000000000002 000a 00 00 0800 00 06 0000"
                    + "0a000001 0a000002 1234 0050"
                    + "000000000000004d 0000 000a 012c 0064 ffffffff ffff 0001"
                    + "0000 0008 0003 ffff"));
    assertThat(hex(1, SampleFrames.ethernet(0x0806, SampleFrames.arp(2, 5, 6)), EVERYTHING))
        .contains(
            spaced(
                "003000c0 0007 000000000001 000000000002 ffff 00 00 0806 00 02 0000"
                    + "00000005 00000006 0000 0000"));
  }

  @Test
  void shouldWriteAllFieldsWhenVersion13() {
    assertThat(hex(4, SampleFrames.tagged(10, SampleFrames.tcp(0x1234, 80)), EVERYTHING))
        .isEqualTo(
            spaced(
                "04 0e 0098 00000005 000000000000004d 0000000000000000"
                    + "00 00 000a 012c 0064 ffffffff ffffffff ffffffff 0001 0000"
                    + "0001 004d 80000004 00000007 80000606 000000000002 80000806 000000000001"
                    + "80000a02 0800 80000c02 100a 80001401 06 80001604 0a000001"
                    + "80001804 0a000002 80001a02 1234 80001c02 0050 000000"
                    + "0004 0018 00000000 0000 0010 00000003 ffff 000000000000"));
    assertThat(hex(4, SampleFrames.ethernet(0x0806, SampleFrames.arp(2, 5, 6)), EVERYTHING))
        .contains(
            spaced(
                "80000a02 0806 80000c02 0000 80002a02 0002 80002c04 00000005 80002e04 00000006"));
    byte[] ping =
        SampleFrames.ethernet(
            0x0800, SampleFrames.ipv4(1, 0x0a000001, 0x0a000002, 0, SampleFrames.icmp(8, 0)));
    assertThat(hex(4, ping, MatchFields.L4_SRC | MatchFields.L4_DST))
        .contains(spaced("80000a02 0800 80001401 01 80002601 08 80002801 00"));
  }

  @EachVersion
  void shouldWriteTheUsualEntryWhenNothingElseIsMatched(int version) {
    ByteBuffer usual = ByteBuffer.allocate(256);
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = frame();
      frame.wrap(ByteBuffer.wrap(bytes), 0, bytes.length);
      int port = RandomFields.port(random, version);
      port = port == ActionList.NO_PORT ? 0 : port;
      fill(version, 0, port, -1, FlowActions.NONE);
      int length = add.encode(out, AT, version, i, -1);
      int expected =
          new L2FlowAdd()
              .entry(100, 10, 300, 1, 77)
              .encode(usual, 0, version, i, 7, frame.ethSrc(), frame.ethDst(), port, -1);
      assertThat(Bytes.toHex(Bytes.copy(out, AT, length)))
          .isEqualTo(Bytes.toHex(Bytes.copy(usual, 0, expected)));
    }
  }

  private byte[] frame() {
    int src = random.nextInt(5);
    byte[] l4 =
        SampleFrames.ports(
            random.nextInt(4) == 0 ? 0 : random.nextInt(0x10000), random.nextInt(0x10000));
    byte[] icmp = SampleFrames.icmp(random.nextInt(20), random.nextInt(4));
    int[] ported = {6, 17, 132};
    int protocol = ported[random.nextInt(3)];
    byte[] plain =
        switch (random.nextInt(7)) {
          case 0 -> SampleFrames.ethernet(0x0806, SampleFrames.arp(1 + random.nextInt(3), src, 9));
          case 1 -> SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(protocol, l4));
          case 2 -> SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(58, icmp));
          case 3 -> SampleFrames.ethernet(0x0800, SampleFrames.ipv4(1, src, 9, 0, icmp));
          case 5 -> neighbour();
          case 4 -> SampleFrames.ethernet(0x600 + random.nextInt(0x100), new byte[46]);
          default -> SampleFrames.ethernet(0x0800, SampleFrames.ipv4(protocol, src, 9, 0, l4));
        };
    return random.nextInt(3) == 0 ? SampleFrames.tagged(random.nextInt(0x1000), plain) : plain;
  }

  private byte[] neighbour() {
    byte[] about = SampleFrames.neighbour(134 + random.nextInt(3), random.nextLong(), 3);
    return SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(58, about));
  }

  private int prefixes() {
    int ofIpv4 = random.nextInt(32) | random.nextInt(32) << 8;
    int ofIpv6 = random.nextInt(128) << 16 | random.nextInt(128) << 24;
    return random.nextBoolean() ? ofIpv4 | ofIpv6 : 0;
  }

  /** Built by openflowj, an entry is the same bytes; and read by openflowj, ours is that entry. */
  @EachVersion
  void shouldWriteWhatOpenflowjWrites(int version) throws MalformedMessageException {
    int compared = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = frame();
      frame.wrap(ByteBuffer.wrap(bytes), 0, bytes.length);
      int read = random.nextInt(MatchFields.ND_TARGET << 1) & ~MatchFields.RAW;
      int fields = MatchFields.expressible(read, version, frame);
      if (fields < 0) {
        continue;
      }
      compared++;
      int meter = version == 4 && random.nextBoolean() ? 9 : 0;
      int table = version == 4 ? random.nextInt(3) : 0;
      FlowActions before = random.nextBoolean() ? FlowActions.NONE : FlowActions.outputs(4, 5);
      int next = version == 4 && random.nextBoolean() ? table + 1 : 0;
      int prefixes = prefixes();
      add.match(fields, prefixes, 7, frame.vlanId(), frame)
          .entry(100, 10, 300, 1, 77, table)
          .meter(meter)
          .nextTable(next);
      boolean drops = random.nextInt(4) == 0;
      int port = version == 1 ? random.nextInt(3) : 3; // 0, too, which 1.0 does not forbid
      add.actions()
          .set(
              before.encoded(version),
              FlowActions.NONE.encoded(version),
              drops ? ActionList.NO_PORT : port,
              -1);
      int length = add.encode(out, AT, version, i, -1);
      assertThat(length).isLessThanOrEqualTo(add.mostBytes(version) - (version == 4 ? 8 : 0));

      OFFlowMod written = (OFFlowMod) ColdCodec.read(out, AT, length);
      List<Integer> ports = new ArrayList<>(before.isNone() ? List.of() : List.of(4, 5));
      if (!drops) {
        ports.add(port);
      }
      OFFactory factory = ColdCodec.factory(version);
      OFFlowMod expected =
          expected(factory, match(factory, fields, prefixes), i, table, meter, ports, next);
      assertThat(written).isEqualTo(expected);
      assertThat(Bytes.toHex(Bytes.copy(out, AT, length)))
          .isEqualTo(Bytes.toHex(ColdCodec.bytes(written)))
          .isEqualTo(Bytes.toHex(ColdCodec.bytes(expected)));
    }
    assertThat(compared).isGreaterThan(CASES / 3);
  }

  private static OFFlowMod expected(
      OFFactory factory,
      Match match,
      int xid,
      int table,
      int meter,
      List<Integer> ports,
      int nextTable) {
    List<OFAction> actions = new ArrayList<>();
    ports.forEach(port -> actions.add(factory.actions().output(OFPort.of(port), 0xffff)));
    OFFlowAdd.Builder expected =
        factory
            .buildFlowAdd()
            .setXid(xid)
            .setMatch(match)
            .setPriority(100)
            .setIdleTimeout(10)
            .setHardTimeout(300)
            .setFlags(java.util.Set.of(OFFlowModFlags.SEND_FLOW_REM))
            .setCookie(U64.of(77))
            .setOutPort(OFPort.ANY)
            .setBufferId(OFBufferId.NO_BUFFER);
    if (factory.getVersion().getWireVersion() == 1) {
      return expected.setActions(actions).build();
    }
    List<OFInstruction> instructions = new ArrayList<>();
    if (meter != 0) {
      instructions.add(factory.instructions().buildMeter().setMeterId(meter).build());
    }
    if (!actions.isEmpty()) {
      instructions.add(factory.instructions().applyActions(actions));
    }
    if (nextTable != 0) {
      instructions.add(factory.instructions().gotoTable(TableId.of(nextTable)));
    }
    return expected
        .setOutGroup(org.projectfloodlight.openflow.types.OFGroup.ANY)
        .setTableId(TableId.of(table))
        .setInstructions(instructions)
        .build();
  }

  private Match match(OFFactory factory, int fields, int prefixes) {
    Match.Builder match = factory.buildMatch();
    if ((fields & MatchFields.IN_PORT) != 0) {
      match.setExact(MatchField.IN_PORT, OFPort.of(7));
    }
    if ((fields & MatchFields.ETH_DST) != 0) {
      match.setExact(MatchField.ETH_DST, MacAddress.of(frame.ethDst()));
    }
    if ((fields & MatchFields.ETH_SRC) != 0) {
      match.setExact(MatchField.ETH_SRC, MacAddress.of(frame.ethSrc()));
    }
    if ((fields & MatchFields.VLAN) != 0) {
      int vlan = frame.vlanId();
      match.setExact(
          MatchField.VLAN_VID, vlan < 0 ? OFVlanVidMatch.UNTAGGED : OFVlanVidMatch.ofVlan(vlan));
    }
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      match.setExact(MatchField.ETH_TYPE, EthType.of(frame.ethType()));
    }
    if ((fields & MatchFields.IP_PROTO) != 0) {
      match.setExact(MatchField.IP_PROTO, IpProtocol.of((short) frame.ipProtocol()));
    }
    if ((fields & MatchFields.IPV4_SRC) != 0) {
      prefix(match, MatchField.IPV4_SRC, frame.ipv4Src(), prefixes & 0xff);
    }
    if ((fields & MatchFields.IPV4_DST) != 0) {
      prefix(match, MatchField.IPV4_DST, frame.ipv4Dst(), prefixes >>> 8 & 0xff);
    }
    if ((fields & MatchFields.IPV6_SRC) != 0) {
      IPv6Address source = IPv6Address.of(frame.ipv6SrcHigh(), frame.ipv6SrcLow());
      prefix(match, MatchField.IPV6_SRC, source, prefixes >>> 16 & 0xff);
    }
    if ((fields & MatchFields.IPV6_DST) != 0) {
      IPv6Address destination = IPv6Address.of(frame.ipv6DstHigh(), frame.ipv6DstLow());
      prefix(match, MatchField.IPV6_DST, destination, prefixes >>> 24 & 0xff);
    }
    transport(match, fields);
    if ((fields & MatchFields.ND_TARGET) != 0) {
      match.setExact(
          MatchField.IPV6_ND_TARGET, IPv6Address.of(frame.ndTargetHigh(), frame.ndTargetLow()));
    }
    if ((fields & MatchFields.ARP_OPERATION) != 0) {
      match.setExact(MatchField.ARP_OP, ArpOpcode.of(frame.arpOperation()));
    }
    address(match, fields, MatchFields.ARP_SENDER_IPV4, MatchField.ARP_SPA, frame.arpSenderIpv4());
    address(match, fields, MatchFields.ARP_TARGET_IPV4, MatchField.ARP_TPA, frame.arpTargetIpv4());
    return match.build();
  }

  private static void prefix(
      Match.Builder match, MatchField<IPv4Address> field, int address, int bits) {
    if (bits == 0) {
      match.setExact(field, IPv4Address.of(address));
    } else {
      match.setMasked(field, IPv4Address.of(address).withMaskOfLength(bits));
    }
  }

  private static void prefix(
      Match.Builder match, MatchField<IPv6Address> field, IPv6Address address, int bits) {
    if (bits == 0) {
      match.setExact(field, address);
    } else {
      match.setMasked(field, address.withMaskOfLength(bits));
    }
  }

  private static void address(
      Match.Builder match, int fields, int bit, MatchField<IPv4Address> field, int value) {
    if ((fields & bit) != 0) {
      match.setExact(field, IPv4Address.of(value));
    }
  }

  private void transport(Match.Builder match, int fields) {
    boolean hasSrc = (fields & MatchFields.L4_SRC) != 0;
    boolean hasDst = (fields & MatchFields.L4_DST) != 0;
    int src = frame.l4Src();
    int dst = frame.l4Dst();
    switch (hasSrc || hasDst ? frame.ipProtocol() : 0) {
      case 1 -> {
        if (hasSrc) {
          match.setExact(MatchField.ICMPV4_TYPE, ICMPv4Type.of((short) src));
        }
        if (hasDst) {
          match.setExact(MatchField.ICMPV4_CODE, ICMPv4Code.of((short) dst));
        }
      }
      case 58 -> {
        if (hasSrc) {
          match.setExact(MatchField.ICMPV6_TYPE, U8.of((short) src));
        }
        if (hasDst) {
          match.setExact(MatchField.ICMPV6_CODE, U8.of((short) dst));
        }
      }
      case 6 -> ports(match, MatchField.TCP_SRC, MatchField.TCP_DST, hasSrc, hasDst);
      case 17 -> ports(match, MatchField.UDP_SRC, MatchField.UDP_DST, hasSrc, hasDst);
      case 132 -> ports(match, MatchField.SCTP_SRC, MatchField.SCTP_DST, hasSrc, hasDst);
      default -> assertThat(hasSrc || hasDst).isFalse();
    }
  }

  private void ports(
      Match.Builder match,
      MatchField<TransportPort> from,
      MatchField<TransportPort> to,
      boolean hasSrc,
      boolean hasDst) {
    if (hasSrc) {
      match.setExact(from, TransportPort.of(frame.l4Src()));
    }
    if (hasDst) {
      match.setExact(to, TransportPort.of(frame.l4Dst()));
    }
  }
}
