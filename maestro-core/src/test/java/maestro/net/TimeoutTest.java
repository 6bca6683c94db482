package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.conductor.Conductor;
import maestro.net.session.Session;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Echo, and what the clock ends: interval 5 s, silence 15 s, handshake 10 s, not reading 10 s. */
class TimeoutTest {
  private static final int ECHO_REQUEST = 2;

  @AutoClose
  private final Rig rig =
      Rig.setup().tight().stage((RequestStage) (request, output) -> output.flood(request)).start();

  @EachVersion
  void shouldAnswerEchoWithItsDataWhenSwitchAsks(int version) {
    FakeSwitch client = rig.join(version, 1);
    rig.tell(client, "%02x 02 000c 12345678 cafebabe".formatted(version));
    assertThat(client.takeHex()).containsExactly("%02x03000c12345678cafebabe".formatted(version));
  }

  @EachVersion
  void shouldAskForSignOfLifeOnceAnIntervalWhenSwitchIsSilent(int version) {
    FakeSwitch client = rig.join(version, 1);
    rig.pass(4_900);
    assertThat(client.take()).isEmpty();
    rig.pass(300);
    assertThat(client.takeHex()).containsExactly("%02x02000800000000".formatted(version));
    rig.pass(4_500);
    assertThat(client.take()).as("not again within the interval").isEmpty();
    rig.pass(700);
    assertThat(client.takeTypes()).containsExactly(ECHO_REQUEST);
  }

  @Test
  void shouldStayWhenSwitchAnswersEcho() {
    FakeSwitch client = rig.join(1, 1);
    for (int i = 0; i < 10; i++) {
      rig.pass(5_300);
      assertThat(client.takeTypes()).containsExactly(ECHO_REQUEST);
      rig.tell(client, Messages.header(1, 3, 0));
    }
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldCloseAndCountWhenSwitchIsSilentForTooLong() {
    FakeSwitch client = rig.join(4, 1);
    rig.pass(14_900);
    assertThat(client.isClosedByPeer()).isFalse();
    rig.pass(400);
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.DEAD_PEERS)).isEqualTo(1);
    rig.pump();
    assertThat(rig.connection(1)).isNull();
  }

  @Test
  void shouldCloseAndCountWhenFeaturesDoNotComeInTime() {
    FakeSwitch silent = rig.connect();
    FakeSwitch talkative = rig.connect();
    FakeSwitch dripping = rig.connect();
    byte[] hello = FakeSwitch.hex(Messages.HELLO_BOTH);
    talkative.send(Messages.HELLO_10);
    for (int i = 0; i < 9; i++) {
      talkative.send(Messages.header(1, 2, i));
      rig.tell(dripping, new byte[] {hello[i]});
      rig.pass(1_000);
    }
    assertThat(silent.isClosedByPeer()).isFalse();
    assertThat(talkative.isClosedByPeer()).isFalse();
    assertThat(dripping.isClosedByPeer()).isFalse();
    rig.pass(1_300);
    assertThat(silent.isClosedByPeer()).isTrue();
    assertThat(talkative.isClosedByPeer()).isTrue();
    assertThat(dripping.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.LATE_HANDSHAKES)).isEqualTo(3);
    assertThat(rig.counted(Counter.DEAD_PEERS)).isZero();
  }

  @Test
  void shouldCloseAndCountWhenPortsDoNotComeInTime() {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_BOTH).send(Messages.features(4, 9));
    for (int i = 0; i < 9; i++) {
      rig.pump();
      rig.pass(1_000);
      client.send(Messages.packetIn(4, i));
    }
    rig.pump();
    assertThat(client.isClosedByPeer()).isFalse();
    rig.pass(1_300);
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.LATE_HANDSHAKES)).isEqualTo(1);
  }

  @Test
  void shouldSayWhatIsMissingWhenAHandshakeIsLate() {
    try (LogOf log = new LogOf(Conductor.class)) {
      FakeSwitch silent = rig.connect();
      FakeSwitch refusing = rig.connect();
      refusing.send(Messages.HELLO_BOTH).send("04 01 000c 00000002 0001 0001");
      rig.pump();
      rig.pass(10_300);
      assertThat(silent.isClosedByPeer()).isTrue();
      String late = " within the handshake timeout";
      assertThat(log.warnings())
          .anySatisfy(
              line -> assertThat(line).startsWith("switch at 127.").endsWith("no HELLO" + late))
          .anySatisfy(
              line ->
                  assertThat(line)
                      .endsWith("no features" + late + "; its last ERROR was of type 1, code 1"));
    }
  }

  @Test
  void shouldWarnOnceWhenASwitchNeverDescribesItsPorts() {
    try (LogOf log = new LogOf(Conductor.class)) {
      for (int times = 0; times < 62; times++) {
        FakeSwitch client = rig.connect();
        client.send(Messages.HELLO_BOTH).send(Messages.features(4, 9));
        rig.pump();
        rig.pass(10_300);
        assertThat(client.isClosedByPeer()).isTrue();
      }
      assertThat(log.warnings())
          .hasSize(2)
          .allSatisfy(
              line ->
                  assertThat(line)
                      .startsWith("switch 00:00:00:00:00:00:00:09 at 127.")
                      .contains(
                          " left before its handshake was over: no port descriptions within the"
                              + " handshake timeout"))
          .last()
          .asString()
          .endsWith(" (58 lines about it were left out before)");
    }
  }

  @Test
  void shouldNotCountTimeInWhichAHandshakeLayUnread() {
    FakeSwitch client = rig.connect();
    rig.pump();
    client.send(Messages.HELLO_10);
    conductOnly(20_000); // all workers are busy elsewhere
    assertThat(client.isClosedByPeer()).isFalse();
    rig.pump();
    rig.pass(1_000);
    rig.tell(client, Messages.features(1, 9));
    assertThat(Session.of(rig.connection(9)).isReady()).isTrue();
  }

  /** Time passes, and no worker comes to anything. */
  private void conductOnly(long ms) {
    for (long passed = 0; passed < ms; passed += 100) {
      rig.moveClock(100_000_000);
      rig.conduct();
    }
  }

  @Test
  void shouldStayWhenWorkersDoNotComeToItsEchoReply() {
    FakeSwitch client = rig.join(1, 1);
    rig.pass(5_300);
    assertThat(client.takeTypes()).containsExactly(ECHO_REQUEST);
    client.send(Messages.packetIn(1, 1)).send(Messages.header(1, 3, 0));
    conductOnly(60_000);
    assertThat(client.isClosedByPeer()).isFalse();
    rig.pump();
    rig.pass(300);
    assertThat(client.isClosedByPeer()).isFalse();
    rig.pass(15_300);
    assertThat(client.isClosedByPeer()).as("now it is silent").isTrue();
  }

  @Test
  void shouldExcuseEverybodyWhenTheMachineWasSuspended() {
    FakeSwitch client = rig.join(1, 1);
    FakeSwitch joining = rig.connect();
    rig.pump();
    rig.moveClock(3_600_000_000_000L);
    rig.pump();
    rig.pass(4_000);
    assertThat(client.isClosedByPeer()).isFalse();
    assertThat(joining.isClosedByPeer()).isFalse();
    rig.pass(11_500);
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(joining.isClosedByPeer()).isTrue();
  }

  /** Fills everything between controller and switch, until its input waits. */
  private void fill(FakeSwitch client, long datapathId) {
    rig.until(
        () -> {
          client.trySend(java.nio.ByteBuffer.wrap(Messages.packetIn(1, 7)));
          return rig.connection(datapathId).isSuspended();
        });
  }

  @Test
  void shouldCloseAndCountStalledWhenSwitchReadsNothing() {
    FakeSwitch client = rig.join(1, 1);
    fill(client, 1);
    rig.pass(9_800);
    assertThat(rig.connection(1)).isNotNull();
    rig.pass(500);
    assertThat(rig.connection(1)).isNull();
    assertThat(rig.counted(Counter.STALLED_PEERS)).isEqualTo(1);
    assertThat(rig.counted(Counter.DEAD_PEERS)).isZero();
  }

  @Test
  void shouldStayAndNotBeTakenForDeadWhenSwitchReadsSlowly() {
    FakeSwitch client = rig.join(1, 1);
    fill(client, 1);
    while (rig.connection(1).isSuspended()) { // for minutes
      rig.pass(5_000);
      assertThat(rig.connection(1)).isNotNull();
      long enough = rig.connection(1).output().takenBytes() + 4 * 1024;
      rig.until(
          () -> {
            client.readSome(100);
            return rig.connection(1).output().takenBytes() >= enough
                || !rig.connection(1).isSuspended();
          });
    }
    rig.pass(200);
    assertThat(client.isClosedByPeer()).as("its silence begins when it is read again").isFalse();
    assertThat(rig.connection(1)).isNotNull();
    client.take();
    rig.pass(5_500);
    assertThat(client.takeTypes()).contains(ECHO_REQUEST);
    rig.pass(10_000);
    assertThat(rig.counted(Counter.DEAD_PEERS)).isEqualTo(1);
    assertThat(rig.counted(Counter.STALLED_PEERS)).isZero();
  }

  @Test
  void shouldCloseAndCountStalledWhenSwitchReadsAByteASecond() {
    FakeSwitch client = rig.join(1, 1);
    fill(client, 1);
    for (int second = 0; second < 9; second++) {
      assertThat(client.readSome(1)).isEqualTo(1);
      rig.pass(1_000);
    }
    assertThat(rig.connection(1)).isNotNull();
    rig.pass(1_300);
    assertThat(rig.connection(1)).isNull();
    assertThat(rig.counted(Counter.STALLED_PEERS)).isEqualTo(1);
  }

  @Test
  void shouldCloseWhenSwitchStopsReadingBelowTheMark() {
    FakeSwitch client = rig.join(1, 1);
    fill(client, 1);
    rig.until(
        () -> {
          client.readSome(500);
          return !rig.connection(1).isCongested();
        });
    assertThat(rig.connection(1).isSuspended()).isTrue();
    rig.pass(10_300);
    assertThat(rig.connection(1)).isNull();
    assertThat(rig.counted(Counter.STALLED_PEERS)).isEqualTo(1);
  }
}
