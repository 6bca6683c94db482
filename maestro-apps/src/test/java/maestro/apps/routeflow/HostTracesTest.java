package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.api.Test;

class HostTracesTest {
  private static final Port OLD = new Port(1, 1);
  private static final Port NEW = new Port(2, 2);
  private static final Port CABLE = new Port(2, 3);
  private static final Topology TOPOLOGY =
      Topology.of(
          Set.of(1L, 2L), List.of(), Map.of(OLD, Role.HOST, NEW, Role.HOST, CABLE, Role.SWITCH));

  private final HostTraces traces = new HostTraces();

  @Test
  void shouldSayWhereTheYoungestEntriesLeadWhenAHostHasMoved() {
    traces.note(7, OLD, 100);
    traces.note(7, NEW, 200);
    assertThat(traces.placesOf(7, TOPOLOGY)).containsExactly(NEW);

    traces.note(7, OLD, 201);
    assertThat(traces.placesOf(7, TOPOLOGY)).as("one path").containsExactlyInAnyOrder(OLD, NEW);
    traces.note(7, OLD, 203);
    assertThat(traces.placesOf(7, TOPOLOGY)).as("and back").containsExactly(OLD);
    traces.note(7, NEW, 100);
    assertThat(traces.placesOf(7, TOPOLOGY)).as("an old entry says less").containsExactly(OLD);
  }

  @Test
  void shouldNotTakeACableForAPlaceWhenASwitchIsBehindIt() {
    traces.note(7, CABLE, 300);
    assertThat(traces.placesOf(7, TOPOLOGY)).isEmpty();
    traces.note(7, NEW, 100);
    assertThat(traces.placesOf(7, TOPOLOGY)).containsExactly(NEW);
  }

  @Test
  void shouldKeepTheLastPlacesWhenThereAreMany() {
    for (int port = 10; port < 20; port++) {
      traces.note(7, new Port(1, port), 100);
    }
    traces.note(7, NEW, 100);
    assertThat(traces.placesOf(7, TOPOLOGY)).containsExactly(NEW);
  }

  @Test
  void shouldForgetNobodyAndTakeNobodyMoreWhenThereAreTooManyHosts() {
    for (long host = 0; host < HostTraces.MOST_HOSTS; host++) {
      traces.note(host, OLD, 100);
    }
    traces.note(HostTraces.MOST_HOSTS, OLD, 100);
    traces.note(0, NEW, 200);

    assertThat(traces.placesOf(HostTraces.MOST_HOSTS, TOPOLOGY)).isEmpty();
    assertThat(traces.placesOf(0, TOPOLOGY)).containsExactly(NEW);
  }
}
