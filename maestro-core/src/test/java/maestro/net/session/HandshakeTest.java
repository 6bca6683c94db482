package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.conductor.Conductor;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
  private static final int FLOW_MOD = 14;
  private static final int PACKET_OUT = 13;

  @AutoClose
  private final Rig rig =
      Rig.setup().stage((RequestStage) (request, output) -> output.flood(request)).start();

  private List<String> answer(FakeSwitch client, String... hex) {
    for (String message : hex) {
      client.send(message);
    }
    rig.pump();
    return client.takeHex();
  }

  @Test
  void shouldShakeHandsWhenSwitchSpeaks10() {
    FakeSwitch client = rig.connect();
    rig.pump();
    assertThat(client.takeHex()).containsExactly("04000010000000010001000800000012");
    assertThat(answer(client, Messages.HELLO_10)).containsExactly("0105000800000002");
    assertThat(answer(client, Messages.features(1, 0x2aL, 1, 2)))
        .as("SET_CONFIG with miss_send_len 0xffff, then a barrier; no table-miss entry")
        .containsExactly("0109000c000000030000ffff", "0112000800000004");
    Session session = Session.of(rig.connection(0x2a));
    assertThat(session.isReady()).isTrue();
    assertThat(session.info().openFlowVersion()).isEqualTo(1);
    assertThat(session.info().tableCount()).isEqualTo(1);
    assertThat(session.ports().keySet()).containsExactlyInAnyOrder(1, 2);
    assertThat(session.ports().get(2).name()).isEqualTo("eth2");
  }

  @ParameterizedTest
  @ValueSource(strings = {Messages.HELLO_BOTH, Messages.HELLO_13, "05 00 0008 00000001"})
  void shouldShakeHandsWhenSwitchSpeaks13(String hello) {
    FakeSwitch client = rig.connect();
    rig.pump();
    client.take();
    assertThat(answer(client, hello)).containsExactly("0405000800000002");
    List<String> sent = answer(client, Messages.features(4, 0x2aL));
    assertThat(sent).hasSize(3);
    assertThat(sent.get(0)).isEqualTo("0409000c000000030000ffff");
    assertThat(sent.get(1)).as("table-miss: FLOW_MOD, priority 0").startsWith("040e0050");
    assertThat(sent.get(2)).as("PORT_DESC request").isEqualTo("0412001000000005000d000000000000");
    assertThat(Session.of(rig.connection(0x2a)).isReady()).isFalse();

    assertThat(answer(client, Messages.portDesc(true, 1, 2))).isEmpty();
    assertThat(Session.of(rig.connection(0x2a)).isReady()).isFalse();
    assertThat(answer(client, Messages.portDesc(false, 3)))
        .as("a barrier")
        .containsExactly("0414000800000006");
    assertThat(Session.of(rig.connection(0x2a)).isReady()).isTrue();
    assertThat(Session.of(rig.connection(0x2a)).ports().keySet())
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void shouldSendTableMissEntryThatSendsWholePacketsWhenSwitchSpeaks13() {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_BOTH).send(Messages.features(4, 1));
    rig.pump();
    byte[] tableMiss =
        client.take().stream().filter(m -> Messages.type(m) == FLOW_MOD).findFirst().orElseThrow();
    String hex = HexFormat.of().formatHex(tableMiss);
    assertThat(hex.substring(24 * 2)).as("table 0, add").startsWith("0000");
    assertThat(hex.substring(30 * 2)).as("priority 0, no buffer").startsWith("0000ffffffff");
    assertThat(hex.substring(48 * 2)).as("match all").startsWith("00010004");
    assertThat(hex).as("output to the controller, no buffer").contains("00000010fffffffdffff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "02 00 0010 00000007 0001 0008 00000004", // 1.1 by bitmap
        "05 00 0010 00000007 0001 0008 00000020", // 1.4 by bitmap
        "00 00 0008 00000007"
      })
  void shouldSayHelloFailedAndCloseWhenNoVersionIsInCommon(String hello) {
    FakeSwitch client = rig.connect();
    rig.pump();
    client.take();
    List<String> sent = answer(client, hello);
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).substring(2, 4)).as("ERROR").isEqualTo("01");
    assertThat(sent.get(0).substring(8, 24)).as("HELLO_FAILED").isEqualTo("0000000700000000");
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isZero();
  }

  @Test
  void shouldNameTheVersionsOfBothWhenNoneIsInCommon() {
    try (LogOf log = new LogOf(Conductor.class)) {
      FakeSwitch client = rig.connect();
      rig.tell(client, "06 00 0010 00000007 0001 0008 00000060");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("switch at 127.0.0.1:")
          .endsWith(
              " left before its handshake was over: no OpenFlow version in common; its HELLO says"
                  + " 1.4 and 1.5, this controller speaks 1.0 and 1.3");
    }
  }

  @Test
  void shouldSayWhatTheSwitchDidNotLikeWhenItCloses() {
    try (LogOf log = new LogOf(Conductor.class)) {
      FakeSwitch client = rig.connect();
      client.send("01 01 000c 00000007 0000 0000"); // HELLO_FAILED, incompatible
      rig.pump();
      client.take(); // otherwise the close is a reset
      rig.disconnect(client);
      rig.pump();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("switch at 127.0.0.1:")
          .endsWith(
              ": closed by the switch before it sent its HELLO; its last ERROR was of type 0,"
                  + " code 0");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01 0a 0012 00000001 ffffffff 003c 0001 00 00", // PACKET_IN
        "01 06 0020 00000002 0000000000000001 00000000 01 000000 00000000 00000000",
        "04 02 0008 00000001", // ECHO_REQUEST
        "ff ff 0008 00000001"
      })
  void shouldCloseWhenFirstMessageIsNotHello(String first) {
    FakeSwitch client = rig.connect();
    rig.tell(client, first);
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isEqualTo(1);
    assertThat(rig.counted(Counter.REQUESTS)).isZero();
  }

  @Test
  void shouldStayOpenWhenErrorComesBeforeHello() {
    FakeSwitch client = rig.connect();
    client.send("01 01 000c 00000001 0001 0001").send(Messages.HELLO_10);
    rig.pump();
    assertThat(client.takeTypes()).containsExactly(0, 5);
    assertThat(rig.counted(Counter.ERRORS_RECEIVED)).isEqualTo(1);
  }

  @Test
  void shouldKeepFirstFeaturesWhenTheyComeTwice() {
    FakeSwitch client = rig.join(1, 0x2a);
    assertThat(answer(client, Messages.features(1, 0x2b, 7))).isEmpty();
    assertThat(rig.connection(0x2b)).isNull();
    assertThat(Session.of(rig.connection(0x2a)).ports()).isEmpty();
    assertThat(answer(client, Messages.header(1, 2, 5))).containsExactly("0103000800000005");
  }

  @EachVersion
  void shouldTakePortStatusWhenHandshakeIsNotOver(int version) {
    FakeSwitch client = rig.connect();
    client.send(version == 1 ? Messages.HELLO_10 : Messages.HELLO_BOTH);
    client.send(Messages.portStatus(version, 0, 5, 0));
    client.send(version == 1 ? Messages.features(1, 9, 1, 2) : Messages.features(4, 9));
    if (version == 4) {
      client.send(Messages.portDesc(true, 1));
      client.send(Messages.portStatus(4, 0, 6, 0));
      client.send(Messages.portStatus(4, 1, 1, 0));
      client.send(Messages.portDesc(false, 2));
    }
    rig.pump();
    Integer[] expected = version == 1 ? new Integer[] {1, 2, 5} : new Integer[] {2, 5, 6};
    assertThat(Session.of(rig.connection(9)).isReady()).isTrue();
    assertThat(Session.of(rig.connection(9)).ports().keySet()).containsExactlyInAnyOrder(expected);
  }

  @EachVersion
  void shouldFollowPortsWhenTheyChange(int version) {
    FakeSwitch client = rig.join(version, 9);
    rig.tell(client, Messages.portStatus(version, 0, 7, 0));
    assertThat(Session.of(rig.connection(9)).ports().get(7).up()).isTrue();
    rig.tell(client, Messages.portStatus(version, 2, 7, 1));
    assertThat(Session.of(rig.connection(9)).ports().get(7).up()).isFalse();
    rig.tell(client, Messages.portStatus(version, 1, 7, 1));
    assertThat(Session.of(rig.connection(9)).ports()).doesNotContainKey(7);
  }

  @Test
  void shouldIgnoreAndCountPacketInWhenFeaturesAreNotKnown() {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_10).send(Messages.packetIn(1, 5)).send(Messages.features(1, 9));
    rig.pump();
    assertThat(client.takeTypes()).doesNotContain(PACKET_OUT);
    assertThat(rig.counted(Counter.REQUESTS_IGNORED)).isEqualTo(1);
    assertThat(rig.counted(Counter.REQUESTS)).isZero();
    assertThat(rig.connection(9)).isNotNull();
  }

  @EachVersion
  void shouldAnswerPacketInWhenItStandsRightBehindFeatures(int version) {
    FakeSwitch client = rig.connect();
    rig.tell(client, version == 1 ? Messages.HELLO_10 : Messages.HELLO_BOTH);
    client.take();
    rig.tell(
        client,
        Messages.join(
            FakeSwitch.hex(Messages.features(version, 9)),
            Messages.packetIn(version, 5),
            Messages.packetIn(version, 6)));
    List<byte[]> sent = client.take();
    assertThat(sent.stream().filter(m -> Messages.type(m) == PACKET_OUT).map(Messages::xid))
        .containsExactly(5, 6);
    assertThat(Session.of(rig.connection(9)).isReady()).isEqualTo(version == 1);
    assertThat(rig.counted(Counter.REQUESTS_IGNORED)).isZero();
  }

  @Test
  void shouldIgnoreAnswersWhenTheyWereAskedForAndSayNothingNew() {
    FakeSwitch client = rig.join(4, 9);
    String configReply = "04 08 000c 00000003 0000 ffff";
    String barrierReply = Messages.header(4, 21, 6);
    assertThat(answer(client, configReply, barrierReply, Messages.HELLO_BOTH)).isEmpty();
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldCloseAndCountWhenFeaturesAreMalformed() {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_10).send("01 06 0018 00000002 0000000000000001 00000000 01000000");
    rig.pump();
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.MALFORMED)).isEqualTo(1);
  }
}
