package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import maestro.api.RequestStage;
import maestro.config.DuplicateMode;
import maestro.metrics.Counter;
import maestro.net.conductor.Conductor;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that a switch of 1.3 opens beside its main one. */
class AuxiliaryConnectionTest {
  private static final int ERROR = 1;
  private static final String HELLO_FAILED_NOT_PERMITTED = "00000001";

  private static Rig rig(DuplicateMode policy) {
    return Rig.setup()
        .duplicates(policy)
        .stage((RequestStage) (request, output) -> output.flood(request))
        .start();
  }

  private static FakeSwitch openAuxiliary(Rig rig, long datapathId, int auxiliaryId) {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_BOTH);
    client.send(Messages.auxiliaryFeatures(datapathId, auxiliaryId));
    rig.tell(client, Messages.packetIn(4, 99));
    return client;
  }

  private static void assertServed(Rig rig, FakeSwitch client, int xid) {
    client.send(Messages.packetIn(4, xid));
    assertThat(rig.await(client, 1)).extracting(Messages::xid).containsExactly(xid);
  }

  @ParameterizedTest
  @EnumSource(DuplicateMode.class)
  void shouldRefuseItAndServeTheMainConnectionWhenThatIsThere(DuplicateMode policy) {
    try (Rig rig = rig(policy)) {
      FakeSwitch main = rig.join(4, 7);
      Connection served = rig.connection(7);
      FakeSwitch auxiliary = openAuxiliary(rig, 7, 3);
      assertThat(auxiliary.isClosedByPeer()).isTrue();
      rig.pass(5_000);
      assertThat(main.takeTypes()).as("not even asked whether it lives").isEmpty();
      assertThat(rig.connection(7)).isSameAs(served);
      assertServed(rig, main, 5);
      assertThat(rig.counted(Counter.REQUESTS)).as("none of the auxiliary's").isEqualTo(1);
      assertThat(rig.counted(Counter.AUXILIARY_REFUSED)).isEqualTo(1);
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isZero();
      assertThat(rig.counted(Counter.DUPLICATES_REPLACED)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(DuplicateMode.class)
  void shouldTakeTheMainConnectionWhenAnAuxiliaryCameBefore(DuplicateMode policy) {
    try (Rig rig = rig(policy)) {
      FakeSwitch auxiliary = openAuxiliary(rig, 7, 255);
      assertThat(auxiliary.isClosedByPeer()).isTrue();
      assertThat(rig.connection(7)).as("it is no switch of its own").isNull();
      assertServed(rig, rig.join(4, 7), 5);
    }
  }

  @Test
  void shouldTellItWhyInAnErrorOfTheProtocol() {
    try (Rig rig = rig(DuplicateMode.VERIFY)) {
      FakeSwitch auxiliary = openAuxiliary(rig, 7, 1);
      String error =
          auxiliary.takeHex().stream()
              .filter(message -> message.startsWith("0401"))
              .findFirst()
              .orElseThrow();
      assertThat(error.substring(16, 24)).isEqualTo(HELLO_FAILED_NOT_PERMITTED);
      assertThat(new String(FakeSwitch.hex(error.substring(24)), StandardCharsets.US_ASCII))
          .isEqualTo("no auxiliary connections here, use the main connection");
    }
  }

  @Test
  void shouldSayItOnceAnHourWhenTheSwitchComesAgainAndAgain() {
    try (Rig rig = rig(DuplicateMode.TAKE_NEW);
        LogOf log = new LogOf(Conductor.class)) {
      rig.join(4, 7);
      for (int i = 0; i < 50; i++) {
        rig.disconnect(openAuxiliary(rig, 7, 1));
        rig.moveClock(1_000_000_000);
      }
      rig.pump();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("switch 00:00:00:00:00:00:00:07 at 127.0.0.1:")
          .endsWith(
              " left before its handshake was over: it is an auxiliary connection (id 1), and"
                  + " switches are served by their main connection only");
      assertThat(rig.counted(Counter.AUXILIARY_REFUSED)).isEqualTo(50);
      rig.moveClock(3_600_000_000_000L);
      openAuxiliary(rig, 7, 1);
      assertThat(log.warnings().get(1)).endsWith("(49 lines about it were left out before)");
    }
  }

  @Test
  void shouldTakeThePaddingOf10ForPadding() {
    try (Rig rig = rig(DuplicateMode.VERIFY)) {
      FakeSwitch client = rig.connect();
      String features = Messages.auxiliaryFeatures(7, 1).replaceFirst("04", "01");
      client.send(Messages.HELLO_10).send(features);
      rig.pump();
      assertThat(Session.of(rig.connection(7)).isReady()).isTrue();
      assertThat(client.takeTypes()).doesNotContain(ERROR);
    }
  }
}
