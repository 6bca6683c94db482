package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.KnownHost;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever installs flow entries to a host where it is known hears when it is not known there any
 * more, whatever happened.
 */
class HostLostTest extends HostNetwork {
  private static final int SEEDS = Integer.getInteger("maestro.test.seeds", 50);
  private static final int STEPS = 60;
  private static final int HOSTS = 9;
  private static final List<Role> ROLES = List.of(Role.values());

  /** Where a listener that hears all announcements may still have entries to a host. */
  private final Map<Long, Port> entries = new HashMap<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "move-policy = follow",
        "hosts-per-port = 2",
        "table-size = 16, hosts-per-port = 3, address-timeout = 2 s"
      })
  void shouldAnnounceEachHostThatIsNotKnownWhereItWas(String settings) {
    for (int seed = 0; seed < SEEDS; seed++) {
      start(settings);
      entries.clear();
      Random random = new Random(seed);
      for (int step = 0; step < STEPS; step++) {
        String what = change(random);
        platform.announced().forEach(this::hear);
        platform.announced().clear();
        Map<Long, Port> known = known();
        entries.forEach(
            (host, place) ->
                assertThat(known)
                    .as("entries to a host at its old place, after %s", what)
                    .containsEntry(host, place));
        entries.putAll(known);
      }
    }
  }

  private String change(Random random) {
    Port port = new Port(1 + random.nextInt(3), 1 + random.nextInt(3));
    long host = A + random.nextInt(HOSTS);
    int choice = random.nextInt(20);
    if (choice < 10) {
      int address = random.nextBoolean() ? IP_A + (int) (host - A) : 0;
      arp(port.datapathId(), port.number(), host, address);
      return host + " at " + port;
    } else if (choice < 14) {
      Duration time = Duration.ofMillis(1L << random.nextInt(19));
      for (int i = 0; i < 4; i++) {
        advance(time); // what was begun meanwhile goes on
      }
      return time.toString();
    } else if (choice < 17) {
      Role role = ROLES.get(random.nextInt(ROLES.size()));
      if (role == Role.UNKNOWN) {
        roles.remove(port);
      } else {
        roles.put(port, role);
      }
      publishTopology();
      return port + " is " + role;
    } else if (choice < 19 && present.contains(port.datapathId())) {
      int name = random.nextInt(2);
      platform
          .switches()
          .setPort(
              port.datapathId(),
              new PortInfo(port.number(), 0x10 + name, "p" + name, random.nextBoolean(), 0));
      publishTopology();
      return port + " is another one";
    }
    return joinOrLeave(port.datapathId());
  }

  private String joinOrLeave(long datapathId) {
    boolean joins = present.add(datapathId);
    if (joins) {
      platform.switches().add(datapathId, 3);
    } else {
      present.remove(datapathId);
      platform.switches().remove(datapathId);
    }
    publishTopology();
    return "switch " + datapathId + (joins ? " joins" : " leaves");
  }

  private void hear(Object announced) {
    if (announced instanceof HostMoved moved) {
      Port before = new Port(moved.oldDatapathId(), moved.oldPort());
      entries.remove(Vlans.hostKey(moved.vlan(), moved.ethAddress()), before);
    } else if (announced instanceof HostLost lost) {
      Port before = new Port(lost.datapathId(), lost.port());
      entries.remove(Vlans.hostKey(lost.vlan(), lost.ethAddress()), before);
    }
  }

  private Map<Long, Port> known() {
    Map<Long, Port> known = new HashMap<>();
    for (KnownHost host : hosts().some(Integer.MAX_VALUE)) {
      long key = Vlans.hostKey(host.vlan(), host.ethAddress());
      known.put(key, new Port(host.datapathId(), host.port()));
    }
    return known;
  }
}
