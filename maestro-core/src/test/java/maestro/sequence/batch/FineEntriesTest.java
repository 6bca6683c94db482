package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Sent;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.SampleFrames;
import maestro.sequence.application.InexpressibleEntries;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/** What entries match follows from what the stages before have read, and from the options. */
class FineEntriesTest {
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);
  private static final byte[] ECHO_REPLY =
      SampleFrames.ethernet(0x0800, SampleFrames.ipv4(1, 3, 4, 0, SampleFrames.icmp(0, 0)));

  private RequestStage first = (request, output) -> {};
  private RequestStage second = (request, output) -> output.installAndForward(request, 2, OPTIONS);
  private final List<Integer> read = new ArrayList<>();
  @AutoClose private Rig rig;

  @BeforeEach
  void start() {
    rig =
        Rig.setup()
            .patient()
            .stage((RequestStage) (request, output) -> first.onRequest(request, output))
            .stage((RequestStage) (request, output) -> second.onRequest(request, output))
            .start();
  }

  private void reads(int... values) {
    for (int value : values) {
      read.add(value);
    }
  }

  private List<OFMessage> answers(int version, int bufferId, byte[]... frames) {
    FakeSwitch client = rig.join(version, rig.switches.all().size() + 1L);
    byte[] all = new byte[0];
    for (byte[] frame : frames) {
      all = Messages.join(all, Messages.packetIn(version, 1, bufferId, 1, frame));
    }
    return rig.ask(client, all).stream().map(Messages::parsed).toList();
  }

  /** The fields beside in-port and addresses that the only entry matches. */
  private static List<String> fields(List<OFMessage> answers) {
    List<OFFlowMod> entries =
        answers.stream().filter(OFFlowMod.class::isInstance).map(OFFlowMod.class::cast).toList();
    assertThat(entries).hasSize(1);
    List<String> fields = new ArrayList<>();
    for (MatchField<?> field : entries.get(0).getMatch().getMatchFields()) {
      fields.add(field.getName());
    }
    assertThat(fields).contains("in_port", "eth_src", "eth_dst");
    fields.removeAll(List.of("in_port", "eth_src", "eth_dst"));
    return fields;
  }

  private static List<OFAction> actions(OFMessage message) {
    if (message instanceof OFPacketOut packetOut) {
      return packetOut.getActions();
    }
    OFFlowMod flowMod = (OFFlowMod) message;
    if (flowMod.getVersion().getWireVersion() == 1) {
      return flowMod.getActions();
    }
    return flowMod.getInstructions().stream()
        .filter(OFInstructionApplyActions.class::isInstance)
        .flatMap(i -> ((OFInstructionApplyActions) i).getActions().stream())
        .toList();
  }

  @EachVersion
  void shouldMatchWhatAnEarlierStageHasRead(int version) {
    first = (request, output) -> reads(request.l4Dst());
    assertThat(fields(answers(version, -1, WEB)))
        .containsExactly("eth_type", "ip_proto", "tcp_dst");
    first = (request, output) -> reads(request.untracked().l4Dst());
    assertThat(fields(answers(version, -1, WEB))).isEmpty();
    first = (request, output) -> reads(request.vlanId());
    assertThat(fields(answers(version, 7, WEB))).containsExactly("vlan_vid");
    assertThat(read).containsExactly(80, 80, -1);
  }

  @Test
  void shouldNoteEachRequestOfABatchByItself() {
    first =
        (request, output) -> {
          if (request.ethDst() == 9) {
            reads(request.ethType());
          }
        };
    byte[] other = SampleFrames.ethernet(1, 9, 0x0806, SampleFrames.arp(1, 2, 3));
    List<OFMessage> answers = answers(4, 7, WEB, other, WEB);
    assertThat(answers).hasSize(3);
    assertThat(fields(answers.subList(0, 1))).isEmpty();
    assertThat(fields(answers.subList(1, 2))).containsExactly("eth_type");
    assertThat(fields(answers.subList(2, 3))).isEmpty();
    assertThat(fields(answers(4, 7, WEB))).as("the next batch").isEmpty();
  }

  @Test
  void shouldMatchWhatTheOptionsAskFor() {
    first = (request, output) -> reads(request.l4Dst());
    second =
        (request, output) ->
            output.installAndForward(request, 2, OPTIONS.matchingAlso(FlowField.VLAN));
    assertThat(fields(answers(4, -1, WEB)))
        .containsExactlyInAnyOrder("vlan_vid", "eth_type", "ip_proto", "tcp_dst");
    second =
        (request, output) ->
            output.installAndForward(request, 2, OPTIONS.matchingOnly(FlowField.IPV4_DST));
    assertThat(fields(answers(4, -1, WEB))).containsExactly("eth_type", "ipv4_dst");
    second = (request, output) -> output.installAndForward(request, 2, OPTIONS.matchingOnly());
    assertThat(fields(answers(4, -1, WEB))).isEmpty();
  }

  @EachVersion
  void shouldOnlyForwardAndSaySoOnceWhenNoMatchSaysWhatWasRead(int version) {
    first = (request, output) -> reads(request.l4Src());
    try (LogOf log = new LogOf(InexpressibleEntries.class)) {
      List<OFMessage> answers = answers(version, 7, ECHO_REPLY, ECHO_REPLY);
      assertThat(answers).hasSize(2).allMatch(OFPacketOut.class::isInstance);
      assertThat(actions(answers.get(0))).hasSize(1);
      first = (request, output) -> reads(request.frameByte(20));
      assertThat(answers(version, -1, WEB)).singleElement().isInstanceOf(OFPacketOut.class);
      assertThat(log.lines())
          .extracting(line -> line.replaceFirst("127.0.0.1:\\d+", "ADDRESS"))
          .containsExactly(
              "switch 00:00:00:00:00:00:00:01 at ADDRESS: an entry of application app1 is not"
                  + " installed, its packet is only forwarded: the ports or ICMP type that were read"
                  + " are cut off, or 0 as switches have it for fragments (said once for all"
                  + " switches; repeats are counted)",
              "switch 00:00:00:00:00:00:00:02 at ADDRESS: an entry of application app1 is not"
                  + " installed, its packet is only forwarded: a byte of the frame was read that no"
                  + " match field says (said once for all switches; repeats are counted)");
    }
    assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isEqualTo(3);
  }

  @EachVersion
  void shouldNoteTheTypeWhenItsBytesAreRead(int version) {
    first = (request, output) -> reads(request.frameByte(12), request.frameByte(0));
    assertThat(fields(answers(version, -1, WEB))).containsExactlyInAnyOrder("vlan_vid", "eth_type");
    assertThat(answers(version, 7, SampleFrames.tagged(5, WEB)))
        .singleElement()
        .isInstanceOf(OFPacketOut.class);
  }

  @EachVersion
  void shouldInstallADropAndDropThePacket(int version) {
    first = (request, output) -> reads(request.arpTargetIpv4());
    second = (request, output) -> output.installDrop(request, OPTIONS.withPriority(7));
    byte[] arp = SampleFrames.ethernet(0x0806, SampleFrames.arp(1, 2, 3));
    List<OFMessage> answers = answers(version, -1, arp);
    assertThat(answers).hasSize(1);
    OFFlowMod drop = (OFFlowMod) answers.get(0);
    assertThat(fields(answers)).containsExactly("eth_type", "arp_tpa");
    assertThat(actions(drop)).isEmpty();
    assertThat(drop.getPriority()).isEqualTo(7);
    first = (request, output) -> reads(request.frameByte(20));
    assertThat(actions(answers(version, 7, WEB).get(0))).as("frees the buffer").isEmpty();
  }

  @Test
  void shouldDoTheWholeListWithMatchingPacketsAndThisOne() {
    FlowActions list = FlowActions.outputs(3).popVlan().output(4);
    FlowOptions tagged = OPTIONS.withActions(FlowActions.NONE.setEthDst(9));
    second = (request, output) -> output.installAndForward(request, list, tagged);
    List<OFMessage> answers = answers(4, -1, SampleFrames.tagged(5, WEB));
    assertThat(fields(answers)).containsExactly("vlan_vid");
    assertThat(actions(answers.get(0))).hasSize(4).isEqualTo(actions(answers.get(1)));
    second = (request, output) -> output.forward(request, list);
    answers = answers(1, 7, WEB);
    assertThat(answers).hasSize(1);
    assertThat(actions(answers.get(0))).hasSize(3);
  }

  @Test
  void shouldNotInstallWhatVersion10DoesNotHave() {
    for (FlowOptions only13 :
        List.of(OPTIONS.inTable(1), OPTIONS.withActions(FlowActions.NONE.meter(3)))) {
      second = (request, output) -> output.installAndForward(request, 2, only13);
      assertThat(answers(1, 7, WEB)).singleElement().isInstanceOf(OFPacketOut.class);
      assertThat(answers(4, 7, WEB)).first().isInstanceOf(OFFlowMod.class);
    }
    assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isEqualTo(2);
  }

  @Test
  void shouldMatchTheAddressesOfIpv6ThatAStageHasRead() {
    byte[] asks =
        SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(58, SampleFrames.neighbour(135, 7, 9)));
    List<Long> targets = new ArrayList<>();
    first =
        (request, output) -> {
          long unused = request.ipv6SrcHigh() + request.ipv6DstLow();
          targets.add(request.ndTargetLow());
        };
    assertThat(fields(answers(4, 7, asks)))
        .containsExactly(
            "eth_type", "ip_proto", "ipv6_src", "ipv6_dst", "icmpv6_type", "ipv6_nd_target");
    assertThat(answers(1, 7, asks)).singleElement().isInstanceOf(OFPacketOut.class);
    assertThat(targets).containsExactly(9L, 9L);
    assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isEqualTo(1);
  }

  @Test
  void shouldInstallOnOtherSwitchesWhatTheirVersionSays() {
    FakeSwitch other = rig.join(4, 0xb);
    FakeSwitch old = rig.join(1, 0xc);
    byte[] udp6 = SampleFrames.ethernet(0x86dd, SampleFrames.ipv6(17, SampleFrames.ports(1, 2)));
    List<Object> said = new ArrayList<>();
    first = (request, output) -> reads(request.l4Dst());
    second =
        (request, output) -> {
          said.add(output.install(0xb, request, 5, 6, OPTIONS));
          said.add(output.install(0xb, request, 5, 20, FlowActions.outputs(6), OPTIONS));
          said.add(output.install(0xc, request, 5, 6, OPTIONS));
          said.add(output.install(0xd, request, 5, 20, FlowActions.outputs(6), OPTIONS));
          said.add(output.entry(0xc, request, 5, 6, OPTIONS));
          said.add(output.entry(0xb, request, 5, 5, OPTIONS).orElseThrow().getType());
        };
    answers(4, 7, udp6);
    assertThat(said)
        .containsExactly(
            Sent.YES,
            Sent.YES,
            Sent.NOT_EXPRESSIBLE,
            Sent.NO_SUCH_SWITCH,
            Optional.empty(),
            org.projectfloodlight.openflow.protocol.OFType.FLOW_MOD);
    List<OFMessage> installed = other.take().stream().map(Messages::parsed).toList();
    assertThat(fields(installed.subList(0, 1))).containsExactly("eth_type", "ip_proto", "udp_dst");
    assertThat(fields(installed.subList(1, 2)))
        .containsExactlyInAnyOrder("vlan_vid", "eth_type", "ip_proto", "udp_dst");
    assertThat(old.take()).isEmpty();
  }

  @EachVersion
  void shouldBuildTheEntryThatIsInstalled(int version) {
    List<OFMessage> built = new ArrayList<>();
    first = (request, output) -> reads(request.l4Dst(), request.ipv4Src());
    second =
        (request, output) -> {
          long here = request.datapathId();
          built.add(output.entry(here, request, 1, 2, OPTIONS).orElseThrow());
          output.install(here, request, 1, 2, OPTIONS);
        };
    assertThat(answers(version, -1, WEB)).isEqualTo(built);
  }

  @Test
  void shouldShowTheSameRequestWhenUntracked() {
    byte[] arp = SampleFrames.tagged(5, SampleFrames.ethernet(0x0806, SampleFrames.arp(1, 2, 3)));
    first =
        (request, output) -> {
          FlowRequest untracked = request.untracked();
          assertThat(untracked.untracked()).isSameAs(untracked);
          assertThat(untracked.datapathId()).isEqualTo(request.datapathId());
          assertThat(untracked.inPort()).isEqualTo(1);
          assertThat(untracked.bufferId()).isEqualTo(7);
          assertThat(untracked.nowNs()).isEqualTo(request.nowNs());
          assertThat(untracked.frameLength()).isEqualTo(arp.length);
          assertThat(untracked.frameByte(14)).isZero();
          reads(untracked.vlanId(), untracked.ethType(), untracked.arpOperation());
          reads(untracked.arpSenderIpv4(), untracked.arpTargetIpv4(), untracked.l4Dst());
          reads(
              untracked.isArp() ? 1 : 0,
              untracked.isIpv4() ? 1 : 0,
              untracked.isMulticast() ? 1 : 0);
          reads(
              untracked.ipv4Src(), untracked.ipv4Dst(), untracked.ipProtocol(), untracked.l4Src());
          reads((int) untracked.ethSrc(), (int) untracked.ethDst());
        };
    assertThat(fields(answers(4, 7, arp))).isEmpty();
    assertThat(read).containsExactly(5, 0x806, 1, 2, 3, -1, 1, 0, 0, 0, 0, -1, -1, 1, 2);
  }
}
