package maestro.apps.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.FlowRequest;
import maestro.apps.match.BadMatchException;
import maestro.apps.match.PacketMatch;
import maestro.apps.testkit.FakeFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
  private static final int LLDP = 0x88cc;

  @Test
  void shouldTakeTheFirstRuleThatMatches() throws Exception {
    Rules rules = rules(false, "allow in_port=1", "deny eth_src=00:00:00:00:00:01");
    assertThat(rules.deny(FakeFrame.between(1, 2).at(1, 1))).isFalse();
    assertThat(rules.deny(FakeFrame.between(1, 2).at(1, 2))).isTrue();
    assertThat(rules.deny(FakeFrame.between(2, 1).at(1, 2))).isFalse();
  }

  @Test
  void shouldDoWithOthersAsConfigured() throws Exception {
    FlowRequest request = FakeFrame.between(1, 2).at(1, 1);
    assertThat(rules(false).deny(request)).isFalse();
    assertThat(rules(true).deny(request)).isTrue();
  }

  @Test
  void shouldDenyDiscoveryFramesWhenTheyAreRequests() throws Exception {
    FlowRequest lldp = FakeFrame.between(1, 2).type(LLDP).at(1, 1);
    assertThat(rules(true).deny(lldp)).isTrue();
    assertThat(entries(rules(false, "deny eth_type=lldp"), 1))
        .containsExactly("50000 drop eth_type=0x88cc");
  }

  @Test
  void shouldInstallADropForWhatIsDenied() throws Exception {
    assertThat(entries(rules(false, "deny ip_proto=tcp tcp_dst=23"), 1))
        .containsExactly(
            "50000 drop eth_type=0x800 ip_proto=6 tcp_dst=23",
            "49998 drop eth_type=0x86dd ip_proto=6 tcp_dst=23",
            "49996 ask eth_type=0x800 ip_proto=6 tcp_src=0 tcp_dst=0",
            "49996 ask eth_type=0x86dd ip_proto=6 tcp_src=0 tcp_dst=0");
  }

  @Test
  void shouldAskOnceForFragmentsThatNoEntryDecides() throws Exception {
    assertThat(entries(rules(false, "deny eth_type=ipv4 ip_proto=udp udp_dst=0 udp_src=0"), 1))
        .containsExactly("50000 drop eth_type=0x800 ip_proto=17 udp_src=0 udp_dst=0");
    assertThat(entries(rules(true, "deny eth_type=ipv4 ip_proto=udp udp_dst=9"), 1))
        .noneMatch(entry -> entry.contains("l4-src=0x0"));
    Rules rules =
        rules(
            false,
            "deny eth_type=ipv4 ip_proto=udp udp_dst=9 ipv4_dst=10.0.0.1",
            "deny eth_type=ipv4 ip_proto=udp udp_dst=9 ipv4_dst=10.0.0.2");
    assertThat(entries(rules, 1)).hasSize(3);
  }

  @Test
  void shouldAskOnlyForWhatBothRulesMean() throws Exception {
    Rules rules =
        rules(false, "allow ipv4_src=10.0.0.1", "deny eth_type=ipv4 ip_proto=tcp tcp_dst=23");
    assertThat(entries(rules, 1))
        .containsExactly(
            "50000 ask eth_type=0x800 ipv4_src=10.0.0.1 ip_proto=6 tcp_dst=23",
            "49998 drop eth_type=0x800 ip_proto=6 tcp_dst=23",
            "49996 ask eth_type=0x800 ip_proto=6 tcp_src=0 tcp_dst=0");
  }

  @Test
  void shouldLetDiscoveryPassADropOfEverything() throws Exception {
    assertThat(entries(rules(true), 1))
        .containsExactly("50001 ask eth_type=0x88cc", "50001 ask eth_type=0x8942", "50000 drop ");
  }

  @Test
  void shouldInstallNothingWhenOnlyEthernetAddressesAreAllowed() throws Exception {
    Rules rules = rules(true, "allow eth_src=00:00:00:00:00:01", "allow eth_src=00:00:00:00:00:02");
    assertThat(entries(rules, 1)).isEmpty();
  }

  @Test
  void shouldInstallOnlyWhatTheSwitchIsMeantBy() throws Exception {
    Rules rules = rules(false, "deny switch=00:00:00:00:00:00:00:02 in_port=1");
    assertThat(entries(rules, 1)).isEmpty();
    assertThat(entries(rules, 2)).contains("50000 drop in_port=1");
    assertThat(rules.mostEntries()).isEqualTo(3);
  }

  /**
   * The entries stand above those of an adversary: a forwarding entry for the Ethernet addresses,
   * and the in-port, of every packet that any switch's rules allow. Whatever the rules, no denied
   * packet may be forwarded by them and no allowed one dropped.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldDecideAsTheRulesDoWhateverOthersInstall(long seed) throws Exception {
    Random random = new Random(seed);
    List<FlowRequest> packets = allPackets();
    for (int round = 0; round < 150; round++) {
      Rules rules = randomRules(random);
      for (FlowRequest packet : packets) {
        boolean denied = rules.deny(packet);
        String decided = decide(rules.entriesOf(packet.datapathId()), packet);
        if (denied && decided.equals("none")) {
          boolean carried =
              packets.stream()
                  .filter(p -> p.ethSrc() == packet.ethSrc() && p.ethDst() == packet.ethDst())
                  .anyMatch(p -> !rules.deny(p));
          assertThat(carried).as("a denied packet is carried").isFalse();
        } else if (!denied) {
          assertThat(decided).as("an allowed packet").isNotEqualTo("drop");
        }
      }
    }
  }

  private static String decide(List<Rules.Entry> entries, FlowRequest packet) {
    int highest = 0;
    String decided = "none";
    for (Rules.Entry entry : entries) {
      if (entry.packets().matches(packet) && entry.priority() > highest) {
        highest = entry.priority();
        decided = entry.asks() ? "ask" : "drop";
      }
    }
    return decided;
  }

  private static List<FlowRequest> allPackets() {
    List<FlowRequest> packets = new ArrayList<>();
    for (int bits = 0; bits < 1 << 7; bits++) {
      int[] bit = new int[7];
      for (int i = 0; i < bit.length; i++) {
        bit[i] = bits >>> i & 1;
      }
      packets.add(
          FakeFrame.between(1 + bit[0], 1 + bit[1])
              .type(bit[2] == 0 ? 0x0800 : bit[3] == 0 ? 0x0806 : LLDP)
              .ip(0x0a00_0000 | bit[3] << 16 | bit[4], 0x0a00_0001)
              .transport(6, 1000, 22 + bit[5])
              .at(1 + bit[6], 1 + bit[4]));
    }
    return packets;
  }

  private static Rules randomRules(Random random) throws BadMatchException {
    String[] fields = {
      "eth_src=00:00:00:00:00:01",
      "eth_src=00:00:00:00:00:02",
      "eth_dst=00:00:00:00:00:01",
      "eth_dst=00:00:00:00:00:02",
      "switch=00:00:00:00:00:00:00:01",
      "in_port=1",
      "in_port=2",
      "eth_type=lldp",
      "eth_type=arp",
      "ipv4_src=10.0.0.0/16",
      "ipv4_src=10.0.0.0/8",
      "ipv4_src=10.1.0.1",
      "ip_proto=tcp tcp_dst=22",
      "ip_proto=tcp tcp_dst=23",
      "eth_type=ipv4",
      ""
    };
    List<Rule> rules = new ArrayList<>();
    int wanted = 1 + random.nextInt(5);
    boolean ethernetOnly = random.nextInt(4) == 0;
    while (rules.size() < wanted) {
      int kinds = ethernetOnly ? 4 : fields.length;
      String text = fields[random.nextInt(kinds)] + " " + fields[random.nextInt(kinds)];
      try {
        boolean denies = random.nextBoolean();
        PacketMatch.parse(words(text), renamed -> {})
            .forEach(match -> rules.add(new Rule(denies, match)));
      } catch (BadMatchException contradiction) {
        assertThat(contradiction.found()).isNotEmpty();
      }
    }
    return new Rules(rules, random.nextBoolean());
  }

  private static Rules rules(boolean deniesOthers, String... lines) throws BadMatchException {
    List<Rule> rules = new ArrayList<>();
    for (String line : lines) {
      boolean denies = line.startsWith("deny ");
      PacketMatch.parse(words(line.substring(line.indexOf(' '))), renamed -> {})
          .forEach(match -> rules.add(new Rule(denies, match)));
    }
    return new Rules(rules, deniesOthers);
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
  }

  private static List<String> entries(Rules rules, long datapathId) {
    return rules.entriesOf(datapathId).stream()
        .map(e -> e.priority() + (e.asks() ? " ask " : " drop ") + e.packets())
        .toList();
  }
}
