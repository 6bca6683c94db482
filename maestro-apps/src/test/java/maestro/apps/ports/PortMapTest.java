package maestro.apps.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortMapTest {
  private final PortMap<String> map = new PortMap<>(port -> "port " + port);

  @Test
  void shouldKeepTheStateOfEachPortWhenItGrows() {
    Random random = new Random(1);
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      int port = random.nextInt();
      ports.add(port);
      assertThat(map.of(port)).isEqualTo("port " + port);
    }
    for (int port : ports) {
      assertThat(map.of(port)).isSameAs(map.find(port)).isEqualTo("port " + port);
    }
    assertThat(map.all()).hasSize(ports.size()).doesNotHaveDuplicates();
  }

  @Test
  void shouldFindNothingWhenAPortWasNeverAskedFor() {
    map.of(1);
    assertThat(map.find(2)).isNull();
    assertThat(map.find(1)).isEqualTo("port 1");
  }

  @Test
  void shouldShareTheLastStateWhenThereAreTooManyPorts() {
    for (int port = 1; port <= PortMap.MAX_PORTS + 10; port++) {
      map.of(port);
    }
    assertThat(map.all()).hasSize(PortMap.MAX_PORTS);
    assertThat(map.of(PortMap.MAX_PORTS + 5)).isEqualTo("port " + PortMap.MAX_PORTS);
  }
}
