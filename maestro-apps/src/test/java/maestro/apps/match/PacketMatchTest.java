package maestro.apps.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowRequest;
import maestro.apps.testkit.FakeFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketMatchTest {
  private static final FlowRequest TELNET =
      FakeFrame.between(0xa, 0xb)
          .vlan(10)
          .ip(0x0a00_0001, 0x0a01_0203)
          .transport(6, 40000, 23)
          .at(0xffff_ffff_ffff_ff01L, 3);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "switch=ff:ff:ff:ff:ff:ff:ff:01",
        "in_port=3",
        "eth_src=00:00:00:00:00:0a",
        "eth_dst=00:00:00:00:00:0B",
        "vlan_vid=10",
        "eth_type=ipv4",
        "eth_type=0x0800",
        "ipv4_src=10.0.0.1",
        "ipv4_src=10.0.0.0/24",
        "ipv4_dst=10.1.2.3/32",
        "ipv4_dst=0.0.0.0/1",
        "ip_proto=tcp",
        "ip_proto=6 tcp_src=40000",
        "ip_proto=tcp tcp_dst=23",
        "in_port=3 vlan_vid=10 ipv4_src=10.0.0.1 ip_proto=tcp tcp_src=40000 tcp_dst=23"
      })
  void shouldMatchWhenAllFieldsAgree(String text) throws Exception {
    assertThat(matches(text, TELNET)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "switch=00:00:00:00:00:00:00:01",
        "in_port=4",
        "in_port=local",
        "eth_src=00:00:00:00:00:0b",
        "eth_dst=00:00:00:00:00:0a",
        "vlan_vid=untagged",
        "vlan_vid=11",
        "eth_type=arp",
        "ipv4_src=10.0.0.2",
        "ipv4_dst=10.0.0.0/16",
        "ipv4_dst=128.0.0.0/1",
        "ip_proto=udp",
        "ip_proto=tcp tcp_src=23",
        "ip_proto=tcp tcp_dst=40000",
        "in_port=3 vlan_vid=10 ipv4_src=10.0.0.1 ip_proto=tcp tcp_src=40000 tcp_dst=24"
      })
  void shouldNotMatchWhenAFieldDiffers(String text) throws Exception {
    assertThat(matches(text, TELNET)).isFalse();
  }

  @Test
  void shouldMeanBothIpVersionsWhenOnlyAProtocolIsSaid() throws Exception {
    FlowRequest six = FakeFrame.between(1, 2).type(0x86dd).transport(6, 1, 23).at(1, 1);
    assertThat(matches("ip_proto=tcp tcp_dst=23", six)).isTrue();
    assertThat(matches("ip_proto=tcp tcp_dst=23", TELNET)).isTrue();
    assertThat(matches("eth_type=ipv4 ip_proto=tcp tcp_dst=23", six)).isFalse();
  }

  @Test
  void shouldMatchUntaggedFramesWhenVlanIsNone() throws Exception {
    assertThat(matches("vlan_vid=untagged", FakeFrame.between(1, 2).at(1, 1))).isTrue();
  }

  @Test
  void shouldMatchTypeAndCodeWhenTheProtocolIsIcmp() throws Exception {
    FlowRequest echo = FakeFrame.between(1, 2).transport(1, 8, 0).at(1, 1);
    assertThat(matches("ip_proto=icmp icmpv4_type=8 icmpv4_code=0", echo)).isTrue();
    assertThat(matches("ip_proto=icmp icmpv4_type=0", echo)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inport=3 | 'inport' | switch, in_port, eth_dst",
        "in_port=0 | 'in_port=0' | 1 to 4294967039",
        "in_port | 'in_port' | 1 to 4294967039",
        "in_port=1 in_port=2 | 'in_port' twice | each field once",
        "vlan_vid=4096 | 'vlan_vid=4096' | 0 to 4095",
        "eth_src=1 | 'eth_src=1' | an Ethernet address",
        "switch=1 | 'switch=1' | a datapath id",
        "ipv4_src=10.0.0.256 | 'ipv4_src=10.0.0.256' | an IPv4 address",
        "ipv4_src=10.0.0.1/8 | 'ipv4_src=10.0.0.1/8' | a prefix such as 10.0.0.0/8",
        "ipv4_src=10.0.0.0/0 | 'ipv4_src=10.0.0.0/0' | a prefix such as 10.0.0.0/8",
        "ipv4_src=10.0.0.0/33 | 'ipv4_src=10.0.0.0/33' | a prefix such as 10.0.0.0/8",
        "eth_type=0x88 | 'eth_type=0x88' | 0x600 to 0xffff",
        "ip_proto=256 | 'ip_proto=256' | 0 to 254",
        "ip_proto=tcp tcp_dst=65536 | 'tcp_dst=65536' | 0 to 65535",
        "l4-dst=23 | without such a protocol | tcp or udp",
        "ip_proto=47 tcp_dst=23 | tcp_dst without such a protocol | ip_proto 6",
        "ip_proto=tcp udp_dst=23 | udp_dst without such a protocol | ip_proto 17",
        "tcp_dst=23 udp_src=23 | udp_src without such a protocol | ip_proto 17",
        "arp_op=1 | 'arp_op' | switch, in_port, eth_dst",
        "ip_proto=47 l4-dst=23 | without such a protocol | tcp or udp",
        "ip_proto=icmp icmpv4_type=256 | 'icmpv4_type=256' | 0 to 255",
        "eth_type=arp ipv4_src=10.0.0.1 | an eth_type that has no such address | ipv4",
        "eth_type=ipv6 ip_proto=icmp | an eth_type that has no such address | icmpv6",
      })
  void shouldSayWhatIsAllowedWhenTheTextIsWrong(String text, String found, String allowed) {
    assertThatThrownBy(() -> PacketMatch.parse(List.of(text.split(" ")), renamed -> {}))
        .isInstanceOfSatisfying(
            BadMatchException.class,
            e -> {
              assertThat(e.found()).contains(found.replace("''", "'"));
              assertThat(e.allowed()).contains(allowed);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in-port=3 vlan=10 | in_port=3 vlan_vid=10",
        "vlan=none | vlan_vid=untagged",
        "eth-src=00:00:00:00:00:01 eth-dst=00:00:00:00:00:02 |"
            + " eth_src=00:00:00:00:00:01 eth_dst=00:00:00:00:00:02",
        "eth-type=arp | eth_type=arp",
        "ip-src=10.0.0.0/8 ip-dst=10.0.0.1 protocol=tcp l4-src=5 l4-dst=23 |"
            + " ipv4_src=10.0.0.0/8 ipv4_dst=10.0.0.1 ip_proto=tcp tcp_src=5 tcp_dst=23",
        "protocol=17 l4-dst=23 | ip_proto=17 udp_dst=23",
        "protocol=icmp l4-src=8 l4-dst=0 | ip_proto=icmp icmpv4_type=8 icmpv4_code=0",
        "l4-src=135 protocol=icmpv6 | icmpv6_type=135 ip_proto=icmpv6",
      })
  void shouldTakeTheNamesOfTheLastReleaseAndSayTodays(String old, String now) throws Exception {
    List<String> warnings = new ArrayList<>();
    List<PacketMatch> read = PacketMatch.parse(List.of(old.split(" ")), warnings::add);
    String[] names = now.replaceAll("=\\S+", "").split(" ");

    assertThat(read).isEqualTo(PacketMatch.parse(List.of(now.split(" ")), warnings::add));
    assertThat(warnings).hasSameSizeAs(names);
    for (int i = 0; i < names.length; i++) {
      assertThat(warnings.get(i)).contains(" is called '" + names[i] + "' now");
    }
  }

  @Test
  void shouldImplyTheProtocolOfAPort() throws Exception {
    assertThat(PacketMatch.parse(List.of("tcp_dst=23"), renamed -> {}))
        .isEqualTo(PacketMatch.parse(List.of("ip_proto=tcp", "tcp_dst=23"), renamed -> {}));
  }

  @Test
  void shouldMatchPartsOfAddressesAndAnyTag() throws Exception {
    assertThat(matches("eth_src=00:00:00:00:00:08/00:00:00:00:00:0c", TELNET)).isTrue();
    assertThat(matches("eth_src=01:00:00:00:00:00/01:00:00:00:00:00", TELNET)).isFalse();
    assertThat(matches("vlan_vid=any", TELNET)).isTrue();
    assertThat(matches("vlan_vid=any", FakeFrame.between(1, 2).at(1, 1))).isFalse();
  }

  @Test
  void shouldIntersectPrefixesWhenOneIsWithinTheOther() throws Exception {
    PacketMatch wide = one("ipv4_src=10.0.0.0/8");
    PacketMatch narrow = one("ipv4_src=10.1.0.0/16 in_port=1");
    assertThat(wide.intersect(narrow)).contains(narrow);
    assertThat(wide.covers(narrow)).isTrue();
    assertThat(narrow.covers(wide)).isFalse();
    assertThat(wide.intersect(one("ipv4_src=11.0.0.0/8"))).isEmpty();
    assertThat(wide.intersect(one("eth_type=arp"))).isEmpty();
  }

  private static PacketMatch one(String text) throws BadMatchException {
    List<PacketMatch> matches = PacketMatch.parse(List.of(text.split(" ")), renamed -> {});
    assertThat(matches).hasSize(1);
    return matches.get(0);
  }

  private static boolean matches(String text, FlowRequest request) throws BadMatchException {
    return PacketMatch.parse(List.of(text.split(" ")), renamed -> {}).stream()
        .anyMatch(m -> m.matches(request));
  }
}
