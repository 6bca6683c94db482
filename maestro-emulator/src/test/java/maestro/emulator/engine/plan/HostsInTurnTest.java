package maestro.emulator.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.emulator.switches.SwitchDescription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that send in turn, beside what a switch's load says of each. */
class HostsInTurnTest {
  @ParameterizedTest
  @CsvSource({"2, 2, 1", "3, 2, 1", "64, 4, 1", "65, 4, 1", "63, 7, 3", "5, 9, 2", "17, 3, 2"})
  void shouldSayWhatTheLoadSaysWhereverItBegins(int hosts, int ports, int firstHostPort) {
    SwitchDescription description = new SwitchDescription(1, 1, ports, 256);
    SwitchLoad load = new SwitchLoad(description, 100, hosts, firstHostPort, null);
    HostsInTurn talk = new HostsInTurn();
    for (int begin = 0; begin < hosts; begin++) {
      talk.from(load, begin);
      for (int i = 0; i < 2 * hosts; i++) {
        int source = (begin + i) % hosts;
        assertThat(talk.source()).isEqualTo(source);
        assertThat(talk.sourcePort()).isEqualTo(load.portOf(source));
        assertThat(talk.destination()).isEqualTo(load.partnerOf(source));
        assertThat(talk.destinationPort()).isEqualTo(load.portOf(load.partnerOf(source)));
        talk.next();
      }
    }
  }
}
