package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakeSwitches.Asked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeEntriesTest extends RoutedNetwork {
  private static final long GROUP = 0x0100_5e01_0101L;

  @Test
  void shouldAskOncePerSwitchWhenABroadcastRepeatsFast() {
    ring(6, "");
    int requests = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(network.send(2, BROADCAST)).containsExactlyInAnyOrder(1L, 3L, 4L, 5L, 6L);
      requests += network.requests();
    }
    assertThat(requests).isEqualTo(12);
    assertThat(network.broadcastEntries()).isEqualTo(6);
  }

  @Test
  void shouldInstallNothingWhenABroadcastIsAlone() {
    ring(6, "");
    for (int i = 0; i < 5; i++) {
      assertThat(network.send(2, BROADCAST)).hasSize(5);
      confirm(Duration.ofMillis(300));
    }
    assertThat(network.broadcastEntries()).isZero();
  }

  @Test
  void shouldInstallNothingWhenThatIsOff() {
    ring(6, "broadcast-timeout = 0 s");
    for (int i = 0; i < 10; i++) {
      assertThat(network.send(2, BROADCAST)).hasSize(5);
    }
    assertThat(network.broadcastEntries()).isZero();
    network.cut(network.cables().get(0));
    discover();
    assertThat(network.send(2, BROADCAST)).as("at once along the new tree").hasSize(5);
  }

  @Test
  void shouldSendAlongTheNewTreeAtOnceWhenNoEntryCanBeThere() {
    ring(6, "");
    network.send(2, BROADCAST);
    network.cut(network.cables().get(0));
    discover();
    assertThat(network.send(2, BROADCAST)).hasSize(5);
  }

  @Test
  void shouldReachEverybodyAgainWhenTheSwitchesHaveConfirmed() {
    ring(6, "");
    network.send(2, BROADCAST);
    network.send(2, BROADCAST);
    assertThat(network.broadcastEntries()).isEqualTo(6);
    network.cut(network.cables().get(0));
    discover();
    assertThat(network.send(2, BROADCAST)).as("along both trees").doesNotHaveDuplicates();
    platform.advance(TreeEntries.SETTLE);
    List<Asked> asked = platform.switches().takeAsked();
    assertThat(asked).isNotEmpty();
    network.setTime(platform.nowNs());
    network.send(2, BROADCAST);
    network.send(2, BROADCAST);
    assertThat(network.broadcastEntries()).as("what both trees have").isLessThan(6);
    obey();
    asked.forEach(each -> each.answer().complete(List.of()));
    platform.advance(Duration.ZERO);

    assertThat(network.send(2, BROADCAST)).hasSize(5);
    assertThat(network.send(2, BROADCAST)).hasSize(5);
    assertThat(network.broadcastEntries()).as("by the new tree").isEqualTo(6);
  }

  @Test
  void shouldWaitNoLongerThanEntriesLiveWhenASwitchDoesNotConfirm() {
    ring(6, "");
    network.send(2, BROADCAST);
    network.send(2, BROADCAST);
    network.cut(network.cables().get(0));
    publish(network.topologyWithout(Set.of()));
    events.onViewChanged("routing-table");
    network.forgetBroadcasts();
    platform.advance(TreeEntries.SETTLE);
    platform
        .switches()
        .takeAsked()
        .get(0)
        .answer()
        .completeExceptionally(new IllegalStateException());
    platform.advance(Duration.ofSeconds(1));
    assertThat(network.send(2, BROADCAST)).hasSizeLessThan(5);
    platform.advance(Duration.ofSeconds(3));
    assertThat(network.send(2, BROADCAST)).hasSize(5);
  }

  /**
   * In the worst case no entry of the old tree is removed as long as the new one is not settled.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldNotCircleWhenEntriesOfTheOldTreeAreStillThere(long seed) {
    Random random = new Random(seed);
    start("");
    int switchCount = 10;
    for (long id = 1; id <= switchCount; id++) {
      network.addSwitch(id);
      platform.switches().add(id, HOST_PORT);
      network.plug(id, new Port(id, HOST_PORT));
    }
    int port = 10;
    for (int i = 0; i < 25; i++) {
      long one = 1 + random.nextLong(switchCount);
      long other = 1 + random.nextLong(switchCount);
      if (one != other) {
        network.connect(new Port(one, port++), new Port(other, port++));
      }
    }
    List<Port> unknown = new ArrayList<>();
    discover(unknown);
    for (int round = 0; round < 20; round++) {
      everybodyTwice();
      assertThat(network.broadcastEntries()).isPositive();
      for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
        unknown.clear(); // links that are there and not known: the tree is another one
        for (int i = 0; i < 8; i++) {
          unknown.add(network.cables().get(random.nextInt(network.cables().size())));
        }
        RoutingTable before = platform.valueOf("routing-table", RoutingTable.class);
        publish(network.topologyWithout(unknown));
        everybodyTwice(); // a batch may see the table before the event thread does
        events.onViewChanged("routing-table");
        everybodyTwice();
        Topology newer = platform.valueOf("routing-table", RoutingTable.class).topology();
        platform.set("routing-table", before);
        everybodyTwice(); // and another worker may still be behind
        publish(newer);
      }
      events.onViewChanged("routing-table");
      everybodyTwice();
      obey();
      confirm(TreeEntries.SETTLE);
      confirm(Duration.ofSeconds(2));
      network.forgetBroadcasts();
    }
  }

  private void everybodyTwice() {
    for (long host : network.hosts()) {
      assertThat(network.send(host, BROADCAST)).doesNotHaveDuplicates();
      assertThat(network.send(host, BROADCAST)).doesNotHaveDuplicates();
    }
    for (int i = 0; i < 9; i++) { // a stream of one of them
      assertThat(network.send(1, GROUP)).doesNotHaveDuplicates();
      assertThat(network.send(1, STRANGER)).doesNotHaveDuplicates();
      platform.advance(Duration.ZERO);
    }
  }
}
