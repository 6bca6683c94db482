package maestro.apps.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.Writeable;
import org.projectfloodlight.openflow.protocol.match.Match;

class OpenFlowMatchTest {
  private static final OFFactory OLD = OFFactories.getFactory(OFVersion.OF_10);
  private static final OFFactory NEW = OFFactories.getFactory(OFVersion.OF_13);

  /**
   * Offsets of OpenFlow 1.0's match: wildcards 0, in_port 4, dl_vlan 18, dl_type 22, nw_proto 25,
   * nw_src 28, tp_src 36.
   */
  @Test
  void shouldFillTheFieldsOfOpenFlow10() throws Exception {
    ByteBuf wire = wire10("in-port=3 vlan=10 ip-src=10.0.0.0/8 protocol=tcp l4-src=80 l4-dst=23");
    assertThat(wire.getUnsignedShort(4)).isEqualTo(3);
    assertThat(wire.getUnsignedShort(18)).isEqualTo(10);
    assertThat(wire.getUnsignedShort(22)).isEqualTo(0x0800);
    assertThat(wire.getUnsignedByte(25)).isEqualTo((short) 6);
    assertThat(wire.getInt(28)).isEqualTo(0x0a00_0000);
    assertThat(wire.getUnsignedShort(36)).isEqualTo(80);
    assertThat(wire.getUnsignedShort(38)).isEqualTo(23);
    assertThat(wire.getInt(0) >>> 8 & 0x3f).as("bits of nw_src left out").isEqualTo(24);
    assertThat(wire.getInt(0) & 0xff).as("only the Ethernet addresses are open").isEqualTo(0x0c);
  }

  @Test
  void shouldSayUntaggedTheWayOpenFlow10Does() throws Exception {
    assertThat(wire10("vlan=none").getUnsignedShort(18)).isEqualTo(0xffff);
    assertThat(wire10("vlan=none").getInt(0) & 2).isZero();
  }

  @Test
  void shouldSayTypeAndCodeOfIcmpAsPortsInOpenFlow10() throws Exception {
    ByteBuf wire = wire10("protocol=icmp l4-src=8 l4-dst=1");
    assertThat(wire.getUnsignedShort(36)).isEqualTo(8);
    assertThat(wire.getUnsignedShort(38)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in-port=3 vlan=10 | in_port=3, vlan_vid=0x100a",
        "vlan=none | vlan_vid=0x0",
        "eth-dst=00:00:00:00:00:0b | eth_dst=00:00:00:00:00:0b",
        "eth-type=ipv6 protocol=icmpv6 l4-src=135 | icmpv6_type=0x87",
        "eth-type=ipv4 protocol=sctp l4-dst=9 | sctp_dst=9",
        "eth-type=ipv4 protocol=udp l4-src=9 | udp_src=9",
        "ip-dst=10.0.0.0/8 | ipv4_dst=10.0.0.0/255.0.0.0",
      })
  void shouldFillTheFieldsOfOpenFlow13(String text, String said) throws Exception {
    OpenFlowMatch match = OpenFlowMatch.of(PacketMatch.parse(List.of(text.split(" "))).get(0), NEW);
    assertThat(match.exact()).isTrue();
    assertThat(match.match().toString()).contains(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eth-type=ipv6 protocol=tcp l4-dst=23 | eth-type=ipv6",
        "eth-type=ipv4 protocol=sctp l4-dst=23 | eth-type=ipv4 protocol=sctp",
      })
  void shouldMatchMoreAndSaySoWhenTheVersionCannotSayIt(String text, String more) throws Exception {
    PacketMatch packets = PacketMatch.parse(List.of(text.split(" "))).get(0);
    Match wide = OpenFlowMatch.of(PacketMatch.parse(List.of(more.split(" "))).get(0), OLD).match();
    assertThat(OpenFlowMatch.of(packets, OLD)).isEqualTo(new OpenFlowMatch(wide, false));
    assertThat(OpenFlowMatch.of(packets, NEW).exact()).isTrue();
  }

  private static ByteBuf wire10(String text) throws BadMatchException {
    OpenFlowMatch match = OpenFlowMatch.of(PacketMatch.parse(List.of(text.split(" "))).get(0), OLD);
    assertThat(match.exact()).isTrue();
    ByteBuf wire = Unpooled.buffer();
    ((Writeable) match.match()).writeTo(wire);
    return wire;
  }
}
