package maestro.apps.ports;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.PortInfo;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;

class RememberedPortsTest {
  private static final int MANY = 10_000;

  private final FakeSwitches switches = new FakeSwitches();
  private final RememberedPorts memory = new RememberedPorts(switches);

  private PhysicalPorts join(long datapathId, int portCount) {
    switches.add(datapathId, portCount);
    PhysicalPorts ports = memory.join(datapathId);
    ports.refresh(0);
    return ports;
  }

  @Test
  void shouldCompareThePortsWithThoseBeforeWhenASwitchIsBack() {
    PhysicalPorts before = join(1, 2);
    switches.remove(1);
    switches.add(1, 2);
    switches.setPort(1, new PortInfo(2, 7, "other", true, 0));
    PhysicalPorts after = memory.join(1);
    after.refresh(1);
    assertThat(after.series()).isEqualTo(before.series());
    assertThat(after.numberOf(1)).isEqualTo(1);
    assertThat(after.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
    assertThat(after.numberOf(after.idOf(2))).isEqualTo(2);
  }

  @Test
  void shouldNotTakePortsForGoneWhenTheyAreNotDescribedYet() {
    join(1, 2);
    switches.remove(1);
    PhysicalPorts after = memory.join(1);
    after.refresh(1);
    assertThat(after.numberOf(2)).isEqualTo(2);
    switches.add(1, 1);
    after.refresh(2);
    assertThat(after.numberOf(2)).isEqualTo(PhysicalPorts.NONE);
  }

  @Test
  void shouldForgetTheSwitchesThatLeftFirstWhenManyAreAway() {
    int stays = join(1, 48).series();
    for (int datapathId = 2; datapathId <= 40; datapathId++) {
      join(datapathId, MANY);
      switches.remove(datapathId);
    }
    assertThat(memory.count()).isLessThan(30);
    int last = join(41, MANY).series();
    switches.remove(41);
    switches.remove(1);
    assertThat(memory.join(1).series()).isEqualTo(stays);
    assertThat(memory.join(41).series()).isEqualTo(last);
    assertThat(memory.join(2).series()).as("it was forgotten").isGreaterThan(last);
  }

  @Test
  void shouldForgetSwitchesWithoutPorts() {
    for (long datapathId = 1; datapathId <= 1_000_000; datapathId++) {
      memory.join(datapathId);
    }
    assertThat(memory.count()).isLessThan(300_000);
  }
}
