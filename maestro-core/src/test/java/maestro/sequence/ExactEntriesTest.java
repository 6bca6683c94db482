package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowActions;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.SampleFrames;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionGotoTable;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.Masked;
import org.projectfloodlight.openflow.types.OFPort;

/** Entries that match what their options say and nothing else, and entries for several tables. */
class ExactEntriesTest {
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);
  private static final byte[] NEIGHBOUR =
      SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(58, SampleFrames.neighbour(135, 1, 2)));

  private RequestStage stage = (request, output) -> {};
  private final List<Integer> read = new ArrayList<>();
  @AutoClose private Rig rig;

  @BeforeEach
  void start() {
    rig =
        Rig.setup()
            .stage((RequestStage) (request, output) -> stage.onRequest(request, output))
            .start();
  }

  private List<OFMessage> answers(int version, byte[] frame, RequestStage by) {
    stage = by;
    FakeSwitch client = rig.join(version, rig.switches.all().size() + 1L);
    return rig.ask(client, Messages.packetIn(version, 1, -1, 1, frame)).stream()
        .map(Messages::parsed)
        .toList();
  }

  private static String shown(Masked<?> prefix) {
    int bits =
        prefix.getMask() instanceof IPv4Address mask
            ? mask.asCidrMaskLength()
            : ((IPv6Address) prefix.getMask()).asCidrMaskLength();
    return prefix.getValue() + "/" + bits;
  }

  private List<String> match(int version, byte[] frame, FlowOptions options) {
    List<OFMessage> answers =
        answers(version, frame, (request, output) -> output.installAndForward(request, 2, options));
    List<String> fields = new ArrayList<>();
    OFFlowMod entry = (OFFlowMod) answers.get(0);
    for (MatchField<?> field : entry.getMatch().getMatchFields()) {
      Match match = entry.getMatch();
      boolean isWhole = !match.isPartiallyMasked(field);
      fields.add(field.getName() + (isWhole ? "" : "=" + shown(match.getMasked(field))));
    }
    return fields;
  }

  @EachVersion
  void shouldMatchAHostAtItsPortToWhateverDestination(int version) {
    FlowOptions options = OPTIONS.matchingExactly(FlowField.IN_PORT, FlowField.ETH_SRC);
    assertThat(match(version, WEB, options)).containsExactlyInAnyOrder("in_port", "eth_src");
  }

  @EachVersion
  void shouldMatchANetwork(int version) {
    FlowOptions network = OPTIONS.matchingExactly().matchingAlso(FlowField.IPV4_DST.prefix(24));
    assertThat(match(version, WEB, network))
        .containsExactlyInAnyOrder("eth_type", "ipv4_dst=10.0.0.0/24");
    FlowOptions both =
        OPTIONS
            .matchingExactly(FlowField.ETH_DST)
            .matchingAlso(FlowField.IPV4_DST.prefix(31))
            .matchingAlso(FlowField.IPV4_SRC.prefix(8));
    assertThat(match(version, WEB, both))
        .containsExactlyInAnyOrder(
            "eth_dst", "eth_type", "ipv4_src=10.0.0.0/8", "ipv4_dst=10.0.0.2/31");
    assertThat(match(version, WEB, network.matchingAlso(FlowField.IPV4_DST)))
        .containsExactlyInAnyOrder("eth_type", "ipv4_dst");
  }

  /** Not so long as it is the application's own word that nothing more matters. */
  @EachVersion
  void shouldMatchTheWholeOfAnAddressThatWasRead(int version) {
    FlowOptions prefix = OPTIONS.matchingAlso(FlowField.IPV4_DST.prefix(24));
    List<OFMessage> answers =
        answers(
            version,
            WEB,
            (request, output) -> {
              read.add(request.ipv4Dst());
              output.installAndForward(request, 2, prefix);
            });
    OFFlowMod entry = (OFFlowMod) answers.get(0);
    assertThat(entry.getMatch().isExact(MatchField.IPV4_DST)).isTrue();
    assertThat(match(version, WEB, prefix)).contains("in_port", "ipv4_dst=10.0.0.0/24");
  }

  @Test
  void shouldMatchWithinIpv6() {
    FlowOptions target = OPTIONS.matchingExactly(FlowField.ND_TARGET);
    assertThat(match(4, NEIGHBOUR, target))
        .containsExactly("eth_type", "ip_proto", "icmpv6_type", "ipv6_nd_target");
    FlowOptions network =
        OPTIONS.matchingExactly(FlowField.IPV6_SRC).matchingAlso(FlowField.IPV6_DST.prefix(64));
    assertThat(match(4, NEIGHBOUR, network))
        .containsExactly("eth_type", "ipv6_src", "ipv6_dst=fd00::/64");
    assertThat(match(4, WEB, network)).as("no IPv6").containsExactly("eth_type");
  }

  @Test
  void shouldForwardAloneWhatVersion10CannotMatch() {
    FlowOptions network = OPTIONS.matchingExactly(FlowField.IPV6_DST);
    assertThat(
            answers(
                1, NEIGHBOUR, (request, output) -> output.installAndForward(request, 2, network)))
        .singleElement()
        .isInstanceOf(OFPacketOut.class);
    assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isEqualTo(1);
  }

  @Test
  void shouldRefuseAPrefixThatAFieldHasNot() {
    assertThatThrownBy(() -> FlowField.VLAN.prefix(3))
        .hasMessage("a prefix of VLAN; allowed: of IPV4_SRC, IPV4_DST, IPV6_SRC, IPV6_DST");
    assertThatThrownBy(() -> FlowField.IPV4_SRC.prefix(33))
        .hasMessage("a prefix of 33 bits of IPV4_SRC; allowed: 1 to 32");
    assertThatThrownBy(() -> FlowField.IPV6_DST.prefix(0)).hasMessageContaining("1 to 128");
  }

  @Test
  void shouldSendThePacketThroughTheTablesBehindAnEntryThatGoesOn() {
    FlowActions actions = FlowActions.NONE.setEthDst(7).gotoTable(2);
    List<OFMessage> answers =
        answers(4, WEB, (request, output) -> output.installAndForward(request, actions, OPTIONS));
    assertThat(answers).hasSize(2);
    assertThat(((OFFlowMod) answers.get(0)).getInstructions())
        .filteredOn(OFInstructionGotoTable.class::isInstance)
        .singleElement()
        .satisfies(
            each ->
                assertThat(((OFInstructionGotoTable) each).getTableId().getValue())
                    .isEqualTo((short) 2));
    assertThat(((OFPacketOut) answers.get(1)).getActions())
        .singleElement()
        .satisfies(each -> assertThat(((OFActionOutput) each).getPort()).isEqualTo(OFPort.TABLE));
  }

  @Test
  void shouldApplyTheActionsAloneWhereNoEntrySendsThePacketOn() {
    FlowActions actions = FlowActions.outputs(2).gotoTable(2);
    FlowOptions second = OPTIONS.inTable(1);
    List<OFMessage> answers =
        answers(4, WEB, (request, output) -> output.installAndForward(request, actions, second));
    assertThat(((OFPacketOut) answers.get(1)).getActions())
        .singleElement()
        .satisfies(each -> assertThat(((OFActionOutput) each).getPort()).isEqualTo(OFPort.of(2)));
    answers = answers(4, WEB, (request, output) -> output.forward(request, actions));
    assertThat(((OFPacketOut) answers.get(0)).getActions()).hasSize(1);
    answers =
        answers(1, WEB, (request, output) -> output.installAndForward(request, actions, OPTIONS));
    assertThat(answers).as("1.0 has one table").singleElement().isInstanceOf(OFPacketOut.class);
  }

  @Test
  void shouldRefuseToGoBackToAnEarlierTable() {
    FlowActions actions = FlowActions.NONE.gotoTable(1);
    FlowOptions second = OPTIONS.inTable(1);
    assertThat(
            answers(
                4, WEB, (request, output) -> output.installAndForward(request, actions, second)))
        .isEmpty();
    assertThat(rig.faults()).containsEntry("app0", 1);
    assertThatThrownBy(() -> FlowActions.NONE.gotoTable(255)).hasMessageContaining("1 to 254");
  }
}
