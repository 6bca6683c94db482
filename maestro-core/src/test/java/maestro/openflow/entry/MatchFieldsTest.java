package maestro.openflow.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.api.FlowField;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.SampleFrames;
import maestro.openflow.entry.MatchFields.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a packet must be matched, and what cannot be. */
class MatchFieldsTest {
  private static final int ALL = (1 << 11) - 1;
  private static final int TYPE = MatchFields.ETH_TYPE;
  private static final int PROTO = TYPE | MatchFields.IP_PROTO;
  private static final int PORTS = MatchFields.L4_SRC | MatchFields.L4_DST;
  private static final int ADDRESSES = MatchFields.IPV4_SRC | MatchFields.IPV4_DST;
  private static final int ARP =
      MatchFields.ARP_OPERATION | MatchFields.ARP_SENDER_IPV4 | MatchFields.ARP_TARGET_IPV4;
  private static final byte[] NOTHING = new byte[46];

  private static int expressible(int read, int version, byte[] frame) {
    FrameFlyweight flyweight = new FrameFlyweight();
    assertThat(flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length)).isTrue();
    return MatchFields.expressible(read, version, flyweight);
  }

  private static void assertSays(int expected, int read, byte[] frame) {
    assertThat(expressible(read, 1, frame)).as("1.0").isEqualTo(expected);
    assertThat(expressible(read, 4, frame)).as("1.3").isEqualTo(expected);
  }

  private static void assertRefuses(Refusal expected, int read, int version, byte[] frame) {
    int answer = expressible(read, version, frame);
    assertThat(answer).isNegative();
    assertThat(Refusal.of(answer)).isEqualTo(expected);
  }

  private static void assertRefuses(Refusal expected, int read, byte[] frame) {
    assertRefuses(expected, read, 1, frame);
    assertRefuses(expected, read, 4, frame);
  }

  private static byte[] ipv4(int protocol, int fragment, byte[] payload) {
    return SampleFrames.ethernet(0x0800, SampleFrames.ipv4(protocol, 3, 4, fragment, payload));
  }

  @Test
  void shouldHaveTheBitsOfTheApi() {
    int[] ours = {
      MatchFields.VLAN,
      MatchFields.ETH_TYPE,
      MatchFields.IP_PROTO,
      MatchFields.IPV4_SRC,
      MatchFields.IPV4_DST,
      MatchFields.L4_SRC,
      MatchFields.L4_DST,
      MatchFields.ARP_OPERATION,
      MatchFields.ARP_SENDER_IPV4,
      MatchFields.ARP_TARGET_IPV4,
      MatchFields.IN_PORT,
      MatchFields.ETH_SRC,
      MatchFields.ETH_DST,
      MatchFields.IPV6_SRC,
      MatchFields.IPV6_DST,
      MatchFields.ND_TARGET
    };
    assertThat(Arrays.stream(FlowField.values()).mapToInt(FlowField::bit).toArray())
        .isEqualTo(ours);
  }

  @Test
  void shouldSayNothingWhenNothingWasRead() {
    assertSays(0, 0, SampleFrames.tcp(1, 2));
    assertSays(0, 0, SampleFrames.tagged(1, SampleFrames.tagged(2, SampleFrames.tcp(1, 2))));
    assertSays(
        MatchFields.VLAN,
        MatchFields.VLAN,
        SampleFrames.tagged(1, SampleFrames.tagged(2, NOTHING)));
  }

  @Test
  void shouldSayWhatComesBeforeAFieldWhenThatWasRead() {
    assertSays(PROTO | MatchFields.L4_DST, MatchFields.L4_DST, SampleFrames.tcp(1, 2));
    assertSays(TYPE | MatchFields.IPV4_SRC, MatchFields.IPV4_SRC, SampleFrames.tcp(1, 2));
    assertSays(PROTO, MatchFields.IP_PROTO, ipv4(47, 0, NOTHING));
    assertSays(TYPE, MatchFields.HEADER, SampleFrames.tcp(1, 2));
    byte[] arp = SampleFrames.ethernet(0x0806, SampleFrames.arp(1, 5, 6));
    assertSays(TYPE | MatchFields.ARP_TARGET_IPV4, MatchFields.ARP_TARGET_IPV4, arp);
  }

  @Test
  void shouldSayOnlyWhatThePacketHasWhenAllWasRead() {
    int vlan = MatchFields.VLAN;
    assertSays(vlan | PROTO | ADDRESSES | PORTS, ALL, SampleFrames.tcp(1, 2));
    assertSays(
        vlan | PROTO | ADDRESSES | PORTS, ALL, SampleFrames.tagged(7, SampleFrames.tcp(1, 2)));
    assertSays(vlan | PROTO | ADDRESSES | PORTS, ALL, ipv4(1, 0, SampleFrames.icmp(8, 0)));
    assertSays(vlan | PROTO | ADDRESSES, ALL, ipv4(47, 0, NOTHING));
    assertSays(vlan | TYPE | ARP, ALL, SampleFrames.ethernet(0x0806, SampleFrames.arp(2, 5, 6)));
    assertSays(vlan | TYPE, ALL, SampleFrames.ethernet(0x88cc, NOTHING));
  }

  @Test
  void shouldSayWhatIsWithinIpv6InVersion13() {
    int addresses = MatchFields.IPV6_SRC | MatchFields.IPV6_DST;
    byte[] tcp = SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(6, SampleFrames.ports(1, 2)));
    assertThat(expressible(addresses, 4, tcp)).isEqualTo(TYPE | addresses);
    assertRefuses(Refusal.VERSION_10, addresses, 1, tcp);
    assertThat(expressible(MatchFields.ND_TARGET, 4, tcp)).as("no target").isEqualTo(PROTO);
    assertSays(TYPE, addresses | MatchFields.ND_TARGET, SampleFrames.tcp(1, 2));
    byte[] cut = Arrays.copyOf(tcp, 50);
    assertRefuses(Refusal.BROKEN, addresses, 4, cut);
  }

  @Test
  void shouldSayWhatANeighbourIsAskedAbout() {
    int type = PROTO | MatchFields.L4_SRC;
    for (int neighbour : new int[] {135, 136}) {
      byte[] frame =
          SampleFrames.ethernet(
              0x86dd, SampleFrames.ipv6(58, SampleFrames.neighbour(neighbour, 1, 2)));
      assertThat(expressible(MatchFields.ND_TARGET, 4, frame))
          .isEqualTo(type | MatchFields.ND_TARGET);
      assertRefuses(Refusal.VERSION_10, MatchFields.ND_TARGET, 1, frame);
      assertRefuses(Refusal.BROKEN, MatchFields.ND_TARGET, 4, Arrays.copyOf(frame, 70));
    }
    byte[] advertisement =
        SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(58, SampleFrames.neighbour(134, 1, 2)));
    assertThat(expressible(MatchFields.ND_TARGET, 4, advertisement)).isEqualTo(type);
  }

  @Test
  void shouldMatchTheWholeOfAddressesThatWereRead() {
    int all = 0x7f7f_1f1f;
    assertThat(MatchFields.withoutPrefixes(all, 0)).isEqualTo(all);
    assertThat(MatchFields.withoutPrefixes(all, MatchFields.IPV4_SRC)).isEqualTo(0x7f7f_1f00);
    assertThat(MatchFields.withoutPrefixes(all, MatchFields.IPV4_DST)).isEqualTo(0x7f7f_001f);
    assertThat(MatchFields.withoutPrefixes(all, MatchFields.IPV6_SRC)).isEqualTo(0x7f00_1f1f);
    assertThat(MatchFields.withoutPrefixes(all, MatchFields.IPV6_DST)).isEqualTo(0x007f_1f1f);
  }

  @Test
  void shouldRefuseWhatNoMatchSays() {
    assertRefuses(Refusal.RAW_BYTES, MatchFields.RAW, SampleFrames.tcp(1, 2));
    byte[] twice = SampleFrames.tagged(1, SampleFrames.tagged(2, SampleFrames.tcp(1, 2)));
    assertRefuses(Refusal.TAGS, TYPE, twice);
    byte[] cutTag = Arrays.copyOf(SampleFrames.tagged(1, NOTHING), 16);
    assertRefuses(Refusal.TAGS, TYPE, cutTag);
    assertRefuses(Refusal.LENGTH, TYPE, SampleFrames.ethernet(0x26, NOTHING));
  }

  @Test
  void shouldRefuseFragmentsWhenPortsWereRead() {
    for (int fragment : new int[] {0x2000, 0x2003, 0x0003}) {
      byte[] frame = ipv4(17, fragment, SampleFrames.ports(1, 2));
      assertRefuses(Refusal.FRAGMENT, PORTS, frame);
      assertSays(PROTO | ADDRESSES, PROTO | ADDRESSES, frame);
    }
    assertSays(PROTO | PORTS, PORTS, ipv4(17, 0x4000, SampleFrames.ports(1, 2))); // must not be cut
  }

  /** Switches look fragments up with ports 0, so an entry for ports 0 would carry them. */
  @Test
  void shouldSayBothPortsOrNoneWhenThoseReadAre0() {
    assertSays(PROTO | PORTS, MatchFields.L4_DST, SampleFrames.tcp(5, 0));
    assertSays(PROTO | PORTS, MatchFields.L4_SRC, SampleFrames.tcp(0, 5));
    assertSays(PROTO | MatchFields.L4_SRC, MatchFields.L4_SRC, SampleFrames.tcp(5, 0));
    assertSays(PROTO | PORTS, MatchFields.L4_DST, ipv4(1, 0, SampleFrames.icmp(8, 0)));
    assertRefuses(Refusal.NO_PORTS, MatchFields.L4_DST, SampleFrames.tcp(0, 0));
    assertRefuses(Refusal.NO_PORTS, PORTS, ipv4(1, 0, SampleFrames.icmp(0, 0)));
  }

  @Test
  void shouldRefuseHeadersThatAreNotWholeWhenTheyWereRead() {
    byte[] cut = Arrays.copyOf(SampleFrames.tcp(1, 2), 14 + 19);
    byte[] wrongVersion = SampleFrames.tcp(1, 2);
    wrongVersion[14] = 0x65;
    for (byte[] frame : new byte[][] {cut, wrongVersion}) {
      assertRefuses(Refusal.BROKEN, MatchFields.IP_PROTO, frame);
      assertRefuses(Refusal.BROKEN, MatchFields.HEADER, frame);
      assertSays(TYPE, TYPE, frame);
    }
    assertRefuses(Refusal.NO_PORTS, PORTS, Arrays.copyOf(SampleFrames.tcp(1, 2), 14 + 20 + 3));
    assertRefuses(Refusal.BROKEN, ARP, SampleFrames.ethernet(0x0806, new byte[28]));
    assertRefuses(Refusal.BROKEN, ARP, SampleFrames.ethernet(0x0806, new byte[5]));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 256, 257})
  void shouldRefuseOperationsThatLookLikeOthers(int operation) {
    byte[] frame = SampleFrames.ethernet(0x0806, SampleFrames.arp(operation, 5, 6));
    assertRefuses(Refusal.ARP_OPERATION, MatchFields.ARP_OPERATION, frame);
    assertSays(TYPE | MatchFields.ARP_SENDER_IPV4, TYPE | MatchFields.ARP_SENDER_IPV4, frame);
  }

  @Test
  void shouldRefuseWhatVersion10CannotSay() {
    byte[] sctp = ipv4(132, 0, SampleFrames.ports(1, 2));
    assertThat(expressible(PORTS, 4, sctp)).isEqualTo(PROTO | PORTS);
    assertRefuses(Refusal.VERSION_10, PORTS, 1, sctp);
    assertSays(PROTO, PROTO, sctp);
    byte[] udp6 = SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(17, SampleFrames.ports(1, 2)));
    assertThat(expressible(PORTS, 4, udp6)).isEqualTo(PROTO | PORTS);
    assertThat(expressible(MatchFields.IP_PROTO, 4, udp6)).isEqualTo(PROTO);
    assertRefuses(Refusal.VERSION_10, PORTS, 1, udp6);
    assertRefuses(Refusal.VERSION_10, MatchFields.IP_PROTO, 1, udp6);
    assertSays(TYPE, TYPE | ADDRESSES | MatchFields.HEADER, udp6);
  }

  @Test
  void shouldRefuseExtensionHeadersWhenWhatFollowsThemWasRead() {
    byte[] options = Arrays.copyOf(new byte[] {17}, 8 + 20);
    byte[] extended = SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(0, options));
    assertRefuses(Refusal.EXTENDED, MatchFields.IP_PROTO, 4, extended);
    byte[] fragment = SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(44, options));
    assertRefuses(Refusal.EXTENDED, PORTS, 4, fragment);
    byte[] cut = Arrays.copyOf(extended, 14 + 39);
    assertRefuses(Refusal.BROKEN, MatchFields.IP_PROTO, 4, cut);
  }
}
