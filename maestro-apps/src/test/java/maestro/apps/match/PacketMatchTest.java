package maestro.apps.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "in-port=3",
        "eth-src=00:00:00:00:00:0a",
        "eth-dst=00:00:00:00:00:0B",
        "vlan=10",
        "eth-type=ipv4",
        "eth-type=0x0800",
        "ip-src=10.0.0.1",
        "ip-src=10.0.0.0/24",
        "ip-dst=10.1.2.3/32",
        "ip-dst=0.0.0.0/1",
        "protocol=tcp",
        "protocol=6 l4-src=40000",
        "protocol=tcp l4-dst=23",
        "in-port=3 vlan=10 ip-src=10.0.0.1 protocol=tcp l4-src=40000 l4-dst=23"
      })
  void shouldMatchWhenAllFieldsAgree(String text) throws Exception {
    assertThat(matches(text, TELNET)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "switch=00:00:00:00:00:00:00:01",
        "in-port=4",
        "in-port=local",
        "eth-src=00:00:00:00:00:0b",
        "eth-dst=00:00:00:00:00:0a",
        "vlan=none",
        "vlan=11",
        "eth-type=arp",
        "ip-src=10.0.0.2",
        "ip-dst=10.0.0.0/16",
        "ip-dst=128.0.0.0/1",
        "protocol=udp",
        "protocol=tcp l4-src=23",
        "protocol=tcp l4-dst=40000",
        "in-port=3 vlan=10 ip-src=10.0.0.1 protocol=tcp l4-src=40000 l4-dst=24"
      })
  void shouldNotMatchWhenAFieldDiffers(String text) throws Exception {
    assertThat(matches(text, TELNET)).isFalse();
  }

  @Test
  void shouldMeanBothIpVersionsWhenOnlyAProtocolIsSaid() throws Exception {
    FlowRequest six = FakeFrame.between(1, 2).type(0x86dd).transport(6, 1, 23).at(1, 1);
    assertThat(matches("protocol=tcp l4-dst=23", six)).isTrue();
    assertThat(matches("protocol=tcp l4-dst=23", TELNET)).isTrue();
    assertThat(matches("eth-type=ipv4 protocol=tcp l4-dst=23", six)).isFalse();
  }

  @Test
  void shouldMatchUntaggedFramesWhenVlanIsNone() throws Exception {
    assertThat(matches("vlan=none", FakeFrame.between(1, 2).at(1, 1))).isTrue();
  }

  @Test
  void shouldMatchTypeAndCodeWhenTheProtocolIsIcmp() throws Exception {
    FlowRequest echo = FakeFrame.between(1, 2).transport(1, 8, 0).at(1, 1);
    assertThat(matches("protocol=icmp l4-src=8 l4-dst=0", echo)).isTrue();
    assertThat(matches("protocol=icmp l4-src=0", echo)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inport=3 | 'inport' | switch, in-port, eth-src",
        "in-port=0 | 'in-port=0' | 1 to 4294967039",
        "in-port | 'in-port' | 1 to 4294967039",
        "in-port=1 in-port=2 | 'in-port' twice | each field once",
        "vlan=4096 | 'vlan=4096' | 0 to 4095",
        "eth-src=1 | 'eth-src=1' | an Ethernet address",
        "switch=1 | 'switch=1' | a datapath id",
        "ip-src=10.0.0.256 | 'ip-src=10.0.0.256' | an IPv4 address",
        "ip-src=10.0.0.1/8 | 'ip-src=10.0.0.1/8' | a prefix such as 10.0.0.0/8",
        "ip-src=10.0.0.0/0 | 'ip-src=10.0.0.0/0' | a prefix such as 10.0.0.0/8",
        "ip-src=10.0.0.0/33 | 'ip-src=10.0.0.0/33' | a prefix such as 10.0.0.0/8",
        "eth-type=0x88 | 'eth-type=0x88' | 0x600 to 0xffff",
        "protocol=256 | 'protocol=256' | 0 to 255",
        "protocol=tcp l4-dst=65536 | 'l4-dst=65536' | 0 to 65535",
        "l4-dst=23 | without such a protocol | tcp or udp",
        "protocol=47 l4-dst=23 | without such a protocol | tcp or udp",
        "protocol=icmp l4-src=256 | an ICMP type or code above 255 | 0 to 255",
        "eth-type=arp ip-src=10.0.0.1 | an eth-type that has no such address | ipv4",
        "eth-type=ipv6 protocol=icmp | an eth-type that has no such address | icmpv6",
      })
  void shouldSayWhatIsAllowedWhenTheTextIsWrong(String text, String found, String allowed) {
    assertThatThrownBy(() -> PacketMatch.parse(List.of(text.split(" "))))
        .isInstanceOfSatisfying(
            BadMatchException.class,
            e -> {
              assertThat(e.found()).contains(found.replace("''", "'"));
              assertThat(e.allowed()).contains(allowed);
            });
  }

  @Test
  void shouldIntersectPrefixesWhenOneIsWithinTheOther() throws Exception {
    PacketMatch wide = one("ip-src=10.0.0.0/8");
    PacketMatch narrow = one("ip-src=10.1.0.0/16 in-port=1");
    assertThat(wide.intersect(narrow)).contains(narrow);
    assertThat(wide.covers(narrow)).isTrue();
    assertThat(narrow.covers(wide)).isFalse();
    assertThat(wide.intersect(one("ip-src=11.0.0.0/8"))).isEmpty();
    assertThat(wide.intersect(one("eth-type=arp"))).isEmpty();
  }

  private static PacketMatch one(String text) throws BadMatchException {
    List<PacketMatch> matches = PacketMatch.parse(List.of(text.split(" ")));
    assertThat(matches).hasSize(1);
    return matches.get(0);
  }

  private static boolean matches(String text, FlowRequest request) throws BadMatchException {
    return PacketMatch.parse(List.of(text.split(" "))).stream().anyMatch(m -> m.matches(request));
  }
}
