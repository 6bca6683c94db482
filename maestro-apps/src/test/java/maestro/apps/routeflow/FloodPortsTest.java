package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import maestro.api.FlowActions;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import org.junit.jupiter.api.Test;

class FloodPortsTest {
  /** As many as the controller lets a switch have, all but one to hosts. */
  private static final int MANY = 0xff00;

  /** Copies of all ports for each port would be 8 GiB, and take seconds of the event thread. */
  private static final long MOST_BYTES = 64 << 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldBeDoneSoonWhenASwitchSaysThatItHasAllThePortsThereCanBe() {
    Map<Port, Role> roles = new HashMap<>();
    for (int number = 1; number < MANY; number++) {
      roles.put(new Port(1, number), Role.HOST);
    }
    roles.put(new Port(1, MANY), Role.SWITCH);
    RoutingTable table = RoutingTable.of(Topology.of(Set.of(1L), Set.of(), roles));
    long before = threads.getCurrentThreadAllocatedBytes();
    FloodPorts ports = FloodPorts.of(table);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_BYTES);
    assertThat(ports.open(0)).hasSize(MANY - 1);
    assertThat(ports.isClosed(0, MANY)).isTrue();
    assertThat(ports.isClosed(0, 1)).isFalse();
  }

  @Test
  void shouldKeepOneListOfActionsHoweverManyInPortsThereAre() {
    FloodPorts ports = ofHosts(FloodPorts.MOST_OF_ENTRY);
    FlowActions actions = ports.actions(0);
    assertThat(actions.encoded(4).capacity()).isEqualTo(16 * FloodPorts.MOST_OF_ENTRY);
    assertThat(ports.actions(0)).isSameAs(actions);
    assertThat(ports.fitEntry(0)).isTrue();
  }

  @Test
  void shouldMakeNoEntryWhenTheOutputsDoNotFitIntoOne() {
    assertThat(ofHosts(FloodPorts.MOST_OF_ENTRY + 1).fitEntry(0)).isFalse();
  }

  private static FloodPorts ofHosts(int count) {
    Map<Port, Role> roles = new HashMap<>();
    for (int number = 1; number <= count; number++) {
      roles.put(new Port(1, number), Role.HOST);
    }
    return FloodPorts.of(RoutingTable.of(Topology.of(Set.of(1L), Set.of(), roles)));
  }
}
