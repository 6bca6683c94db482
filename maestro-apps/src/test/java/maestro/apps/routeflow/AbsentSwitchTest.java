package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import org.junit.jupiter.api.Test;

/** What becomes of entries when one switch was away for a while. */
class AbsentSwitchTest extends RoutedNetwork {
  @Test
  void shouldKeepWhatLeadsToHostsOfASwitchThatIsAway() {
    knownRing(5);
    network.send(2, 1);
    network.send(1, 2);
    int count = network.flowCount();
    platform.switches().remove(1);
    network.forget(1);
    discoverWithout(1);
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);

    platform.switches().add(1, HOST_PORT);
    discover();
    show(info(1));
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);
    assertThat(network.send(2, 1)).containsExactly(1L);
    assertThat(network.requests()).isZero();
  }

  @Test
  void shouldNotJudgeByATableThatIsNewerThanItsNews() {
    knownRing(5);
    network.send(1, 2);
    network.send(2, 1);
    int count = network.flowCount();
    platform.switches().remove(1);
    network.forget(1);
    discoverWithout(1);
    discoverHostsTowards(1);
    live(KNOWN.multipliedBy(2));
    platform.switches().add(1, HOST_PORT);
    network.plug(902, new Port(2, 1)); // what the port still looks like
    publish(network.topologyWithout(Set.of(new Port(1, 2), new Port(2, 1))));
    network.unplug(902);
    show(info(1));

    assertThat(network.flowCount()).isEqualTo(count);
    events.onViewChanged("routing-table");
    discover();
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);
  }

  @Test
  void shouldRouteAroundASwitchAtOnceWhenItHasLeft() {
    knownRing(5);
    network.send(1, 3);
    platform.switches().remove(2);
    network.forget(2);
    discoverWithout(2);
    live(EntryWatch.TICK);

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.hops()).as("1 5 4 3").isEqualTo(4);
  }

  @Test
  void shouldRemoveWhatLeadsIntoALinkThatWentWhileTheSwitchWasAway() {
    knownRing(5);
    network.send(1, 3);
    platform.switches().remove(1);
    discoverWithout(1);
    pull(new Port(2, 2));
    platform.switches().add(1, HOST_PORT);
    discover();
    show(info(1));
    live(KNOWN);

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.hops()).isEqualTo(4);
  }

  @Test
  void shouldTouchNothingWhenTheLastSwitchJoinsLate() {
    knownRing(5);
    everyoneSendsToEveryone();
    int count = network.flowCount();
    restart();
    SwitchInfo late = info(5);
    platform.switches().remove(5);
    showAll();
    discoverWithout(5);
    live(KNOWN);
    discoverHostsTowards(5);
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);

    platform.switches().add(5, HOST_PORT);
    show(late);
    discover();
    live(KNOWN);
    assertThat(network.flowCount()).isEqualTo(count);
  }

  /** Ports to a switch that says nothing look like those of hosts. */
  private void discoverHostsTowards(long datapathId) {
    List<Long> strangers = new ArrayList<>();
    for (Port end : network.cables()) {
      Port other = network.otherEnd(end);
      for (Port each : List.of(end, other)) {
        if (network.otherEnd(each).datapathId() == datapathId) {
          strangers.add(900 + each.datapathId());
          network.plug(900 + each.datapathId(), each);
        }
      }
    }
    discoverWithout(datapathId);
    strangers.forEach(network::unplug);
  }
}
