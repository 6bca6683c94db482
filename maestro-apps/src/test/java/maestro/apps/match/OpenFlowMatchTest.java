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
    ByteBuf wire =
        wire10("in_port=3 vlan_vid=10 ipv4_src=10.0.0.0/8 ip_proto=tcp tcp_src=80 tcp_dst=23");
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
    assertThat(wire10("vlan_vid=untagged").getUnsignedShort(18)).isEqualTo(0xffff);
    assertThat(wire10("vlan_vid=untagged").getInt(0) & 2).isZero();
  }

  @Test
  void shouldSayTypeAndCodeOfIcmpAsPortsInOpenFlow10() throws Exception {
    ByteBuf wire = wire10("ip_proto=icmp icmpv4_type=8 icmpv4_code=1");
    assertThat(wire.getUnsignedShort(36)).isEqualTo(8);
    assertThat(wire.getUnsignedShort(38)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in_port=3 vlan_vid=10 | in_port=3, vlan_vid=0x100a",
        "vlan_vid=untagged | vlan_vid=0x0",
        "eth_dst=00:00:00:00:00:0b | eth_dst=00:00:00:00:00:0b",
        "eth_type=ipv6 ip_proto=icmpv6 icmpv6_type=135 | icmpv6_type=0x87",
        "eth_type=ipv4 ip_proto=sctp sctp_dst=9 | sctp_dst=9",
        "eth_type=ipv4 ip_proto=udp udp_src=9 | udp_src=9",
        "ipv4_dst=10.0.0.0/8 | ipv4_dst=10.0.0.0/255.0.0.0",
      })
  void shouldFillTheFieldsOfOpenFlow13(String text, String said) throws Exception {
    OpenFlowMatch match =
        OpenFlowMatch.of(PacketMatch.parse(List.of(text.split(" ")), renamed -> {}).get(0), NEW);
    assertThat(match.exact()).isTrue();
    assertThat(match.match().toString()).contains(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eth_type=ipv6 ip_proto=tcp tcp_dst=23 | eth_type=ipv6",
        "eth_type=ipv4 ip_proto=sctp sctp_dst=23 | eth_type=ipv4 ip_proto=sctp",
      })
  void shouldMatchMoreAndSaySoWhenTheVersionCannotSayIt(String text, String more) throws Exception {
    PacketMatch packets = PacketMatch.parse(List.of(text.split(" ")), renamed -> {}).get(0);
    Match wide =
        OpenFlowMatch.of(PacketMatch.parse(List.of(more.split(" ")), renamed -> {}).get(0), OLD)
            .match();
    assertThat(OpenFlowMatch.of(packets, OLD)).isEqualTo(new OpenFlowMatch(wide, false));
    assertThat(OpenFlowMatch.of(packets, NEW).exact()).isTrue();
  }

  private static ByteBuf wire10(String text) throws BadMatchException {
    OpenFlowMatch match =
        OpenFlowMatch.of(PacketMatch.parse(List.of(text.split(" ")), renamed -> {}).get(0), OLD);
    assertThat(match.exact()).isTrue();
    ByteBuf wire = Unpooled.buffer();
    ((Writeable) match.match()).writeTo(wire);
    return wire;
  }
}
