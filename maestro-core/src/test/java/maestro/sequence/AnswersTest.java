package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import maestro.entries.PlatformCookie;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.ColdCodec;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a stage writes is what the switch gets, once and in order. */
class AnswersTest {
  /** A transaction id whose upper 20 bits tell the application, and whose others are 0x099. */
  private static final String SIGNED_99 = "6[0-9a-f]{4}099";

  private static final String FRAME = HexFormat.of().formatHex(Messages.FRAME);
  private static final int NO_BUFFER = -1;

  private final List<Sent> sent = new ArrayList<>();
  private RequestStage stage;
  @AutoClose private Rig rig;

  @BeforeEach
  void start() {
    rig =
        Rig.setup()
            .tight()
            .patient()
            .stage((RequestStage) (request, output) -> stage.onRequest(request, output))
            .start();
  }

  /** Sends one request by port 1 with xid 0x51 and tells what comes back. */
  private List<String> answers(int version, int bufferId, RequestStage does) {
    stage = does;
    long datapathId = rig.switches.all().size() + 1L;
    FakeSwitch client = rig.join(version, datapathId);
    rig.tell(client, Messages.packetIn(version, 0x51, bufferId, 1, Messages.FRAME));
    return client.takeHex();
  }

  /** The usual one is the learning switch's: others get one of their name. */
  private static final String COOKIE = HexFormat.of().toHexDigits(PlatformCookie.of("app0"));

  private static String hex(String spaced) {
    return spaced.replace(" ", "");
  }

  private static void install(FlowRequest request, SwitchOutput output) {
    output.installAndForward(request, 2, FlowOptions.timeouts(10, 300));
  }

  @Test
  void shouldNameBufferInOneFlowModWhenSwitch10Buffered() {
    List<String> answers = answers(1, 0x77, AnswersTest::install);
    assertThat(answers).hasSize(1);
    String flowMod = answers.get(0);
    assertThat(flowMod).startsWith(hex("01 0e 0050 00000051"));
    assertThat(flowMod.substring(2 * 12, 2 * 26))
        .as("in_port, addresses")
        .isEqualTo(hex("0001 000000000001 000000000002"));
    assertThat(flowMod)
        .endsWith(
            hex(
                COOKIE
                    + "0000 000a 012c 0064 00000077 ffff 0000"
                    + "0000 0008 0002 "
                    + flowMod.substring(flowMod.length() - 4)));
  }

  @Test
  void shouldNameBufferInOneFlowModWhenSwitch13Buffered() {
    List<String> answers = answers(4, 0x77, AnswersTest::install);
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0))
        .startsWith(
            hex(
                "04 0e 0068 00000051"
                    + COOKIE
                    + "0000000000000000"
                    + "00 00 000a 012c 0064 00000077"))
        .contains(
            hex("80000004 00000001"), hex("80000606000000000002"), hex("80000806000000000001"))
        .contains(hex("0004 0018 00000000 0000 0010 00000002"));
  }

  @Test
  void shouldSendFlowModThenPacketOutWithDataWhenSwitch10DidNotBuffer() {
    List<String> answers = answers(1, NO_BUFFER, AnswersTest::install);
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0)).startsWith(hex("01 0e 0050 00000051")).contains("0064ffffffff");
    assertThat(answers.get(1))
        .startsWith(hex("01 0d 0054 00000051 ffffffff 0001 0008 0000 0008 0002"))
        .endsWith(FRAME);
  }

  @Test
  void shouldSendFlowModThenPacketOutWithDataWhenSwitch13DidNotBuffer() {
    List<String> answers = answers(4, NO_BUFFER, AnswersTest::install);
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0)).startsWith(hex("04 0e 0068 00000051")).contains("0064ffffffff");
    assertThat(answers.get(1))
        .startsWith(
            hex("04 0d 0064 00000051 ffffffff 00000001 0010 000000000000" + "0000 0010 00000002"))
        .endsWith(FRAME);
  }

  @Test
  void shouldForwardOnceWhenAskedTo() {
    RequestStage forward = (request, output) -> output.forward(request, 2);
    assertThat(answers(1, NO_BUFFER, forward))
        .singleElement()
        .asString()
        .startsWith(hex("01 0d 0054 00000051 ffffffff 0001 0008 0000 0008 0002"))
        .endsWith(FRAME);
    assertThat(answers(1, 9, forward))
        .singleElement()
        .asString()
        .startsWith(hex("01 0d 0018 00000051 00000009 0001 0008 0000 0008 0002"));
    assertThat(answers(4, 9, forward))
        .singleElement()
        .asString()
        .startsWith(
            hex("04 0d 0028 00000051 00000009 00000001 0010 000000000000 0000 0010 00000002"));
  }

  @Test
  void shouldNameInPortWhenPacketGoesBackWhereItCameFrom() {
    RequestStage back = (request, output) -> output.forward(request, request.inPort());
    assertThat(answers(1, 9, back).get(0)).contains(hex("0000 0008 fff8"));
    assertThat(answers(4, 9, back).get(0)).contains(hex("0000 0010 fffffff8"));
    RequestStage install =
        (request, output) ->
            output.installAndForward(request, request.inPort(), FlowOptions.timeouts(1, 0));
    assertThat(answers(1, 9, install).get(0)).contains(hex("0000 0008 fff8"));
    assertThat(answers(4, 9, install).get(0)).contains(hex("0000 0010 fffffff8"));
  }

  @Test
  void shouldFloodWhenAskedTo() {
    RequestStage flood = (request, output) -> output.flood(request);
    assertThat(answers(1, 9, flood))
        .singleElement()
        .asString()
        .contains(hex("00000009 0001 0008 0000 0008 fffb"));
    assertThat(answers(4, NO_BUFFER, flood))
        .singleElement()
        .asString()
        .contains(hex("0000 0010 fffffffb"))
        .endsWith(FRAME);
  }

  @Test
  void shouldFreeBufferAndNothingElseWhenPacketIsDropped() {
    RequestStage drop = (request, output) -> output.drop(request);
    assertThat(answers(1, 9, drop)).containsExactly(hex("01 0d 0010 00000051 00000009 0001 0000"));
    assertThat(answers(4, 9, drop))
        .containsExactly(hex("04 0d 0018 00000051 00000009 00000001 0000 000000000000"));
    assertThat(answers(1, NO_BUFFER, drop)).isEmpty();
    assertThat(answers(4, NO_BUFFER, drop)).isEmpty();
  }

  @Test
  void shouldRemoveFlowsToAddressWhenAskedTo() {
    RequestStage remove = (request, output) -> output.removeFlowsTo(request, 0xaabbccddeeffL);
    assertThat(answers(1, NO_BUFFER, remove))
        .singleElement()
        .asString()
        .startsWith(hex("01 0e 0048 00000051"))
        .contains("aabbccddeeff");
    assertThat(answers(4, NO_BUFFER, remove))
        .singleElement()
        .asString()
        .startsWith(hex("04 0e 0040 00000051"))
        .contains(hex("80000606 aabbccddeeff"));
  }

  @Test
  void shouldKeepOrderWhenStageSendsToOwnSwitch() {
    List<String> answers =
        answers(
            1,
            9,
            (request, output) -> {
              output.flood(request);
              sent.add(output.send(1, barrier(1, 0x99)));
              output.removeFlowsTo(request, 1);
              output.forward(request, 3);
            });
    assertThat(sent).containsExactly(Sent.YES);
    assertThat(answers).hasSize(4);
    assertThat(answers.get(0)).startsWith("010d");
    assertThat(answers.get(1)).matches("01120008" + SIGNED_99);
    assertThat(answers.get(2)).startsWith("010e");
    assertThat(answers.get(3)).startsWith("010d").contains("00000008" + "0003");
  }

  private static org.projectfloodlight.openflow.protocol.OFMessage barrier(int version, int xid) {
    return ColdCodec.factory(version).buildBarrierRequest().setXid(xid).build();
  }

  @Test
  void shouldReachOtherSwitchWhenItIsConnected() {
    FakeSwitch other = rig.join(4, 0xb);
    FakeSwitch client = rig.join(1, 0xa);
    stage = (request, output) -> sent.add(output.send(0xb, barrier(4, 0x99)));
    rig.tell(client, Messages.packetIn(1, 1));
    assertThat(other.takeHex()).singleElement().asString().matches("04140008" + SIGNED_99);
    assertThat(client.take()).isEmpty();
    assertThat(sent).containsExactly(Sent.YES);
  }

  @Test
  void shouldSayNoSuchSwitchWhenItIsUnknownOrGone() {
    FakeSwitch client = rig.join(1, 0xa);
    FakeSwitch gone = rig.join(1, 0xb);
    gone.close();
    rig.until(() -> rig.connection(0xb) == null);
    stage =
        (request, output) -> {
          sent.add(output.send(0xb, barrier(1, 1)));
          sent.add(output.send(0xc, barrier(1, 1)));
        };
    rig.tell(client, Messages.packetIn(1, 1));
    assertThat(sent).containsExactly(Sent.NO_SUCH_SWITCH, Sent.NO_SUCH_SWITCH);
  }

  @Test
  void shouldSayCongestedAndCountWhenOtherSwitchDoesNotRead() {
    stage = (request, output) -> output.flood(request);
    FakeSwitch slow = rig.join(1, 0xb);
    rig.until(
        () -> {
          slow.trySend(ByteBuffer.wrap(Messages.packetIn(1, 7)));
          return rig.connection(0xb).isSuspended();
        });
    FakeSwitch client = rig.join(1, 0xa);
    int before = rig.connection(0xb).output().pendingBytes();
    stage = (request, output) -> sent.add(output.send(0xb, barrier(1, 1)));
    rig.tell(client, Messages.packetIn(1, 1));
    assertThat(sent).containsExactly(Sent.CONGESTED);
    assertThat(rig.counted(Counter.SENDS_REFUSED)).isEqualTo(1);
    assertThat(rig.connection(0xb).output().pendingBytes()).isEqualTo(before);
    assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
  }

  @EachVersion
  void shouldAnswerEachOnceWhenBatchIsLargerThanReplyBuffer(int version) {
    stage = AnswersTest::install;
    FakeSwitch client = rig.join(version, 1);
    byte[] frame = new byte[1500];
    byte[] requests = new byte[0];
    for (int i = 0; i < 60; i++) {
      requests = Messages.join(requests, Messages.packetIn(version, i, NO_BUFFER, 1, frame));
    }
    ByteBuffer toSend = ByteBuffer.wrap(requests);
    List<Integer> xids = new ArrayList<>();
    List<Integer> types = new ArrayList<>();
    rig.until(
        () -> {
          client.trySend(toSend);
          for (byte[] message : client.take()) {
            xids.add(Messages.xid(message));
            types.add(Messages.type(message));
          }
          return xids.size() >= 120;
        });
    for (int i = 0; i < 120; i++) {
      assertThat(xids.get(i)).isEqualTo(i / 2);
      assertThat(types.get(i)).isEqualTo(i % 2 == 0 ? 14 : 13);
    }
  }

  @Test
  void shouldShowFrameWhenStageLooks() {
    List<String> seen = new ArrayList<>();
    stage =
        (request, output) ->
            seen.add(
                "%x %d %x %x %x %d %d"
                    .formatted(
                        request.datapathId(),
                        request.inPort(),
                        request.ethSrc(),
                        request.ethDst(),
                        request.ethType(),
                        request.frameLength(),
                        request.frameByte(5)));
    FakeSwitch client = rig.join(4, 0x2aL);
    rig.tell(client, Messages.packetIn(4, 1, NO_BUFFER, 3, Messages.FRAME));
    assertThat(seen).containsExactly("2a 3 1 2 800 60 2");
  }
}
