package maestro.apps.routeflow;

import static maestro.apps.routeflow.SimulatedNetwork.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.api.EntryVerdict;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of entries that switches show, above all to a controller that was away. */
class PathEntriesTest extends RoutedNetwork {
  /** What the controller finds that has just been started, with all switches connected. */
  private void restartAndShow() {
    restart();
    showAll();
  }

  @Test
  void shouldTouchNothingWhenTheControllerIsStartedAgain() {
    knownRing(5);
    everyoneSendsToEveryone();
    int count = network.flowCount();
    restartAndShow();
    assertThat(network.takeShown(EntryVerdict.UNDECIDED)).isEqualTo(count);
    discover();
    live(KNOWN);

    assertThat(network.takeShown(EntryVerdict.KEEP)).isEqualTo(count);
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        if (from != to) {
          assertThat(network.send(from, to)).containsExactly(to);
          assertThat(network.requests()).isZero();
        }
      }
    }
  }

  @Test
  void shouldTouchNothingWhenHostsBecomeKnownWhereTheyWere() {
    knownRing(5);
    everyoneSendsToEveryone();
    int count = network.flowCount();
    restartAndShow();
    discover();
    live(KNOWN);
    locateAll();
    live(KNOWN);
    showAll();

    assertThat(network.flowCount()).isEqualTo(count);
    assertThat(platform.takeChecked()).isEmpty();
  }

  @Test
  void shouldRemoveAtOnceWhatLeadsNowhere() {
    knownRing(5);
    network.send(1, 2);
    pull(new Port(1, 2));
    restartAndShow();

    assertThat(network.flowCount()).isZero();
  }

  @Test
  void shouldRemoveWhatSendsPacketsFromASegmentThatOthersGetToo() {
    start("");
    platform.switches().add(1, 4);
    platform.switches().add(2, 4);
    network.known().put(2, 2, HOST_PORT);
    publish(
        Topology.of(
            List.of(1L, 2L),
            List.of(new Link(1, 1, 2, 1), new Link(2, 1, 1, 1)),
            Map.of(
                new Port(1, 1), Role.SHARED,
                new Port(1, 2), Role.SHARED,
                new Port(1, HOST_PORT), Role.HOST,
                new Port(2, 1), Role.SHARED,
                new Port(2, HOST_PORT), Role.HOST)));
    events.onViewChanged("routing-table");

    assertThat(verdict(1, entry(HOST_PORT, 1, 2, 1))).isEqualTo(EntryVerdict.KEEP);
    assertThat(verdict(2, entry(1, 1, 2, HOST_PORT))).isEqualTo(EntryVerdict.KEEP);
    assertThat(verdict(1, entry(2, 1, 2, 1))).as("by a closed port").isEqualTo(EntryVerdict.REMOVE);
    assertThat(verdict(1, entry(1, 1, 2, 1))).as("and back").isEqualTo(EntryVerdict.REMOVE);
  }

  private EntryVerdict verdict(long datapathId, FakeEntry entry) {
    return platform.reconciler().verdict(info(datapathId), entry);
  }

  /**
   * Switch 3 is behind port 2 of switch 2 and port 1 of switch 4, and waits before it reconnects.
   */
  @Test
  void shouldKeepTheOlderEntriesToASwitchThatMayBeOnItsWayBack() {
    start("");
    Map<Port, Role> roles = new HashMap<>();
    for (long datapathId : List.of(1L, 2L, 4L)) {
      platform.switches().add(datapathId, HOST_PORT);
      for (int port = 1; port <= HOST_PORT; port++) {
        roles.put(new Port(datapathId, port), Role.HOST);
      }
    }
    List<Link> links = new ArrayList<>();
    for (Link link : List.of(new Link(1, 2, 2, 1), new Link(1, 1, 4, 2))) {
      links.addAll(List.of(link, link.reversed()));
      roles.put(new Port(link.from(), link.fromPort()), Role.SWITCH);
      roles.put(new Port(link.to(), link.toPort()), Role.SWITCH);
    }
    publish(Topology.of(List.of(1L, 2L, 4L), links, roles));
    events.onViewChanged("routing-table");
    FakeEntry older = aged(entry(HOST_PORT, 2, 3, 2), 20);
    FakeEntry younger = aged(entry(HOST_PORT, 4, 3, 1), 5);
    assertThat(verdict(2, older)).isEqualTo(EntryVerdict.UNDECIDED);
    assertThat(verdict(4, younger)).isEqualTo(EntryVerdict.UNDECIDED);
    for (int tick = 0; tick <= EntryWatch.QUIET_TICKS; tick++) {
      platform.advance(EntryWatch.TICK);
    }

    for (int tick = 1; tick < EntryWatch.RETURN_TICKS; tick++) {
      assertThat(verdict(4, younger)).as("tick %d", tick).isEqualTo(EntryVerdict.KEEP);
      assertThat(verdict(2, older)).as("tick %d", tick).isEqualTo(EntryVerdict.UNDECIDED);
      platform.advance(EntryWatch.TICK);
    }
    platform.advance(EntryWatch.TICK);
    platform.advance(EntryWatch.TICK);
    assertThat(verdict(2, older)).as("the host has moved").isEqualTo(EntryVerdict.REMOVE);
    assertThat(verdict(4, younger)).isEqualTo(EntryVerdict.KEEP);
  }

  private static FakeEntry aged(FakeEntry entry, long seconds) {
    return FakeEntry.of(entry.message().createBuilder().setDurationSec(seconds).build());
  }

  @Test
  void shouldRemoveWhatFollowsNoPathWhenTheNetworkIsKnown() {
    knownRing(5);
    network.send(1, 3);
    pull(new Port(2, 2));
    restartAndShow();
    assertThat(network.flowCount()).as("that of 1, which may be right").isEqualTo(1);
    discover();
    assertThat(network.flowCount()).isEqualTo(1);
    live(KNOWN);

    assertThat(network.flowCount()).isZero();
    assertThat(network.send(1, 3)).contains(3L);
  }

  @Test
  void shouldWaitForUnknownPortsBeforeItRemoves() {
    knownRing(5);
    network.send(1, 3);
    pull(new Port(2, 2));
    restartAndShow();
    discover(Set.of(new Port(4, 2)));
    live(KNOWN.multipliedBy(4));
    assertThat(network.flowCount()).isEqualTo(1);
    discover();
    live(KNOWN);

    assertThat(network.flowCount()).isZero();
  }

  @Test
  void shouldRemoveWhatLeadsToAHostThatShowsUpElsewhere() {
    knownRing(5);
    network.send(1, 3);
    network.send(3, 1);
    restartAndShow();
    discover();
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(6);
    network.plug(3, new Port(5, HOST_PORT + 1));
    announceMove(3);

    assertThat(network.flowCount()).as("what is left is from it").isEqualTo(2);
    assertThat(network.send(1, 3)).containsExactly(3L);
  }

  @Test
  void shouldJudgeByWhereTheHostIsWhenThatIsKnown() {
    knownRing(5);
    network.send(1, 3);
    network.plug(3, new Port(1, 9));
    network.locate(3);
    show(info(1));

    assertThat(network.flowCount(1)).as("the host is here, at another port").isZero();
    assertThat(network.flowCount(2)).isEqualTo(1);
    show(info(2));
    assertThat(network.flowCount(2)).as("links may be missing").isEqualTo(1);
    live(KNOWN);
    assertThat(network.flowCount(2)).isZero();
  }

  @Test
  void shouldRemoveWhatLeadsToNobodyWhenAllSwitchesHaveShownWhatTheyHave() {
    knownRing(5);
    network.send(1, 3);
    network.forgetFlowsOf(3);
    restart();
    platform.switches().all().stream().filter(info -> info.datapathId() != 3).forEach(this::show);
    discover();
    live(KNOWN);
    assertThat(network.flowCount()).as("3 may say where it is").isEqualTo(2);
    show(info(3));
    live(KNOWN);

    assertThat(network.flowCount()).isZero();
  }

  /** Until links are known, each port of a path could be the host's: more than are kept. */
  @Test
  void shouldWaitForEachSwitchThatShowsItsEntriesAgainWhenLinksAreKnown() {
    knownRing(12);
    everyoneSendsToEveryone();
    int count = network.flowCount();
    restart();
    Set<Port> all = new HashSet<>(network.cables());
    network.cables().forEach(port -> all.add(network.otherEnd(port)));
    platform.switches().all().forEach(info -> all.add(new Port(info.datapathId(), HOST_PORT)));
    discover(all);
    showAll();
    discover();
    Set<Long> asked = new HashSet<>();
    for (int tick = 0; tick < 20; tick++) { // switches are slow, and one comes after the other
      platform.advance(EntryWatch.TICK);
      asked.addAll(platform.takeChecked());
      asked.stream().findFirst().ifPresent(id -> show(info(id)));
      asked.removeAll(asked.stream().limit(1).toList());
      obey();
    }
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);
  }

  @Test
  void shouldNotWaitForEverForASwitchThatShowsNothing() {
    knownRing(5);
    network.send(1, 3);
    network.forgetFlowsOf(3);
    restart();
    show(info(1));
    discover();
    live(KNOWN);
    assertThat(network.flowCount(1)).isEqualTo(1);
    live(EntryWatch.TICK.multipliedBy(EntryWatch.PATIENCE_TICKS));

    assertThat(network.flowCount(1)).isZero();
  }

  @Test
  void shouldReachAHostThatEntriesShowWhenTheWayToItIsGoneAndTheWayBackIsNot() {
    ring(4, "");
    long other = hostWithAnotherWayBack();
    pull(new Port(1, 2));
    restartAndShow();
    discover();
    live(KNOWN);

    assertThat(network.send(1, other)).contains(other).doesNotContain(2L, 4L);
  }

  /** A host at switch 3 that host 1 reaches by way of 2, and that answers by way of 4. */
  private long hostWithAnotherWayBack() {
    for (long host = 100; host < 200; host++) {
      network.plug(host, new Port(3, HOST_PORT));
      locateAll();
      network.send(1, host);
      boolean isThere = network.flowCount(2) == 1;
      network.send(host, 1);
      if (isThere && network.flowCount(4) == 1) {
        return host;
      }
      for (long id = 1; id <= 4; id++) {
        network.forgetFlowsOf(id);
      }
    }
    throw new AssertionError("no such host");
  }

  @Test
  void shouldRouteToHostsThatEntriesShowWhenALinkFails() {
    knownRing(5);
    network.send(1, 3);
    network.send(3, 1);
    restartAndShow();
    discover();
    live(KNOWN);
    pull(new Port(4, 2));
    discover();

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.send(3, 1)).containsExactly(1L);
  }

  @Test
  void shouldKeepAnEntryForAGroupWhileItSendsWhereItShould() {
    ring(3, "");
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    int treePort = table.treePorts(0)[0];
    int otherPort = 3 - treePort;

    assertThat(verdict(groupEntry(HOST_PORT, table.treePorts(0)))).isEqualTo(EntryVerdict.KEEP);
    assertThat(verdict(groupEntry(HOST_PORT, treePort, otherPort, HOST_PORT)))
        .isEqualTo(EntryVerdict.UNDECIDED);
    live(KNOWN);
    assertThat(verdict(groupEntry(HOST_PORT, treePort, otherPort, HOST_PORT)))
        .isEqualTo(EntryVerdict.REMOVE);
    assertThat(verdict(groupEntry(HOST_PORT, table.treePorts(0)))).isEqualTo(EntryVerdict.KEEP);
    assertThat(verdict(groupEntry(HOST_PORT, table.treePorts(0)).leadingNowhere()))
        .isEqualTo(EntryVerdict.REMOVE);
  }

  @Test
  void shouldRemoveWhatThisApplicationDoesNotInstall() {
    knownRing(3);
    assertThat(verdict(SimulatedNetwork.entry(HOST_PORT, 1, 2, 2))).isEqualTo(EntryVerdict.KEEP);
    assertThat(verdict(SimulatedNetwork.entry(HOST_PORT, 1, 2))).isEqualTo(EntryVerdict.REMOVE);
    assertThat(verdict(SimulatedNetwork.entry(HOST_PORT, 1, 2, 1, 2)))
        .isEqualTo(EntryVerdict.REMOVE);
  }

  private EntryVerdict verdict(FakeEntry entry) {
    return platform.reconciler().verdict(info(1), entry);
  }

  private static FakeEntry groupEntry(int inPort, int... outPorts) {
    return SimulatedNetwork.entry(inPort, 1, BROADCAST, outPorts);
  }

  @Test
  void shouldTellSwitchesNothingWhenNothingIsWrong() {
    knownRing(5);
    everyoneSendsToEveryone();
    restartAndShow();
    discover();
    platform.switches().takeSent();
    platform.advance(KNOWN);

    List<SentMessage> sent = platform.switches().takeSent();
    assertThat(sent).isEmpty();
  }

  /** As host-location does when a host that is known by entries only sends elsewhere. */
  private void announceMove(long host) {
    long before = network.known().locationOf(host);
    network.locate(host);
    long after = network.known().locationOf(host);
    if (before != HostLocations.UNKNOWN && before != after) {
      Port old = new Port(network.known().datapathIdOf(before), network.known().portOf(before));
      Port place = new Port(network.known().datapathIdOf(after), network.known().portOf(after));
      events.onAnnouncement(
          "host-moved",
          new HostMoved(host, old.datapathId(), old.number(), place.datapathId(), place.number()));
      obey();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldReachEveryoneWithoutALoopWhateverChangedMeanwhile(long seed) {
    Random random = new Random(seed);
    knownRing(8);
    everyoneSendsToEveryone();
    Port first = network.cables().get(random.nextInt(8));
    pull(first);
    discover();
    everyoneSendsToEveryone();

    mend(first);
    pull(network.cables().get(random.nextInt(8)));
    long moved = 1 + random.nextLong(8);
    Port place = new Port(1 + random.nextLong(8), HOST_PORT + 1);
    platform.switches().setPort(place.datapathId(), place.number(), true);
    network.plug(moved, place);
    restartAndShow();
    discover();
    live(KNOWN.multipliedBy(2));

    network.send(moved, 1 + moved % 8); // it says that it is there
    announceMove(moved);
    live(KNOWN);
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        if (from != to) {
          assertThat(network.send(from, to)).as(from + " to " + to).contains(to);
        }
      }
    }
  }
}
