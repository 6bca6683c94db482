package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.ReceivedFrame;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of Ethernet types that applications want as events. */
class FrameEventTest {
  private static final String ADDRESSES = "0180c2000003 020000000001";
  private static final byte[] EAPOL = FakeSwitch.hex(ADDRESSES + "888e 01010000");
  private static final byte[] TAGGED = FakeSwitch.hex(ADDRESSES + "8100 0000 888e 01010000");
  private static final byte[] OTHER = FakeSwitch.hex(ADDRESSES + "9999 01010000");

  private final List<String> told = Recorder.list();
  private final List<Integer> requested = new ArrayList<>();

  private TestApplication wanting(String name, int... types) {
    return new TestApplication(
        name,
        context -> {
          context.frames(types);
          return Stages.events(
              new Recorder(name, told) {
                @Override
                public void onFrame(ReceivedFrame frame) {
                  write(frame.bytes().length + " bytes by " + frame.inPort());
                }
              });
        });
  }

  @Test
  void shouldTellEachApplicationOfItsTypesAndHideTheFramesFromBatchStages() {
    try (Rig rig =
        Rig.setup()
            .stage((RequestStage) (request, output) -> requested.add(request.ethType()))
            .application(wanting("eapol", 0x888e))
            .application(wanting("both", 0x888e, 0x8899))
            .application(wanting("none", 0x8899))
            .sequence("{ on = flow-request, run = [app0] }")
            .sequence("{ on = frame, run = [eapol, both, none] }")
            .start()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      for (byte[] frame : new byte[][] {EAPOL, OTHER, TAGGED}) {
        client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, -1, 3, frame));
      }
      rig.until(() -> told.size() == 4);
      assertThat(told)
          .containsExactly(
              "eapol: 18 bytes by 3",
              "both: 18 bytes by 3",
              "eapol: 22 bytes by 3",
              "both: 22 bytes by 3");
      rig.until(() -> requested.size() == 1);
      assertThat(requested).containsExactly(0x9999);
    }
  }

  @Test
  void shouldLeaveFramesToBatchStagesWhenNoSequenceRunsOnThem() {
    try (Rig rig =
        Rig.setup()
            .stage((RequestStage) (request, output) -> requested.add(request.ethType()))
            .application(wanting("eapol", 0x888e))
            .sequence("{ on = flow-request, run = [app0] }")
            .sequence("{ on = switch-joined, run = [eapol] }")
            .start()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, -1, 3, EAPOL));
      rig.until(() -> requested.size() == 1);
      assertThat(requested).containsExactly(0x888e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0800, 0x86dd, 0x0806, 0x8100, 0x88a8, 0x88cc, 0x8942, 0x5ff, 0x1_0000})
  void shouldRefuseTypesThatOthersNeed(int type) {
    AtomicInteger started = new AtomicInteger();
    TestApplication application =
        new TestApplication(
            "a",
            context -> {
              assertThatThrownBy(() -> context.frames(0x888e, type))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("0x" + Integer.toHexString(type));
              started.incrementAndGet();
              return Stages.events(new Recorder("a", told));
            });
    try (Rig rig =
        Rig.setup().application(application).sequence("{ every = 1 h, run = [a] }").start()) {
      assertThat(started).hasValue(1);
      assertThat(rig.switches.all()).isEmpty();
    }
  }
}
