package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.FlowActions;
import maestro.api.Sent;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.OpenFlow;
import maestro.testkit.EachVersion;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Frames of an application's own, at a switch. */
class SwitchPacketOutTest {
  private static final FlowActions TWO = FlowActions.NONE.setEthDst(7).output(2, 3);

  @EachVersion
  void shouldApplyActionsToAFrame(int version) throws Exception {
    AtomicReference<ApplicationContext> context = new AtomicReference<>();
    try (Rig rig =
        Rig.setup()
            .application(Recorder.application("a", Recorder.list(), context::set))
            .sequence("{ on = switch-joined, run = [a] }")
            .start()) {
      FakeSwitch client = rig.join(version, 1);
      List<byte[]> unused = client.take();
      var switches = context.get().switches();
      assertThat(switches.packetOut(1, FlowActions.CONTROLLER, TWO, Messages.FRAME))
          .isEqualTo(Sent.YES);
      assertThat(switches.packetOut(1, 4, FlowActions.NONE, Messages.FRAME)).isEqualTo(Sent.YES);
      assertThat(switches.packetOut(9, 4, TWO, Messages.FRAME)).isEqualTo(Sent.NO_SUCH_SWITCH);
      assertThatThrownBy(() -> switches.packetOut(1, 4, TWO, new byte[65_535]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("allowed: up to 65535");
      rig.pump();
      List<OFPacketOut> got =
          client.take().stream().map(message -> (OFPacketOut) Messages.parsed(message)).toList();
      assertThat(got).hasSize(2);
      assertThat(got.get(0).getData()).isEqualTo(Messages.FRAME);
      assertThat(got.get(0).getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
      assertThat(got.get(0).getInPort())
          .isEqualTo(version == OpenFlow.VERSION_10 ? OFPort.ANY : OFPort.CONTROLLER);
      assertThat(got.get(0).getActions()).hasSize(3);
      assertThat(((OFActionOutput) got.get(0).getActions().get(2)).getPort().getPortNumber())
          .isEqualTo(3);
      assertThat(got.get(1).getInPort().getPortNumber()).isEqualTo(4);
      assertThat(got.get(1).getActions()).isEmpty();
    }
  }
}
