package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/** An entry covers nothing that a stage behind the one that installs it would have looked at. */
class LateReadsTest {
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);

  private final List<Integer> read = new ArrayList<>();
  private RequestStage first = (request, output) -> output.installAndForward(request, 2, OPTIONS);
  private RequestStage second = (request, output) -> read.add(request.l4Dst());
  @AutoClose private Rig rig;
  private FakeSwitch client;

  @BeforeEach
  void start() {
    rig =
        Rig.setup()
            .patient()
            .stage((RequestStage) (request, output) -> first.onRequest(request, output))
            .stage((RequestStage) (request, output) -> second.onRequest(request, output))
            .start();
  }

  /** The FLOW_MODs that a request brings: the command and the fields beside the addresses. */
  private List<String> flowMods(int version, byte[]... frames) {
    byte[] all = new byte[0];
    if (client == null) {
      client = rig.join(version, 1);
    }
    for (byte[] frame : frames) {
      all = Messages.join(all, Messages.packetIn(version, 1, 7, 1, frame));
    }
    rig.tell(client, all);
    List<String> flowMods = new ArrayList<>();
    for (byte[] message : client.take()) {
      if (Messages.parsed(message) instanceof OFFlowMod flowMod) {
        List<String> fields = new ArrayList<>();
        for (MatchField<?> field : flowMod.getMatch().getMatchFields()) {
          fields.add(field.getName());
        }
        assertThat(fields).contains("in_port", "eth_src", "eth_dst");
        fields.removeAll(List.of("in_port", "eth_src", "eth_dst"));
        flowMods.add((flowMod instanceof OFFlowAdd ? "add" : "delete") + fields);
      }
    }
    return flowMods;
  }

  @EachVersion
  void shouldTakeAnEntryBackWhenALaterStageReadsMoreAndMatchThatFromThenOn(int version) {
    assertThat(flowMods(version, WEB)).containsExactly("add[]", "delete[]");
    assertThat(flowMods(version, WEB)).containsExactly("add[eth_type, ip_proto, tcp_dst]");
    assertThat(rig.counted(Counter.ENTRIES_TAKEN_BACK)).isEqualTo(1);
    assertThat(read).containsExactly(80, 80);
  }

  @Test
  void shouldTakeBackOnlyTheEntriesOfRequestsThatWereReadWhenABatchHasSeveral() {
    second =
        (request, output) -> {
          if (request.ethDst() == 9) {
            read.add(request.vlanId());
          }
        };
    byte[] other = SampleFrames.ethernet(1, 9, 0x0806, SampleFrames.arp(1, 2, 3));
    assertThat(flowMods(4, WEB, other, WEB)).containsExactly("add[]", "add[]", "add[]", "delete[]");
  }

  @Test
  void shouldLeaveNoEntryWhenALaterStageReadsWhatNoMatchSays() {
    second = (request, output) -> read.add(request.frameByte(20));
    assertThat(flowMods(4, WEB)).containsExactly("add[]", "delete[]");
    assertThat(flowMods(4, WEB)).containsExactly("add[]", "delete[]");
    second = (request, output) -> {};
    assertThat(flowMods(4, WEB)).containsExactly("add[]");
  }

  @Test
  void shouldLetAnEntryBeWhenNobodyReadsMoreOrNobodyIsToMind() {
    second = (request, output) -> read.add(request.untracked().l4Dst());
    assertThat(flowMods(4, WEB)).containsExactly("add[]");
    second = (request, output) -> read.add(request.l4Dst());
    first = (request, output) -> output.installAndForward(request, 2, OPTIONS.matchingOnly());
    assertThat(flowMods(4, WEB)).containsExactly("add[]");
    first =
        (request, output) -> {
          output.installAndForward(request, 2, OPTIONS);
          output.consume(request);
        };
    assertThat(flowMods(4, WEB)).containsExactly("add[]");
    assertThat(rig.counted(Counter.ENTRIES_TAKEN_BACK)).isZero();
  }
}
