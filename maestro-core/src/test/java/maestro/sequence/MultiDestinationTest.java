package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowActions;
import maestro.api.FlowBatch;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchOutput;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A stage can walk what is for groups, and what stages before it have flooded. */
class MultiDestinationTest {
  private static final int BROADCAST = 0xff;
  private static final int GROUP = 0x01;
  private static final int FLOODED = 0x10;
  private static final int LISTED = 0x12;
  private static final int CONSUMED_GROUP = 0x03;
  private static final int ACTED_ON = 0x14;
  private static final int INSTALLED = 0x16;
  private static final int INSTALLED_TO_ONE = 0x18;
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);

  private final List<String> seen = new ArrayList<>();
  @AutoClose private Rig rig;

  @Test
  void shouldShowGroupsAndWhatWasFloodedWhenAStageStandsBehind() {
    rig = Rig.setup().stage((RequestStage) MultiDestinationTest::decide).stage(this::read).start();
    FakeSwitch one = rig.join(1, 1);
    FakeSwitch other = rig.join(4, 2);

    send(one, 1, 0x20, BROADCAST, 0x22, FLOODED);
    send(other, 4, 0x24, LISTED, 0x26, CONSUMED_GROUP, GROUP, 0x28);
    rig.pump();

    assertThat(seen).containsExactlyInAnyOrder("1: ff", "1: 10", "2: 12", "2: 3", "2: 1");
    assertThat(seen.stream().filter(each -> each.startsWith("2"))) // in its order
        .containsExactly("2: 12", "2: 3", "2: 1");
    seen.clear();
    send(one, 1, 0x20, 0x22);
    rig.pump();
    assertThat(seen).as("the next batch begins anew").isEmpty();
  }

  @Test
  void shouldShowWhatAListOfActionsSendsToSeveralPortsAndNotWhatItSendsToOne() {
    rig = Rig.setup().stage((RequestStage) MultiDestinationTest::decide).stage(this::read).start();

    send(rig.join(4, 1), 4, ACTED_ON, INSTALLED_TO_ONE, INSTALLED);
    rig.pump();

    assertThat(seen).containsExactly("1: 14", "1: 16");
  }

  @Test
  void shouldShowGroupsWhenNoStageHasWalkedTheBatchBefore() {
    rig = Rig.setup().stage(this::read).start();
    FakeSwitch one = rig.join(4, 1);

    send(one, 4, 0x20, BROADCAST, FLOODED, GROUP);
    rig.pump();

    assertThat(seen).containsExactly("1: ff", "1: 1");
  }

  @Test
  void shouldShowEachOnceWhenABatchIsLongerThanAWord() {
    rig = Rig.setup().stage((RequestStage) MultiDestinationTest::decide).stage(this::read).start();
    FakeSwitch one = rig.join(4, 1);
    int[] kinds = new int[300];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = i % 3 == 0 ? FLOODED : i % 3 == 1 ? 0x20 : BROADCAST;
    }

    send(one, 4, kinds);
    rig.pump();

    assertThat(seen).hasSize(200);
    assertThat(seen.subList(0, 4)).containsExactly("1: 10", "1: ff", "1: 10", "1: ff");
  }

  /** Sends a frame for each first byte of a destination, all at once. */
  private static void send(FakeSwitch from, int version, int... firstBytes) {
    for (int first : firstBytes) {
      byte[] frame = Messages.FRAME.clone();
      frame[0] = (byte) first;
      from.send(Messages.packetIn(version, 1, -1, 1, frame));
    }
  }

  private static void decide(FlowRequest request, SwitchOutput output) {
    switch ((int) (request.ethDst() >>> 40)) {
      case FLOODED -> output.flood(request);
      case LISTED -> output.forward(request, new int[] {2, 3}, 2);
      case ACTED_ON -> output.forward(request, FlowActions.outputs(2, 3));
      case INSTALLED ->
          output.installAndForward(request, FlowActions.outputs(FlowActions.FLOOD), OPTIONS);
      case INSTALLED_TO_ONE ->
          output.installAndForward(request, FlowActions.NONE.setVlan(10).output(2), OPTIONS);
      case CONSUMED_GROUP -> output.consume(request);
      default -> output.forward(request, 2);
    }
  }

  private void read(FlowBatch batch, SwitchOutput output) {
    while (batch.nextMultiDestination()) {
      FlowRequest request = batch.request();
      seen.add(request.datapathId() + ": " + Long.toHexString(request.ethDst() >>> 40));
    }
  }
}
