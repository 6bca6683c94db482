package maestro.apps.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

class PortRateMonitorTest {
  private static final long SWITCH = 0x2a;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final FakeSwitches switches = new FakeSwitches();
  private final Map<Long, SwitchCounters> bySwitch = new HashMap<>();
  private final Topology topology =
      Topology.of(
          Set.of(SWITCH),
          List.of(),
          Map.of(
              new Port(SWITCH, 1), Role.HOST,
              new Port(SWITCH, 2), Role.HOST,
              new Port(SWITCH, 3), Role.SWITCH));

  private final PortRateMonitor monitor = monitor("");
  private final SwitchCounters counters = joins();

  @Test
  void shouldBlockAPortWhenItsRateIsAboveTheLimit() {
    requests(1, 1001, 1);
    requests(2, 1000, 1);
    monitor.check(SECOND);
    List<OFFlowMod> sent = sent();
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).getMatch().toString()).contains("in_port=1");
    assertThat(sent.get(0).getPriority()).isEqualTo(PortRateMonitor.PRIORITY);
    assertThat(sent.get(0).getHardTimeout()).isEqualTo(5);
    assertThat(sent.get(0).getActions()).isEmpty();
    assertThat(port(1).isBlocked()).isTrue();
    assertThat(port(2).isBlocked()).isFalse();
  }

  @Test
  void shouldMeasureTheRateByTheTimeThatWentBy() {
    requests(1, 1999, 1);
    monitor.check(2 * SECOND);
    assertThat(sent()).isEmpty();
    requests(1, 1001, 1);
    monitor.check(3 * SECOND);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldBlockAPortWhenItsRequestsComeFromTooManyAddresses() {
    requests(1, 400, 400);
    requests(2, 400, 30);
    monitor.check(SECOND);
    assertThat(sent()).extracting(m -> m.getMatch().toString()).hasSize(1);
    assertThat(port(1).isBlocked()).isTrue();
  }

  @Test
  void shouldNotCountAddressesOfEarlierWhenFewRequestsCome() {
    PortRateMonitor patient = monitor("max-addresses = 399");
    SwitchCounters here = joins();
    for (int i = 0; i < 350; i++) {
      here.of(1, 0).count(i, 0);
    }
    patient.check(SECOND);
    for (int i = 0; i < 350; i++) {
      here.of(1, 0).count(i, SECOND + 1);
    }
    patient.check(2 * SECOND);
    assertThat(sent()).isEmpty();
    assertThat(here.of(1, 0).addresses()).isBetween(300L, 399L);
  }

  @Test
  void shouldNeverBlockAPortThatLeadsOrMayLeadToASwitch() {
    requests(3, 100_000, 5000);
    requests(4, 100_000, 5000);
    monitor.check(SECOND);
    assertThat(sent()).isEmpty();
  }

  @Test
  void shouldBlockAnyPortWhenToldSo() {
    PortRateMonitor strict = monitor("only-host-ports = false");
    SwitchCounters here = joins();
    for (int i = 0; i < 2000; i++) {
      here.of(3, 0).count(1, 0);
    }
    strict.check(SECOND);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldSpareWhatIsOnTheList() {
    for (String spared : List.of("00:00:00:00:00:00:00:2a", "00:00:00:00:00:00:00:2a/1")) {
      PortRateMonitor sparing = monitor("never-block = [\"" + spared + "\"]");
      SwitchCounters here = joins();
      for (int i = 0; i < 2000; i++) {
        here.of(1, 0).count(1, 0);
      }
      sparing.check(SECOND);
      assertThat(sent()).isEmpty();
    }
  }

  @Test
  void shouldUnblockInTimeAndBlockAgainWhenItGoesOn() {
    requests(1, 2000, 1);
    monitor.check(SECOND);
    requests(1, 2000, 1);
    monitor.check(5 * SECOND);
    assertThat(port(1).isBlocked()).isTrue();
    monitor.check(6 * SECOND);
    assertThat(port(1).isBlocked()).isFalse();
    monitor.check(7 * SECOND);
    assertThat(sent()).as("nothing new since").hasSize(1);
    requests(1, 2000, 1);
    monitor.check(8 * SECOND);
    assertThat(sent()).hasSize(1);
    assertThat(port(1).isBlocked()).isTrue();
  }

  @Test
  void shouldCheckASwitchOnlyWhileItIsConnected() {
    requests(1, 2000, 1);
    leaves();
    monitor.check(SECOND);
    assertThat(sent()).as("it has left").isEmpty();
    SwitchCounters again = joins();
    monitor.check(2 * SECOND);
    assertThat(sent()).as("its counters begin anew").isEmpty();
    for (int i = 0; i < 2000; i++) {
      again.of(1, 0).count(1, 0);
    }
    monitor.check(3 * SECOND);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldEstimateAddressesWithinATenth() {
    for (int wanted : new int[] {1, 10, 100, 1000, 5000}) {
      PortCounters port = new PortCounters(1, SECOND, 0);
      for (int i = 0; i < 3 * wanted; i++) {
        port.count(0x0200_0000_0000L + i % wanted * 7919L, 0);
      }
      assertThat((double) port.addresses()).isBetween(wanted * 0.9 - 1, wanted * 1.1 + 1);
    }
  }

  @Test
  void shouldKeepPortsApartWhenThereAreMany() {
    for (int port = 1; port <= 3000; port++) {
      counters.of(port * 17, 0).count(1, 0);
    }
    assertThat(counters.all()).hasSize(3000).allMatch(port -> port.requests() == 1);
    for (int port = 100_000; port < 110_000; port++) {
      counters.of(port, 0).count(1, 0);
    }
    assertThat(counters.all()).as("memory is bounded").hasSize(4096);
  }

  private PortRateMonitor monitor(String settings) {
    PortLimits limits =
        PortLimits.of(
            ConfigFactory.parseString(
                    settings + "\nmax-requests-per-second = 1000, block-time = 5 s, interval = 1 s")
                .withFallback(ConfigFactory.parseString("max-addresses = 200"))
                .withFallback(
                    ConfigFactory.parseResources("reference.conf")
                        .getConfig("applications.security-monitor")));
    return new PortRateMonitor(limits, switches, new Local(bySwitch), () -> topology, 0);
  }

  /** The switch joins, and has new counters. */
  private SwitchCounters joins() {
    switches.add(SWITCH, 4);
    bySwitch.put(SWITCH, new SwitchCounters(SECOND));
    return bySwitch.get(SWITCH);
  }

  private void leaves() {
    switches.remove(SWITCH);
    bySwitch.remove(SWITCH);
  }

  private record Local(Map<Long, SwitchCounters> bySwitch) implements SwitchLocal<SwitchCounters> {
    @Override
    public SwitchCounters of(FlowRequest request) {
      return bySwitch.get(request.datapathId());
    }

    @Override
    public Optional<SwitchCounters> find(long datapathId) {
      return Optional.ofNullable(bySwitch.get(datapathId));
    }
  }

  private PortCounters port(int number) {
    return counters.of(number, 0);
  }

  private void requests(int port, int count, int addresses) {
    for (int i = 0; i < count; i++) {
      port(port).count(1 + i % addresses, 0);
    }
  }

  private List<OFFlowMod> sent() {
    return switches.takeSent().stream().map(s -> (OFFlowMod) s.message()).toList();
  }
}
