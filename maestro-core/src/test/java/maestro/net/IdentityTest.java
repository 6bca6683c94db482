package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.RequestStage;
import maestro.config.DuplicateMode;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.conductor.Conductor;
import maestro.net.session.DatapathBinding;
import maestro.net.session.Session;
import maestro.testkit.EachStrategy;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;

/** Two connections with one datapath id, under each policy; the wait is 2 s. */
class IdentityTest {
  private static final int ECHO_REQUEST = 2;

  private static Rig rig(DuplicateMode policy, StrategyName strategy) {
    return Rig.setup()
        .strategy(strategy)
        .workers(2)
        .tight()
        .duplicates(policy)
        .stage((RequestStage) (request, output) -> output.flood(request))
        .start();
  }

  private static FakeSwitch claim(Rig rig, long datapathId) {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_10).send(Messages.features(1, datapathId));
    rig.pump();
    return client;
  }

  private static void assertServed(Rig rig, FakeSwitch client, int xid) {
    client.take();
    client.send(Messages.packetIn(1, xid));
    assertThat(rig.await(client, 1)).extracting(Messages::xid).containsExactly(xid);
  }

  @EachStrategy
  void shouldKeepTheOldWhenItAnswers(StrategyName strategy) {
    try (Rig rig = rig(DuplicateMode.VERIFY, strategy)) {
      FakeSwitch old = rig.join(1, 7);
      rig.pass(1_000);
      FakeSwitch young = claim(rig, 7);
      assertThat(old.takeTypes()).containsExactly(ECHO_REQUEST);
      young.send(Messages.packetIn(1, 99));
      rig.pass(300);
      assertThat(young.isClosedByPeer()).isFalse();
      old.send(Messages.header(1, 3, 0));
      rig.pass(300);
      assertThat(young.isClosedByPeer()).isTrue();
      assertServed(rig, old, 5);
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isEqualTo(1);
      assertThat(rig.counted(Counter.DUPLICATES_REPLACED)).isZero();
      assertThat(rig.counted(Counter.REQUESTS)).as("none of the pretender").isEqualTo(1);
    }
  }

  @Test
  void shouldAdmitNobodyWhileApplicationsAreExchanged() {
    try (Rig rig = rig(DuplicateMode.VERIFY, StrategyName.FAIR_SHARE)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      rig.pass(1_800);
      assertThat(rig.handler.admitting().tryAcquire()).isTrue();
      rig.pass(400);
      assertThat(old.isClosedByPeer()).isFalse();
      rig.handler.admitting().release();
      rig.pass(200);
      assertThat(old.isClosedByPeer()).isTrue();
      assertServed(rig, young, 5);
    }
  }

  @EachStrategy
  void shouldTakeTheNewWhenTheOldIsDead(StrategyName strategy) {
    try (Rig rig = rig(DuplicateMode.VERIFY, strategy)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      rig.pass(1_800);
      assertThat(old.takeTypes()).as("asked twice").containsExactly(ECHO_REQUEST, ECHO_REQUEST);
      assertThat(old.isClosedByPeer()).isFalse();
      rig.pass(400);
      assertThat(old.isClosedByPeer()).isTrue();
      assertServed(rig, young, 5);
      assertThat(rig.counted(Counter.DUPLICATES_REPLACED)).isEqualTo(1);
    }
  }

  @EachStrategy
  void shouldTakeTheNewAtOnceWhenTheOldHasClosed(StrategyName strategy) {
    try (Rig rig = rig(DuplicateMode.VERIFY, strategy)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      rig.pass(300);
      old.close();
      rig.pass(300);
      assertServed(rig, young, 5);
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isZero();
    }
  }

  @Test
  void shouldKeepTheOldWhenWorkersHaveNotComeToItsAnswer() {
    try (Rig rig = rig(DuplicateMode.VERIFY, StrategyName.FAIR_SHARE)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      old.send(Messages.header(1, 3, 0));
      for (int i = 0; i < 50; i++) { // the workers are busy elsewhere for 5 s
        rig.moveClock(100_000_000);
        rig.conduct();
      }
      assertThat(old.isClosedByPeer()).isFalse();
      rig.pass(300);
      assertThat(young.isClosedByPeer()).isTrue();
      assertServed(rig, old, 5);
    }
  }

  @Test
  void shouldKeepTheOldWhenItReadsTooSlowlyToBeAsked() {
    try (Rig rig = rig(DuplicateMode.VERIFY, StrategyName.FAIR_SHARE)) {
      FakeSwitch old = rig.join(1, 7);
      rig.until(
          () -> {
            old.trySend(java.nio.ByteBuffer.wrap(Messages.packetIn(1, 7)));
            return rig.connection(7).isSuspended();
          });
      FakeSwitch young = claim(rig, 7);
      rig.pass(5_000);
      assertThat(rig.connection(7).closeReason()).isNull();
      old.take();
      rig.until(() -> !rig.connection(7).isSuspended());
      old.send(Messages.header(1, 3, 0));
      rig.pass(300);
      assertThat(young.isClosedByPeer()).isTrue();
    }
  }

  @EachStrategy
  void shouldRefuseTheNewAtOnceWhenTheOldIsKept(StrategyName strategy) {
    try (Rig rig = rig(DuplicateMode.KEEP_OLD, strategy)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      assertThat(young.isClosedByPeer()).isTrue();
      assertServed(rig, old, 5);
      old.close();
      rig.until(() -> rig.connection(7) == null);
      assertServed(rig, claim(rig, 7), 6);
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isEqualTo(1);
    }
  }

  @EachStrategy
  void shouldTakeTheNewAtOnceWhenConfiguredSo(StrategyName strategy) {
    try (Rig rig = rig(DuplicateMode.TAKE_NEW, strategy)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = claim(rig, 7);
      assertServed(rig, young, 5);
      rig.pass(200);
      assertThat(old.isClosedByPeer()).isTrue();
      assertThat(rig.counted(Counter.DUPLICATES_REPLACED)).isEqualTo(1);
    }
  }

  @Test
  void shouldAdmitOneWhenManyClaimThePlaceOfADeadSwitch() {
    try (Rig rig = rig(DuplicateMode.VERIFY, StrategyName.ROUND_ROBIN)) {
      rig.join(1, 7);
      FakeSwitch[] pretenders = new FakeSwitch[10];
      for (int i = 0; i < pretenders.length; i++) {
        pretenders[i] = claim(rig, 7);
      }
      rig.pass(2_300);
      assertServed(rig, pretenders[0], 5);
      pretenders[0].send(Messages.header(1, 3, 0));
      rig.pass(300);
      for (int i = 1; i < pretenders.length; i++) {
        assertThat(pretenders[i].isClosedByPeer()).as("pretender %s", i).isTrue();
      }
      assertServed(rig, pretenders[0], 6);
      assertThat(rig.counted(Counter.DUPLICATES_REPLACED)).isEqualTo(1);
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isEqualTo(9);
    }
  }

  @Test
  void shouldKeepPortsThatChangeWhileItIsBeingDecided() {
    try (Rig rig = rig(DuplicateMode.VERIFY, StrategyName.FAIR_SHARE)) {
      FakeSwitch old = rig.join(1, 7);
      FakeSwitch young = rig.connect();
      young.send(Messages.HELLO_10).send(Messages.features(1, 7, 1, 2));
      young.send(Messages.portStatus(1, 1, 2, 0)).send(Messages.portStatus(1, 0, 3, 0));
      rig.pump();
      old.close();
      rig.pass(300);
      assertThat(Session.of(rig.connection(7)).isReady()).isTrue();
      assertThat(Session.of(rig.connection(7)).ports().keySet()).containsExactlyInAnyOrder(1, 3);
    }
  }

  @Test
  void shouldRefuseWhoMayNotHaveTheDatapathId() {
    DatapathBinding binding = (connection, id) -> id == 7 ? "its certificate says otherwise" : null;
    try (Rig rig = Rig.setup().binding(binding).start()) {
      FakeSwitch client = claim(rig, 7);
      assertThat(client.isClosedByPeer()).isTrue();
      assertThat(rig.connection(7)).isNull();
      assertThat(rig.counted(Counter.IDENTITIES_REFUSED)).isEqualTo(1);
      rig.join(1, 8);
    }
  }

  @Test
  void shouldSayItOnceInTenMinutesWhenASecondSwitchComesAgainAndAgain() {
    try (Rig rig = rig(DuplicateMode.KEEP_OLD, StrategyName.FAIR_SHARE);
        LogOf log = new LogOf(Conductor.class)) {
      FakeSwitch old = rig.join(1, 7);
      for (int i = 0; i < 50; i++) {
        rig.disconnect(claim(rig, 7));
        rig.moveClock(1_000_000_000);
        rig.tell(old, Messages.header(1, 3, 0));
      }
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("00:00:00:00:00:00:00:07 is the datapath id of a switch that is connected");
      assertThat(rig.counted(Counter.DUPLICATES_REFUSED)).isEqualTo(50);
      rig.moveClock(600_000_000_000L);
      claim(rig, 7);
      assertThat(log.warnings().get(1)).endsWith("(49 lines about it were left out before)");
    }
  }

  @Test
  void shouldNotAskTheConductorToDecideWhatIsBeingDecided() {
    AtomicBoolean asked = new AtomicBoolean();
    DatapathBinding binding =
        (connection, id) -> {
          asked.compareAndSet(
              false, Session.of(connection).handshake().missing().contains("decision"));
          return null;
        };
    try (Rig rig = Rig.setup().binding(binding).start()) {
      rig.join(1, 7);
      assertThat(asked).as("a conductor that had seen it would have decided once more").isFalse();
    }
  }
}
