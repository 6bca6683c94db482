package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import maestro.testkit.LogOf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A switch that sends a part of a packet and keeps no buffer: nobody gets the packet cut. */
class CutPacketTest {
  private static final int KEPT_BYTES = 20;
  private static final int TOTAL_LENGTH = 12;

  private enum Answer {
    FORWARD,
    PORTS,
    ACTIONS,
    FLOOD,
    INSTALL
  }

  private static RequestStage stage(Answer answer) {
    return switch (answer) {
      case FORWARD -> (request, output) -> output.forward(request, 2);
      case PORTS -> (request, output) -> output.forward(request, new int[] {2, 3}, 2);
      case ACTIONS -> (request, output) -> output.forward(request, FlowActions.outputs(2, 3));
      case FLOOD -> (request, output) -> output.flood(request);
      case INSTALL ->
          (request, output) -> output.installAndForward(request, 2, FlowOptions.timeouts(9, 9));
    };
  }

  @ParameterizedTest
  @CsvSource({
    "1, FORWARD", "1, PORTS", "1, ACTIONS", "1, FLOOD", "1, INSTALL",
    "4, FORWARD", "4, PORTS", "4, ACTIONS", "4, FLOOD", "4, INSTALL"
  })
  void shouldSendNoPacketWhenSwitchKeepsNoBufferAndSendsAPartOfIt(int version, Answer answer) {
    try (Rig rig = Rig.setup().stage(stage(answer)).start();
        LogOf log = new LogOf(Session.class)) {
      FakeSwitch client = rig.join(version, 1);
      byte[] cut = cut(version, OpenFlow.NO_BUFFER);
      client.send(cut).send(cut);
      rig.pump();
      assertThat(client.take())
          .as("entries only")
          .allMatch(message -> Messages.type(message) == OpenFlow.FLOW_MOD)
          .hasSize(answer == Answer.INSTALL ? 2 : 0);
      assertThat(rig.metrics.total(Counter.REQUESTS_CUT)).isEqualTo(2);
      assertThat(log.lines()).filteredOn(line -> line.contains(" of the ")).hasSize(1);
      client.send(cut(version, 7));
      assertThat(rig.ask(client, Messages.packetIn(version, 1)))
          .as("one is buffered, one is whole")
          .hasSizeGreaterThanOrEqualTo(2);
      assertThat(rig.metrics.total(Counter.REQUESTS_CUT)).isEqualTo(2);
    }
  }

  /** A PACKET_IN that says more bytes than it has. */
  private static byte[] cut(int version, int bufferId) {
    byte[] frame = Arrays.copyOf(Messages.FRAME, KEPT_BYTES);
    byte[] message = Messages.packetIn(version, 1, bufferId, 1, frame);
    message[TOTAL_LENGTH] = 1;
    return message;
  }
}
