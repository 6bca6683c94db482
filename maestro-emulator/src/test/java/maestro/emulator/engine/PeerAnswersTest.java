package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;
import maestro.emulator.engine.answer.AnswerJudge;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.ScenarioException;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutFlyweight;
import maestro.openflow.entry.FlowModFlyweight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers without a buffer as other controllers write them, byte for byte: a FLOW_MOD, and then a
 * PACKET_OUT to the same port or to TABLE. The switch has four hosts, each behind a port of its
 * own; its fifth request is of host 0 at port 1 for host 1 at port 2.
 */
class PeerAnswersTest {
  private static final long REQUEST = 5;
  private static final String FRAME =
      "02000000000102000000000008004500002e00000000401166bd0a0000010a000002"
          + "00090009001a00004d6165730000000000000005000000000000";

  /** POX 0.7, forwarding.l2_learning: every field, and a packet to TABLE. */
  private static final String POX =
      "010e00500001c018000000000001020000000000020000000001ffff00000800001100000a0000010a000002"
          + "0009000900000000000000000000000a001e8000ffffffffffff00000000000800020000";

  private static final String POX_OUT = "010d00540001c01affffffff0001000800000008fff90000" + FRAME;

  static Stream<Arguments> peers() {
    return Stream.of(
        arguments("POX 0.7", POX, POX_OUT),
        arguments(
            "Ryu 4.34, simple_switch",
            "010e005076552bd2003ffff2000102000000000002000000000100000000000000000000000000000000"
                + "00000000000000000000000000000000000000008000ffffffffffff0001000000080002ffe5",
            "010d005476552bd3ffffffff00010008000000080002ffe5" + FRAME),
        arguments(
            "Ryu 4.34, simple_switch_13",
            "040e00686ae1f679000000000000000000000000000000000000000000000001ffffffff00000000"
                + "0000000000000000000100208000000400000001800006060200000000018000080602000000"
                + "000000040018000000000000001000000002ffe5000000000000",
            "040d00646ae1f67affffffff0000000100100000000000000000001000000002ffe5000000000000"
                + FRAME),
        arguments(
            "Floodlight 1.2, 1.0",
            "010e005000102023003000020001020000000000020000000001000000000800001100000a000001"
                + "0a00000200090009002007e55c0000000000000500000001ffffffff00020000000000080002ffff",
            "010d005400102024ffffffff00010008000000080002ffff" + FRAME),
        arguments(
            "Floodlight 1.2, 1.3",
            "040e0090001020b4002007e59600000000000000000000000000000500000001ffffffff00000002"
                + "ffffffff00000000000100478000000400000001800006060200000000018000080602000000"
                + "000080000a0208008000140111800016040a000001800018040a00000280001e020009800020"
                + "0200090000040018000000000000001000000002ffff000000000000",
            "040d0064001020b5ffffffff0000000100100000000000000000001000000002ffff000000000000"
                + FRAME));
  }

  private final AnswerJudge judge = new AnswerJudge();

  @ParameterizedTest(name = "{0}")
  @MethodSource("peers")
  void shouldFindBothRightWhenFlowIsBeforePacket(String peer, String flowMod, String packetOut) {
    LoadSwitch sw = loadSwitch(bytes(flowMod).get(0));
    assertThat(flowMod(sw, flowMod)).isNull();
    assertThat(packetOut(sw, packetOut)).isNull();
    assertThat(judge.port()).isEqualTo(2);
  }

  @Test
  void shouldLeaveThePacketInTheTableWhenTheFlowIsForAnother() {
    LoadSwitch sw = loadSwitch(OpenFlow.VERSION_10);
    String back = // of host 1 for host 0
        POX.replace("0001020000000000020000000001", "0002020000000001020000000000")
            .replace("0a0000010a000002", "0a0000020a000001")
            .replace("00080002", "00080001");
    assertThat(back).isNotEqualTo(POX);
    assertThat(flowMod(sw, back)).isNull();
    assertThat(packetOut(sw, POX_OUT)).isNull();
    assertThat(judge.port()).isEqualTo(OpenFlow.PORT_TABLE);
  }

  @Test
  void shouldLeaveThePacketInTheTableWhenTheFlowIsWrong() {
    LoadSwitch sw = loadSwitch(OpenFlow.VERSION_10);
    assertThat(flowMod(sw, POX.replace("00080002", "00080003"))).isEqualTo(ErrorKind.WRONG_PORT);
    assertThat(packetOut(sw, POX_OUT)).isNull();
    assertThat(judge.port()).isEqualTo(OpenFlow.PORT_TABLE);
  }

  /** A match without a source is for all that talk to the destination. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldLeadAllToTheDestinationWhenOnlyThatIsNamed(int source) {
    RequestedHosts hosts = new RequestedHosts(plans(OpenFlow.VERSION_10, 3).switches().get(0));
    hosts.from(source);
    assertThat(hosts.hasEntry()).isFalse();
    hosts.writeEntriesBesideTo(1);
    assertThat(hosts.hasEntry()).isTrue();
    hosts.from(1);
    assertThat(hosts.hasEntry()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportNothingWhenPacketGoesToTableBehindItsFlow(String version)
      throws ScenarioException {
    RunResult result = toTable(version, true);
    assertThat(result.answers().firstErrors()).isEmpty();
    AnsweredBy by = result.answers().answeredBy();
    assertThat(by).as("a thousand of each").isEqualTo(new AnsweredBy(0, 0, 4000));
    assertThat(result.throughputRequestsPerSecond()).isBetween(3990.0, 4010.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportWrongPortWhenPacketGoesToTableWithoutFlow(String version)
      throws ScenarioException {
    RunResult result = toTable(version, false);
    assertThat(result.answers().firstErrors())
        .extracting(FirstError::kind)
        .containsExactly(ErrorKind.WRONG_PORT);
    assertThat(result.answers().firstErrors().get(0).text())
        .endsWith("came PACKET_OUT to port TABLE");
  }

  private static RunResult toTable(String version, boolean withFlow) throws ScenarioException {
    return TruthRun.of(
        () ->
            (request, out) -> {
              boolean teaches = request.port() == TruthRequest.FLOOD;
              if (withFlow && !teaches) {
                out.write(flow(request));
              }
              out.write(
                  teaches ? request.answer() : TruthAnswers.toPorts(request, OpenFlow.PORT_TABLE));
            },
        "openflow=\"" + version + '"',
        "packets.buffered=false",
        "probing.enabled=false");
  }

  /** A FLOW_MOD without a buffer for the hosts of a request. */
  static byte[] flow(TruthRequest request) {
    byte[] named = request.message().array().clone();
    ByteBuffer.wrap(named).putInt(8, 1); // a buffer, so that the answer is a FLOW_MOD
    TruthRequest buffered = new TruthRequest(ByteBuffer.wrap(named), request.port());
    return TruthAnswers.unbuffered(
        TruthAnswers.matching(buffered, request.inPort(), request.source(), request.destination()));
  }

  private ErrorKind flowMod(LoadSwitch sw, String hex) {
    ByteBuffer b = bytes(hex);
    FlowModFlyweight flow = new FlowModFlyweight();
    assertThat(flow.wrap(b, 0, b.capacity())).isTrue();
    return judge.flowBeside(b, 0, flow, sw);
  }

  private ErrorKind packetOut(LoadSwitch sw, String hex) {
    ByteBuffer b = bytes(hex);
    PacketOutFlyweight out = new PacketOutFlyweight();
    assertThat(out.wrap(b, 0, b.capacity())).isTrue();
    return judge.packetOut(b, 0, out, sw, REQUEST);
  }

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }

  private static LoadSwitch loadSwitch(int version) {
    LoadPlan plan = plans(version, 4);
    LoadSwitch sw =
        new LoadSwitch(0, plan.switches().get(0), false, null, Outstanding.of(plan, 0), 0);
    sw.batch(new PacketInBatch(version, 60, false, 128));
    sw.startCounting();
    assertThat(sw.outstanding.named(REQUEST)).isEqualTo(5);
    return sw;
  }

  private static LoadPlan plans(int version, int hostCount) {
    Plans plans = new Plans();
    plans.version = version;
    plans.switchCount = 1;
    plans.hostCount = hostCount;
    plans.frameBytes = 60;
    plans.buffered = false;
    return plans.plan();
  }
}
