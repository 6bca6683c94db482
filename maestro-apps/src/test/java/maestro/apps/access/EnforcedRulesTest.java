package maestro.apps.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import maestro.api.FlowRequest;
import maestro.apps.match.BadMatchException;
import maestro.apps.match.PacketMatch;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forwarding entries match what access-control has read and tracked of a packet that it allows.
 * Whatever the rules, no packet that they deny is forwarded by such an entry: not where a switch
 * has the entries of the rules, when little is tracked, and not where it has none. Switches look up
 * some packets otherwise than the controller reads them.
 */
class EnforcedRulesTest {
  private static final int ROUNDS = 400;
  private static final int PACKETS = 400;
  private static final String[] FIELDS = {
    "eth_src=00:00:00:00:00:01",
    "switch=00:00:00:00:00:00:00:01",
    "in_port=1",
    "vlan_vid=10",
    "vlan_vid=untagged",
    "eth_type=arp",
    "eth_type=ipv4",
    "eth_type=ipv6",
    "ipv4_src=10.0.0.1",
    "ipv4_src=10.0.0.0/31",
    "ipv4_dst=10.0.0.2",
    "ip_proto=udp",
    "ip_proto=tcp",
    "ip_proto=tcp tcp_dst=23",
    "ip_proto=tcp tcp_src=23",
    "ip_proto=tcp tcp_dst=80",
    "ip_proto=udp udp_dst=23",
    ""
  };

  /** What makes a switch look a packet up otherwise. */
  private enum Kind {
    PLAIN,
    /** Looked up as if its ports were 0, the first one too. */
    FIRST_FRAGMENT,
    LATER_FRAGMENT,
    /** The second tag is its type. */
    TWO_TAGS,
    /** The extension header is its protocol. */
    EXTENDED
  }

  /**
   * A packet.
   *
   * @param sent as the controller reads it
   * @param seen as a switch looks it up
   */
  private record Packet(Kind kind, FakeRequest sent, FlowRequest seen) {}

  private final Random random = new Random(15);

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  private Packet packet() {
    int type = pick(0x0800, 0x0800, 0x86dd, 0x0806);
    Kind kind =
        switch (pick(0, 0, 0, 1, 2, 3)) {
          case 1 -> type == 0x0800 ? Kind.FIRST_FRAGMENT : Kind.PLAIN;
          case 2 -> type == 0x0800 ? Kind.LATER_FRAGMENT : Kind.EXTENDED;
          case 3 -> Kind.TWO_TAGS;
          default -> Kind.PLAIN;
        };
    kind = kind == Kind.EXTENDED && type != 0x86dd ? Kind.PLAIN : kind;
    int vlan = kind == Kind.TWO_TAGS ? 10 : pick(-1, -1, 10);
    boolean isPlain = kind == Kind.PLAIN;
    boolean isVlan = vlan >= 0;
    int source = pick(1, 2);
    int from = pick(0x0a00_0001, 0x0a00_0002);
    int to = pick(0x0a00_0001, 0x0a00_0002);
    int protocol = isPlain ? pick(6, 17) : 6;
    int ports = pick(23, 80);
    int client = pick(23, 1000);
    int inPort = pick(1, 2);
    FakeFrame frame =
        FakeFrame.between(source, 9)
            .vlan(vlan)
            .type(type)
            .ip(from, to)
            .transport(protocol, client, ports);
    FakeFrame seen = FakeFrame.between(source, 9).vlan(vlan).type(type).ip(from, to);
    switch (kind) {
      case PLAIN -> seen.transport(protocol, client, ports);
      case FIRST_FRAGMENT, LATER_FRAGMENT -> seen.transport(protocol, 0, 0);
      case TWO_TAGS -> seen.type(0x9999);
      case EXTENDED -> seen.transport(253, 0, 0);
    }
    byte[] bytes = changed(kind, frame.bytes(), 14 + (isVlan ? 4 : 0));
    return new Packet(kind, new FakeRequest(1, inPort, 0, bytes), seen.at(1, inPort));
  }

  private static byte[] changed(Kind kind, byte[] frame, int header) {
    return switch (kind) {
      case PLAIN -> frame;
      case FIRST_FRAGMENT -> ByteBuffer.wrap(frame).putShort(header + 6, (short) 0x2000).array();
      case LATER_FRAGMENT -> ByteBuffer.wrap(frame).putShort(header + 6, (short) 0x0005).array();
      case TWO_TAGS -> inserted(frame, 16, 0x81, 0, 0, 20);
      case EXTENDED -> {
        byte[] extended = inserted(frame, header + 40, 6, 0, 0, 0, 0, 0, 0, 0);
        extended[header + 6] = 0;
        yield extended;
      }
    };
  }

  private static byte[] inserted(byte[] frame, int at, int... octets) {
    ByteBuffer longer = ByteBuffer.allocate(frame.length + octets.length);
    longer.put(frame, 0, at);
    for (int octet : octets) {
      longer.put((byte) octet);
    }
    return longer.put(frame, at, frame.length - at).array();
  }

  private Rules rules() throws BadMatchException {
    List<Rule> rules = new ArrayList<>();
    int wanted = 1 + random.nextInt(5);
    while (rules.size() < wanted) {
      String text =
          FIELDS[random.nextInt(FIELDS.length)] + " " + FIELDS[random.nextInt(FIELDS.length)];
      try {
        boolean denies = random.nextBoolean();
        PacketMatch.parse(
                text.isBlank() ? List.of() : List.of(text.strip().split(" +")), renamed -> {})
            .forEach(match -> rules.add(new Rule(denies, match)));
      } catch (BadMatchException contradiction) {
        assertThat(contradiction.found()).isNotEmpty();
      }
    }
    return new Rules(rules, random.nextInt(4) == 0);
  }

  private static boolean isForwarded(List<Rules.Entry> entries, Packet packet) {
    return entries.stream().noneMatch(entry -> entry.packets().matches(packet.seen()));
  }

  private static Object value(FlowRequest request, String field) {
    return switch (field) {
      case "vlanId" -> request.vlanId();
      case "ethType" -> request.ethType();
      case "ipv4Src" -> request.ipv4Src();
      case "ipv4Dst" -> request.ipv4Dst();
      case "ipProtocol" -> request.ipProtocol();
      case "l4Src" -> request.l4Src();
      case "l4Dst" -> request.l4Dst();
      default -> throw new AssertionError(field);
    };
  }

  /** Whether an entry can say what was read, see docs/applications.md. */
  private static boolean isExpressible(Kind kind, Set<String> tracked) {
    boolean isPorts = tracked.contains("l4Src") || tracked.contains("l4Dst");
    return switch (kind) {
      case PLAIN -> true;
      case FIRST_FRAGMENT, LATER_FRAGMENT -> !isPorts;
      case TWO_TAGS -> tracked.isEmpty() || tracked.equals(Set.of("vlanId"));
      case EXTENDED -> !isPorts && !tracked.contains("ipProtocol");
    };
  }

  private static boolean covers(Packet asked, Packet other) {
    return other.seen().inPort() == asked.seen().inPort()
        && other.seen().ethSrc() == asked.seen().ethSrc()
        && other.seen().ethDst() == asked.seen().ethDst()
        && asked.sent().tracked().stream()
            .allMatch(field -> value(other.seen(), field).equals(value(asked.seen(), field)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldForwardNoPacketThatTheRulesDeny(boolean isEnforced) throws Exception {
    int covered = 0;
    int guarded = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Rules rules = rules();
      assertThat(rules.areKept()).isTrue();
      List<Rules.Entry> entries = isEnforced ? rules.entriesOf(1) : List.of();
      List<Packet> packets = new ArrayList<>();
      for (int i = 0; i < PACKETS; i++) {
        packets.add(packet());
      }
      for (Packet asked : packets.subList(0, 20)) {
        if (rules.deny(asked.sent(), isEnforced)
            || !isExpressible(asked.kind(), asked.sent().tracked())) {
          continue;
        }
        for (Packet other : packets) {
          if (covers(asked, other)) {
            boolean isForwarded = isForwarded(entries, other);
            covered++;
            guarded += isForwarded ? 0 : 1;
            boolean isDenied = rules.deny(other.sent().untracked());
            assertThat(isForwarded && isDenied)
                .as("%s is forwarded by an entry for %s", other, asked)
                .isFalse();
          }
        }
      }
    }
    assertThat(covered).isGreaterThan(10 * ROUNDS);
    assertThat(guarded > ROUNDS).as("little is tracked").isEqualTo(isEnforced);
  }
}
