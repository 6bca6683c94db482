package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of bytes, cut where they should not be, and broken. */
class ChopperTest {
  private static final String ONCE = " (said once; repeats are counted)";

  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  @AutoClose private final Rig rig = Rig.setup().stage(FLOOD).start();

  @Test
  void shouldAnswerAllWhenStreamIsCutAnywhere() {
    FakeSwitch client = rig.join(4, 1);
    byte[] stream =
        Messages.join(
            Messages.packetIn(4, 1),
            FakeSwitch.hex(Messages.header(4, 2, 2)),
            Messages.packetIn(4, 3));
    for (int cut = 0; cut <= stream.length; cut++) {
      rig.tell(client, Arrays.copyOf(stream, cut));
      client.send(Arrays.copyOfRange(stream, cut, stream.length));
      rig.pump();
      assertThat(client.take())
          .as("cut at byte %s", cut)
          .extracting(Messages::xid)
          .containsExactly(1, 2, 3);
    }
  }

  @Test
  void shouldAnswerAllWhenBytesComeOneByOne() {
    FakeSwitch client = rig.join(1, 1);
    byte[] stream = Messages.join(Messages.packetIn(1, 1), Messages.packetIn(1, 2));
    for (byte b : stream) {
      client.send(new byte[] {b});
      rig.cycle();
    }
    rig.pump();
    assertThat(client.take()).extracting(Messages::xid).containsExactly(1, 2);
  }

  @Test
  void shouldAnswerAllInOrderWhenManyComeInOneSegment() {
    FakeSwitch client = rig.join(1, 1);
    List<Integer> xids = IntStream.range(0, 3_000).boxed().toList();
    client.send(
        Messages.join(xids.stream().map(i -> Messages.packetIn(1, i)).toArray(byte[][]::new)));
    assertThat(rig.await(client, 3_000)).extracting(Messages::xid).isEqualTo(xids);
    assertThat(rig.counted(Counter.REQUESTS)).isEqualTo(3_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void shouldCloseWhenLengthIsShorterThanHeader(int length) {
    FakeSwitch client = rig.join(1, 1);
    rig.tell(
        client,
        Messages.join(
            Messages.packetIn(1, 9), FakeSwitch.hex("01 0a %04x 00000001".formatted(length))));
    List<byte[]> sent = client.take();
    assertThat(sent)
        .as("what came before, and BAD_LEN")
        .extracting(Messages::xid)
        .containsExactly(9, 1);
    assertThat(HexFormat.of().formatHex(sent.get(1)))
        .isEqualTo("010100140000000100010006010a%04x00000001".formatted(length));
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isEqualTo(1);
    assertThat(rig.connection(1)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "4, 1", "4, 2", "1, 255", "4, 0"})
  void shouldCloseWhenVersionIsNotTheOneAgreedOn(int agreed, int other) {
    FakeSwitch client = rig.join(agreed, 1);
    FakeSwitch neighbour = rig.join(agreed, 2);
    client.send(Messages.header(other, 2, 1));
    rig.tell(neighbour, Messages.packetIn(agreed, 5));
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isEqualTo(1);
    assertThat(neighbour.take()).extracting(Messages::xid).containsExactly(5);
  }

  @Test
  void shouldCloseWhenPacketInIsOfAnotherVersion() {
    FakeSwitch client = rig.join(1, 1);
    rig.tell(client, Messages.packetIn(4, 1));
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.REQUESTS)).isZero();
  }

  @Test
  void shouldCloseAndCountWhenPacketInIsCutShortInside() {
    FakeSwitch client = rig.join(1, 1);
    rig.tell(client, "01 0a 0009 00000001 00");
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isEqualTo(1);
    assertThat(rig.counted(Counter.REQUESTS_IGNORED)).isEqualTo(1);
  }

  @Test
  void shouldIgnoreAndCountWhenPacketInHoldsNoFrame() {
    FakeSwitch client = rig.join(1, 1);
    client.send(Messages.packetIn(1, 1, -1, 1, new byte[13])).send(Messages.packetIn(1, 2));
    rig.pump();
    assertThat(client.take()).extracting(Messages::xid).containsExactly(2);
    assertThat(rig.counted(Counter.REQUESTS_IGNORED)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"512, ROUND_ROBIN", "2048, SHARED_QUEUE", "65536, FAIR_SHARE", "512, FAIR_SHARE"})
  void shouldTakeLongestMessageWhenItComesInSmallPieces(
      int readBytes, maestro.config.StrategyName strategy) {
    try (Rig own = Rig.setup().strategy(strategy).readBytes(readBytes).stage(FLOOD).start()) {
      FakeSwitch client = own.join(4, 1);
      byte[] longest = new byte[65535];
      System.arraycopy(FakeSwitch.hex("04 02 ffff 00000007"), 0, longest, 0, 8);
      for (int i = 8; i < longest.length; i++) {
        longest[i] = (byte) i;
      }
      byte[] stream = Messages.join(Messages.packetIn(4, 6), longest, Messages.packetIn(4, 8));
      for (int from = 0; from < stream.length; from += 601) {
        client.send(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + 601)));
        own.cycle();
      }
      List<byte[]> sent = own.await(client, 3);
      assertThat(sent).extracting(Messages::xid).containsExactly(6, 7, 8);
      longest[1] = 3;
      assertThat(sent.get(1)).isEqualTo(longest);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 22", "1, 200", "4, 30", "4, 255"})
  void shouldAnswerBadTypeWhenTypeIsUnknown(int version, int type) {
    expectBadType(version, type);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5", "1, 7", "1, 9", "1, 13", "1, 14", "1, 16", "1, 18", "4, 5", "4, 7", "4, 9", "4, 13",
    "4, 14", "4, 18", "4, 20"
  })
  void shouldAnswerBadTypeWhenMessageIsForSwitches(int version, int type) {
    expectBadType(version, type);
  }

  private void expectBadType(int version, int type) {
    FakeSwitch client = rig.join(version, 1);
    String message = "%02x %02x 0050 0badcafe %s".formatted(version, type, "ab".repeat(72));
    client.send(message).send(Messages.packetIn(version, 2));
    rig.pump();
    String start = message.replace(" ", "").substring(0, 128);
    List<byte[]> sent = client.take();
    assertThat(HexFormat.of().formatHex(sent.get(0)))
        .isEqualTo("%02x01004c0badcafe00010001%s".formatted(version, start));
    assertThat(Messages.xid(sent.get(1))).isEqualTo(2);
    assertThat(sent).hasSize(2);
  }

  @EachVersion
  void shouldIgnoreAndCountWhenMessageIsAnExperimenters(int version) {
    FakeSwitch client = rig.join(version, 1);
    client.send("%02x 04 0010 00000001 00002320 00000000".formatted(version));
    assertThat(
            rig.ask(
                client, "%02x 04 0018 00000002 00002320 %s".formatted(version, "00".repeat(12))))
        .isEmpty();
    assertThat(rig.counted(Counter.EXPERIMENTER_IGNORED)).isEqualTo(2);
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldCountEachAndLogOnceWhenErrorsRepeat() {
    try (LogOf log = new LogOf(Session.class)) {
      FakeSwitch client = rig.join(1, 1);
      for (int i = 0; i < 20; i++) {
        client.send("01 01 0014 00000001 0003 0001 0102030405060708");
        client.send("01 01 0014 00000001 0003 0005 010e005000000007");
        client.send("01 01 0014 00000001 0001 0006 010d001000000007");
        client.send("01 01 000c 00000001 0003 0002");
      }
      rig.pump();
      assertThat(rig.counted(Counter.ERRORS_RECEIVED)).isEqualTo(80);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("FLOW_MOD_FAILED") || line.contains("BAD_REQUEST"))
          .allMatch(line -> line.startsWith("switch 00:00:00:00:00:00:00:01 at 127.0.0.1:"))
          .extracting(line -> line.replaceFirst(".*127.0.0.1:[0-9]+ ", ""))
          .containsExactly(
              "answers a message of type 2 with ERROR FLOW_MOD_FAILED OVERLAP (type 3, code 1)"
                  + ONCE,
              "refuses a flow entry with ERROR FLOW_MOD_FAILED UNSUPPORTED (type 3, code 5): no flow"
                  + " entries for 1 s, its packets go through the controller; packets whose buffers"
                  + " such entries name are lost, so entries name none from now on",
              "answers a PACKET_OUT with ERROR BAD_REQUEST BAD_LEN (type 1, code 6)" + ONCE);
    }
  }

  @Test
  void shouldCountFlowsRemoved() {
    FakeSwitch client = rig.join(1, 1);
    rig.tell(client, "01 0b 0058 00000000" + "00".repeat(80));
    assertThat(rig.counted(Counter.FLOWS_REMOVED)).isEqualTo(1);
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldKeepTheSwitchWhenTheMatchOfAFlowRemovedIsAVendors() {
    FakeSwitch client = rig.join(4, 1);
    String head = "04 0b %04x 00000000" + "00".repeat(40);
    // NXM_NX_REG0, which Open vSwitch has
    rig.tell(client, head.formatted(0x40) + "0001 000c 00010004 01020304 00000000");
    assertThat(rig.counted(Counter.FLOWS_REMOVED_UNKNOWN)).isEqualTo(1);
    assertThat(rig.counted(Counter.FLOWS_REMOVED)).isZero();
    assertThat(client.isClosedByPeer()).isFalse();
    // the field ends behind the match
    rig.tell(client, head.formatted(0x40) + "0001 000c 000100ff 01020304 00000000");
    assertThat(client.isClosedByPeer()).isTrue();
  }

  @Test
  void shouldAnswerAllWhenSwitchClosesRightBehindThem() {
    FakeSwitch client = rig.join(1, 1);
    client.send(Messages.join(Messages.packetIn(1, 1), Messages.packetIn(1, 2)));
    client.shutdownOutput();
    rig.pump();
    assertThat(client.take()).extracting(Messages::xid).containsExactly(1, 2);
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.connection(1)).isNull();
  }

  @Test
  void shouldBoundPortsWhenSwitchInventsThem() {
    FakeSwitch client = rig.join(4, 1);
    ByteBuffer some = ByteBuffer.allocate(80 * 500);
    for (int port = 0; port < 66_000; ) {
      some.clear();
      for (; some.hasRemaining(); port++) {
        some.put(FakeSwitch.hex(Messages.portStatus(4, 0, port, 0)));
      }
      some.flip();
      rig.until(
          () -> {
            client.trySend(some);
            return !some.hasRemaining();
          });
    }
    rig.pump();
    assertThat(Session.of(rig.connection(1)).ports()).hasSize(0xff00);
    client.send(Messages.portStatus(4, 2, 5, 1)).send(Messages.portStatus(4, 1, 6, 0));
    rig.pump();
    assertThat(Session.of(rig.connection(1)).ports().get(5).up()).isFalse();
    assertThat(Session.of(rig.connection(1)).ports()).doesNotContainKey(6);
  }
}
