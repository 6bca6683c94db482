package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.ArrayList;
import java.util.List;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.config.DuplicateMode;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.net.session.Session;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.api.Test;

/** Coming, going, and coming again. */
class ConnectionLifeTest {
  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  @EachStrategy
  void shouldReplaceOldConnectionWhenDatapathIdComesAgain(StrategyName strategy) {
    RigSetup setup =
        Rig.setup().strategy(strategy).workers(2).duplicates(DuplicateMode.TAKE_NEW).stage(FLOOD);
    try (Rig rig = setup.start()) {
      FakeSwitch old = rig.join(1, 7);
      Connection oldConnection = rig.connection(7);
      FakeSwitch young = rig.connect();
      young.send(Messages.HELLO_13).send(Messages.features(4, 7));
      rig.until(() -> rig.connection(7) != oldConnection);
      Connection youngConnection = rig.connection(7);
      rig.pass(300);
      assertThat(old.isClosedByPeer()).isTrue();
      assertThat(oldConnection.isGone()).isTrue();
      assertThat(oldConnection.closeReason()).startsWith("connected again from ");
      assertThat(rig.connection(7)).isSameAs(youngConnection);
      young.take();
      young.send(Messages.packetIn(4, 3));
      assertThat(rig.await(young, 1)).extracting(Messages::xid).containsExactly(3);
    }
  }

  @EachStrategy
  void shouldForgetSwitchWhenItCloses(StrategyName strategy) {
    try (Rig rig = Rig.setup().strategy(strategy).workers(2).stage(FLOOD).start()) {
      for (int i = 0; i < 20; i++) {
        FakeSwitch client = rig.join(1, 7);
        Connection connection = rig.connection(7);
        client.send(Messages.packetIn(1, i));
        client.close();
        rig.until(() -> rig.connection(7) == null);
        assertThat(
                connection.closeReason()) // reset, when it has not read that its entries are asked
            .isIn("closed by the switch", "Connection reset", "Broken pipe");
        assertThat(connection.servedRequests()).isEqualTo(1);
      }
      assertThat(rig.switches.all()).isEmpty();
      assertThat(rig.counted(Counter.CONNECTIONS)).isEqualTo(20);
    }
  }

  @Test
  void shouldTurnConnectionsAwayWhenThereAreTooMany() {
    try (Rig rig = Rig.setup().maxSwitches(2).stage(FLOOD).start()) {
      FakeSwitch first = rig.join(1, 1);
      rig.join(1, 2);
      FakeSwitch third = rig.connect();
      rig.pump();
      assertThat(third.isClosedByPeer()).isTrue();
      first.send(Messages.packetIn(1, 5));
      assertThat(rig.await(first, 1)).extracting(Messages::xid).containsExactly(5);
      first.close();
      rig.until(() -> rig.connection(1) == null);
      FakeSwitch fourth = rig.join(1, 4);
      assertThat(fourth.isClosedByPeer()).isFalse();
      assertThat(rig.counted(Counter.CONNECTIONS)).isEqualTo(3);
    }
  }

  @Test
  void shouldTurnConnectionsAwayWhenAnAddressHasTooMany() {
    try (Rig rig = Rig.setup().maxPerAddress(2).stage(FLOOD).start()) {
      FakeSwitch first = rig.join(1, 1);
      FakeSwitch silent = rig.connect();
      rig.pump();
      FakeSwitch third = rig.connect();
      rig.pump();
      assertThat(third.isClosedByPeer()).as("a handshake may take a moment").isTrue();
      assertThat(silent.isClosedByPeer()).isFalse();
      assertThat(rig.counted(Counter.TURNED_AWAY)).isEqualTo(1);
      rig.pass(1_200);
      rig.join(1, 3);
      assertThat(silent.isClosedByPeer()).as("it makes room").isTrue();
      assertThat(rig.counted(Counter.MADE_ROOM)).isEqualTo(1);
      FakeSwitch fourth = rig.connect();
      rig.pass(2_000);
      assertThat(fourth.isClosedByPeer()).as("both are switches").isTrue();
      first.close();
      rig.until(() -> rig.connection(1) == null);
      rig.join(1, 4);
    }
  }

  @EachStrategy
  void shouldAlwaysHavePlaceForASwitchWhenConnectionsAreHoarded(StrategyName strategy) {
    try (Rig rig = Rig.setup().strategy(strategy).maxSwitches(20).stage(FLOOD).start()) {
      FakeSwitch good = rig.join(1, 1);
      List<FakeSwitch> hoarded = new ArrayList<>();
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 30; i++) {
          hoarded.add(rig.connect());
        }
        rig.pass(1_500);
        rig.join(1, 2 + round);
        good.send(Messages.packetIn(1, round));
        assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(round);
      }
      assertThat(good.isClosedByPeer()).isFalse();
      assertThat(hoarded.stream().filter(each -> !each.isClosedByPeer()).count())
          .isLessThanOrEqualTo(14);
    }
  }

  /** A switch that flaps must not cost others their place in the lists. */
  @EachStrategy
  void shouldServeEverybodyWhenOneComesAndGoesWithRequestsWaiting(StrategyName strategy) {
    RigSetup setup =
        Rig.setup().strategy(strategy).maxSwitches(2).quantum(5).readBytes(512).stage(FLOOD);
    try (Rig rig = setup.start()) {
      FakeSwitch steady = rig.join(1, 1);
      byte[] burst = new byte[0];
      for (int i = 0; i < 50; i++) {
        burst = Messages.join(burst, Messages.packetIn(1, i));
      }
      for (int i = 0; i < 50; i++) {
        FakeSwitch flapping = rig.join(1, 2);
        flapping.send(burst);
        rig.cycle();
        steady.send(Messages.packetIn(1, i));
        flapping.close();
        rig.connection(2).requestClose("the test wants it");
        rig.moveClock(200_000_000);
        assertThat(rig.await(steady, 1)).extracting(Messages::xid).containsExactly(i);
        rig.until(() -> rig.connection(2) == null);
      }
    }
  }

  @Test
  void shouldMakeStateAtJoinAndDropItAtLeaveWhenSwitchesComeAndGo() {
    List<SwitchInfo> made = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    List<SwitchLocal<int[]>> handle = new ArrayList<>();
    TestApplication application =
        new TestApplication(
            "counting",
            context -> {
              SwitchLocal<int[]> count =
                  context.switchLocal(
                      info -> {
                        made.add(info);
                        return new int[1];
                      });
              handle.add(count);
              return Stages.batch(
                  () ->
                      (RequestStage)
                          (request, output) ->
                              seen.add(request.datapathId() + ":" + ++count.of(request)[0]));
            });
    try (Rig rig = Rig.setup().application(application).start()) {
      FakeSwitch one = rig.join(1, 1);
      FakeSwitch two = rig.join(4, 2);
      assertThat(made).extracting(SwitchInfo::datapathId).containsExactly(1L, 2L);
      one.send(Messages.packetIn(1, 0)).send(Messages.packetIn(1, 0));
      rig.tell(two, Messages.packetIn(4, 0));
      one.send(Messages.packetIn(1, 0));
      rig.pump();
      assertThat(seen).containsExactlyInAnyOrder("1:1", "1:2", "2:1", "1:3");
      SwitchLocal<int[]> count = handle.get(0);
      int[] stateOfOne = count.find(1).orElseThrow();
      assertThat(stateOfOne).containsExactly(3);
      assertThat(count.find(3)).as("of a switch that never came").isEmpty();
      Connection left = rig.connection(1);
      one.close();
      rig.until(() -> rig.connection(1) == null);
      assertThat(Session.of(left)).extracting("locals").isEqualTo(new Object[0]);
      assertThat(count.find(1)).as("of a switch that has left").isEmpty();
      FakeSwitch again = rig.join(1, 1);
      assertThat(count.find(1).orElseThrow()).isNotSameAs(stateOfOne).containsExactly(0);
      rig.tell(again, Messages.packetIn(1, 0));
      assertThat(seen).last().isEqualTo("1:1");
      Session.of(rig.connection(1)).locals(new Object[] {"of others", new Object()});
      assertThat(count.find(1)).as("since a reload has replaced the state").isEmpty();
    }
  }

  @Test
  void shouldGiveBackInputBufferWhenNothingIsLeft() {
    for (StrategyName strategy : StrategyName.values()) {
      try (Rig rig = Rig.setup().strategy(strategy).stage(FLOOD).start()) {
        FakeSwitch client = rig.join(1, 1);
        rig.tell(client, Messages.packetIn(1, 1));
        assertThat(rig.connection(1))
            .as(strategy.name())
            .extracting("input", type(Input.class))
            .returns(false, Input::hasBuffer);
      }
    }
  }

  @Test
  void shouldTellBacklogWhenSocketHoldsBytes() {
    try (Rig rig = Rig.setup().strategy(StrategyName.DYNAMIC_PARTITION).stage(FLOOD).start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.connection(1).backlogBytes()).isZero();
      client.send(Messages.packetIn(1, 1));
      assertThat(rig.connection(1).backlogBytes()).isEqualTo(Messages.packetIn(1, 1).length);
      rig.pump();
      assertThat(rig.connection(1).backlogBytes()).isZero();
    }
  }
}
