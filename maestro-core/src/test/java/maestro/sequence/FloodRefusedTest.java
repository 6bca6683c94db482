package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.testkit.LogOf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;

/**
 * A switch that refuses the output FLOOD: whatever floods there names the ports that are up, as
 * they are then, and not the in-port. Nothing else changes.
 */
class FloodRefusedTest {
  private static final int SEEDS = Integer.getInteger("maestro.flood.seeds", 20);
  private static final int SHOWN_BYTES = 64;
  private static final int BAD_ACTION = 2;
  private static final int IN_PORT = 1;
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(0, 5);

  private enum Answer {
    FLOOD,
    FORWARD,
    ACTIONS,
    INSTALL_PORT,
    INSTALL_ACTIONS
  }

  private static RequestStage stage(Answer answer) {
    FlowActions flood = FlowActions.outputs(FlowActions.FLOOD);
    return switch (answer) {
      case FLOOD -> (request, output) -> output.flood(request);
      case FORWARD -> (request, output) -> output.forward(request, FlowActions.FLOOD);
      case ACTIONS -> (request, output) -> output.forward(request, flood);
      case INSTALL_PORT ->
          (request, output) -> output.installAndForward(request, FlowActions.FLOOD, OPTIONS);
      case INSTALL_ACTIONS ->
          (request, output) -> output.installAndForward(request, flood, OPTIONS);
    };
  }

  private static byte[] error(byte[] refused, int code) {
    int bytes = Math.min(SHOWN_BYTES, refused.length);
    return ByteBuffer.allocate(12 + bytes)
        .put(refused[0])
        .put((byte) OpenFlow.ERROR)
        .putShort((short) (12 + bytes))
        .putInt(Messages.xid(refused))
        .putShort((short) BAD_ACTION)
        .putShort((short) code)
        .put(refused, 0, bytes)
        .array();
  }

  /** The ports to which a PACKET_OUT or entry sends. */
  private static List<Integer> outputs(byte[] message) throws MalformedMessageException {
    OFMessage read = ColdCodec.read(ByteBuffer.wrap(message), 0, message.length);
    List<OFAction> actions =
        read instanceof OFPacketOut out
            ? out.getActions()
            : read instanceof OFFlowAdd add ? add.getActions() : List.of();
    List<Integer> ports = new ArrayList<>();
    for (OFAction action : actions) {
      ports.add(((OFActionOutput) action).getPort().getPortNumber());
    }
    return ports;
  }

  /**
   * Sends a packet; the ports to which it or its entry goes, once the switch takes each message.
   */
  private static List<List<Integer>> packet(Rig rig, FakeSwitch client, int version, int bufferId)
      throws MalformedMessageException {
    client.take();
    rig.tell(client, Messages.packetIn(version, 5, bufferId, 1, Messages.FRAME));
    List<List<Integer>> sent = new ArrayList<>();
    for (byte[] message : client.take()) {
      List<Integer> ports = outputs(message);
      sent.add(ports);
      if (ports.contains(OpenFlow.PORT_FLOOD)) {
        client.send(error(message, 4 + bufferId % 2));
      }
    }
    rig.pump();
    return sent;
  }

  @ParameterizedTest
  @CsvSource({
    "1, FLOOD", "1, FORWARD", "1, ACTIONS", "1, INSTALL_PORT", "1, INSTALL_ACTIONS",
    "4, FLOOD", "4, FORWARD", "4, ACTIONS", "4, INSTALL_PORT", "4, INSTALL_ACTIONS"
  })
  void shouldNameThePortsThatAreUpFromTheFirstRefusalOn(int version, Answer answer)
      throws MalformedMessageException {
    try (Rig rig = Rig.setup().stage(stage(answer)).start();
        LogOf log = new LogOf(Session.class)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        FakeSwitch client = rig.join(version, 1L + seed);
        checkSwitch(rig, client, version, answer, seed);
        rig.disconnect(client);
        rig.pump();
      }
      assertThat(log.lines())
          .filteredOn(line -> line.contains("refuses the output FLOOD"))
          .hasSizeBetween(1, SEEDS);
      assertThat(rig.metrics.total(Counter.ERRORS_RECEIVED)).isGreaterThanOrEqualTo(SEEDS);
    }
  }

  private static void checkSwitch(Rig rig, FakeSwitch client, int version, Answer answer, int seed)
      throws MalformedMessageException {
    Random random = new Random(seed);
    Set<Integer> up = new TreeSet<>(Integer::compareUnsigned);
    up.addAll(version == 1 ? Set.of() : Set.of(1, 2)); // as the rig's switches join
    for (int port = random.nextInt(40); port > 0; port--) {
      change(client, version, port, random, up);
    }
    rig.pump();
    assertThat(packet(rig, client, version, OpenFlow.NO_BUFFER))
        .as("seed %s", seed)
        .allMatch(List.of(OpenFlow.PORT_FLOOD)::equals)
        .isNotEmpty();
    rig.moveClock(5_000_000_000L); // past a pause: 64 bytes do not show each entry's actions
    boolean namesNoBuffers = !Session.of(rig.switches.get(1L + seed)).errors().mayNameBuffers();
    boolean isEntry = answer == Answer.INSTALL_PORT || answer == Answer.INSTALL_ACTIONS;
    for (int i = 0; i < 5; i++) {
      int port = random.nextInt(5) == 0 ? OpenFlow.PORT_LOCAL : 1 + random.nextInt(50);
      change(client, version, port, random, up);
      rig.pump();
      List<Integer> others = up.stream().filter(each -> each != IN_PORT).toList();
      boolean hasBuffer = random.nextBoolean();
      List<List<Integer>> sent = packet(rig, client, version, hasBuffer ? 7 : OpenFlow.NO_BUFFER);
      int entries = isEntry ? 1 : 0;
      boolean isSent = hasBuffer ? !isEntry || namesNoBuffers : !others.isEmpty();
      assertThat(sent)
          .as("seed %s, change %s", seed, i)
          .allMatch(others::equals)
          .hasSize(entries + (isSent ? 1 : 0));
    }
  }

  private static void change(
      FakeSwitch client, int version, int port, Random random, Set<Integer> up) {
    boolean isUp = random.nextInt(3) > 0;
    boolean isRemoved = random.nextInt(4) == 0;
    int number = version == 1 ? port & 0xffff : port;
    client.send(Messages.portStatus(version, isRemoved ? 1 : 2, number, isUp ? 0 : 1));
    up.remove(port);
    if (isUp && !isRemoved) {
      up.add(port);
    }
  }
}
