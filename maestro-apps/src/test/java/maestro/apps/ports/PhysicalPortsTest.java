package maestro.apps.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import maestro.api.PortInfo;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;

class PhysicalPortsTest {
  private static final long REFRESH_NS = 100_000_000;

  private final FakeSwitches switches = new FakeSwitches();
  private long nowNs;

  private PhysicalPorts ports(int count) {
    switches.add(1, count);
    PhysicalPorts ports = new RememberedPorts(switches).join(1);
    ports.refresh(nowNs);
    return ports;
  }

  private void refresh(PhysicalPorts ports) {
    nowNs += REFRESH_NS;
    ports.refresh(nowNs);
  }

  private void plug(int number, String name, long address, boolean up) {
    switches.setPort(1, new PortInfo(number, address, name, up, 0));
  }

  @Test
  void shouldIdentifyAPortByItsNumberUntilAnotherHasIt() {
    PhysicalPorts ports = ports(2);
    assertThat(ports.idOf(2)).isEqualTo(2);
    assertThat(ports.numberOf(2)).isEqualTo(2);
    plug(2, "other", 7, true);
    refresh(ports);
    int id = ports.idOf(2);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
    assertThat(ports.numberOf(id)).isEqualTo(2);
    assertThat(ports.numberOf(1)).isEqualTo(1);
  }

  @Test
  void shouldTellAPortByItsNameAndByItsAddress() {
    PhysicalPorts ports = ports(2);
    plug(1, "s1-eth1", 7, true);
    plug(2, "other", 1 << 8 | 2, true);
    refresh(ports);
    assertThat(ports.numberOf(1)).isEqualTo(PhysicalPorts.NONE);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
  }

  @Test
  void shouldKnowThePortAgainWhenItWasDownOrGone() {
    PhysicalPorts ports = ports(2);
    switches.setPort(1, 2, false);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
    switches.removePort(1, 2);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
    switches.setPort(1, 2, true);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(2);
  }

  @Test
  void shouldKnowAnotherPortWhenItComesAfterTheFirstIsGone() {
    PhysicalPorts ports = ports(2);
    switches.removePort(1, 2);
    refresh(ports);
    plug(2, "other", 7, true);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
    assertThat(ports.numberOf(ports.idOf(2))).isEqualTo(2);
  }

  @Test
  void shouldUseNoIdTwiceWhenPortsChangeAgainAndAgain() {
    PhysicalPorts ports = ports(3);
    Set<Integer> ids = new HashSet<>();
    for (int change = 0; change < 100; change++) {
      for (int number = 1; number <= 3; number++) {
        plug(number, "port" + change, number, true);
      }
      refresh(ports);
      for (int number = 1; number <= 3; number++) {
        int id = ports.idOf(number);
        assertThat(ids.add(id) || (change == 0 && id == number)).isTrue();
        assertThat(ports.numberOf(id)).isEqualTo(number);
      }
      for (int old : ids) {
        int number = ports.numberOf(old);
        assertThat(number).isIn(PhysicalPorts.NONE, 1, 2, 3);
        assertThat(number == PhysicalPorts.NONE || ports.idOf(number) == old).isTrue();
      }
    }
  }

  @Test
  void shouldRememberNoMoreThanItsBoundWhenPortsAreInvented() {
    PhysicalPorts ports = ports(0);
    for (int round = 0; round < 3; round++) {
      for (int number = 1; number <= 2_000; number++) {
        plug(number, "port" + round, number, true);
      }
      refresh(ports);
    }
    assertThat(ports.numberOf(ports.idOf(2_000))).isEqualTo(2_000);
    assertThat(numbersWithOwnId(ports, 2_000)).isEqualTo(1_024);
    for (int number = 1; number <= 2_000; number++) {
      switches.removePort(1, number);
    }
    refresh(ports);
    long dead = 0;
    for (int number = 1; number <= 2_000; number++) {
      dead += ports.numberOf(ports.idOf(number)) == PhysicalPorts.NONE ? 1 : 0;
    }
    assertThat(dead).isEqualTo(1_024);
  }

  @Test
  void shouldReadManyPortsLessOften() {
    PhysicalPorts ports = ports(20_000);
    switches.setPort(1, 2, false);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(2);
    refresh(ports);
    assertThat(ports.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
  }

  private static long numbersWithOwnId(PhysicalPorts ports, int count) {
    long own = 0;
    for (int number = 1; number <= count; number++) {
      own += ports.idOf(number) == number ? 0 : 1;
    }
    return own;
  }
}
