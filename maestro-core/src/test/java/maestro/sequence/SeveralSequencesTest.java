package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.api.BatchStage;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.openflow.SampleFrames;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/** Several sequences on flow requests, each of which has requests of its own. */
class SeveralSequencesTest {
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final byte[] PLAIN = SampleFrames.tcp(5000, 80);

  private final List<String> seen = Recorder.list();
  @AutoClose private Rig rig = null;

  private TestApplication application(String name, BatchStage stage) {
    return new TestApplication(name, context -> Stages.batch(() -> stage));
  }

  /** Notes what it sees and lets it pass. */
  private TestApplication noting(String name) {
    RequestStage stage =
        (request, output) -> seen.add(name + " " + request.datapathId() + "/" + request.inPort());
    return application(name, stage);
  }

  private static byte[] packetIn(int inPort, byte[] frame) {
    return Messages.packetIn(4, 1, -1, inPort, frame);
  }

  private List<String> entries(FakeSwitch client, byte[]... packetIns) {
    rig.tell(client, Messages.join(packetIns));
    List<String> entries = new ArrayList<>();
    for (byte[] message : client.take()) {
      if (Messages.type(message) == 14) {
        entries.add(fields(message));
      }
    }
    return entries;
  }

  private static String fields(byte[] message) {
    OFFlowMod entry = (OFFlowMod) Messages.parsed(message);
    List<String> fields = new ArrayList<>();
    for (MatchField<?> field : entry.getMatch().getMatchFields()) {
      fields.add(field.getName());
    }
    return String.join(" ", fields);
  }

  @Test
  void shouldRunTheSequenceOfEachRequestInOrder() {
    RigSetup setup =
        Rig.setup().application(noting("a")).application(noting("b")).application(noting("c"));
    rig =
        setup
            .sequence("{ on = flow-request, run = [a, b], when { switches = [1] } }")
            .sequence("{ on = flow-request, run = [b], when { ports = [\"2/7\"] } }")
            .sequence("{ on = flow-request, run = [c] }")
            .start();
    FakeSwitch first = rig.join(4, 1);
    FakeSwitch second = rig.join(4, 2);
    first.send(Messages.join(packetIn(7, PLAIN), packetIn(8, PLAIN)));
    rig.tell(second, Messages.join(packetIn(7, PLAIN), packetIn(8, PLAIN), packetIn(7, PLAIN)));
    assertThat(seen)
        .containsSubsequence("a 1/7", "a 1/8", "b 1/7", "b 1/8")
        .containsSubsequence("b 2/7", "b 2/7", "c 2/8")
        .hasSize(7);
  }

  @Test
  void shouldLeaveRequestsAloneThatNoSequenceTakes() {
    rig =
        Rig.setup()
            .application(noting("a"))
            .sequence("{ on = flow-request, run = [a], when { vlans = [10] } }")
            .start();
    FakeSwitch client = rig.join(4, 1);
    rig.tell(
        client,
        Messages.join(
            packetIn(1, PLAIN),
            packetIn(2, SampleFrames.tagged(10, PLAIN)),
            packetIn(3, SampleFrames.tagged(11, PLAIN))));
    assertThat(seen).containsExactly("a 1/2");
  }

  /** By the tag, or by the VLAN that is declared for the port. */
  @Test
  void shouldMatchTheVlanThatDividesRequestsWhateverTheOptionsSay() {
    RequestStage exact =
        (request, output) ->
            output.installAndForward(request, 2, OPTIONS.matchingExactly(FlowField.ETH_DST));
    RequestStage usual = (request, output) -> output.installAndForward(request, 2, OPTIONS);
    rig =
        Rig.setup()
            .application(application("exact", exact))
            .application(application("usual", usual))
            .set("maestro.vlans.\"00:00:00:00:00:00:00:01\".5.access=10")
            .sequence("{ on = flow-request, run = [exact], when { vlans = [10] } }")
            .sequence("{ on = flow-request, run = [usual] }")
            .start();
    FakeSwitch client = rig.join(4, 1);
    assertThat(entries(client, packetIn(5, PLAIN))).containsExactly("in_port eth_dst vlan_vid");
    assertThat(entries(client, packetIn(1, SampleFrames.tagged(10, PLAIN))))
        .containsExactly("in_port eth_dst vlan_vid");
    assertThat(entries(client, packetIn(1, PLAIN)))
        .containsExactly("in_port eth_dst eth_src vlan_vid");
  }

  /** A stage behind the one that installs reads more, in one of the sequences. */
  @Test
  void shouldKeepLateReadsOfOneSequenceFromEntriesOfAnother() {
    RequestStage installs = (request, output) -> output.installAndForward(request, 2, OPTIONS);
    RequestStage reads = (request, output) -> seen.add("type " + request.ethType());
    rig =
        Rig.setup()
            .application(application("installs", installs))
            .application(application("reads", reads))
            .sequence("{ on = flow-request, run = [installs, reads], when { ports = [\"1/1\"] } }")
            .sequence("{ on = flow-request, run = [installs] }")
            .start();
    FakeSwitch client = rig.join(4, 1);
    entries(client, packetIn(1, PLAIN));
    assertThat(rig.counted(Counter.ENTRIES_TAKEN_BACK)).isEqualTo(1);
    assertThat(entries(client, packetIn(1, PLAIN), packetIn(2, PLAIN)))
        .containsExactly("in_port eth_dst eth_src eth_type", "in_port eth_dst eth_src");
    assertThat(rig.counted(Counter.ENTRIES_TAKEN_BACK)).isEqualTo(1);
  }

  /** What a sequence loses is of its own requests. */
  @Test
  void shouldLoseOnlyRequestsOfTheSequenceWhoseStageThrows() {
    BatchStage throwing =
        (batch, output) -> {
          throw new IllegalStateException("at no request");
        };
    rig =
        Rig.setup()
            .application(application("throwing", throwing))
            .application(noting("b"))
            .sequence("{ on = flow-request, run = [throwing, b], when { ports = [\"1/1\"] } }")
            .sequence("{ on = flow-request, run = [b] }")
            .start();
    FakeSwitch client = rig.join(4, 1);
    rig.tell(client, Messages.join(packetIn(2, PLAIN), packetIn(1, PLAIN), packetIn(2, PLAIN)));
    assertThat(seen).containsExactly("b 1/2", "b 1/2");
    assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(1);
  }

  /** Requests to groups are walked by themselves. */
  @Test
  void shouldShowMultiDestinationRequestsToTheirSequenceAlone() {
    BatchStage multiDestination =
        (batch, output) -> {
          while (batch.nextMultiDestination()) {
            seen.add("many " + batch.request().inPort());
          }
        };
    rig =
        Rig.setup()
            .application(application("many", multiDestination))
            .application(noting("b"))
            .sequence("{ on = flow-request, run = [many], when { ports = [\"1/1\"] } }")
            .sequence("{ on = flow-request, run = [b] }")
            .start();
    FakeSwitch client = rig.join(4, 1);
    byte[] broadcast = SampleFrames.ethernet(1, 0xffff_ffff_ffffL, 0x0806, new byte[46]);
    rig.tell(
        client, Messages.join(packetIn(2, broadcast), packetIn(1, broadcast), packetIn(1, PLAIN)));
    assertThat(seen).containsExactly("many 1", "b 1/2");
  }
}
