package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.NeighbourFrames;
import org.junit.jupiter.api.Test;

/** Whose an address is: whatever comes, only who has claimed an address is ever its owner. */
class AddressOwnerTest extends HostNetwork {
  private static final long NET = 0xfd00_0000_0000_0000L;
  private static final long TO_GROUP = 0x3333_ff00_000bL;
  private static final int SEEDS = Integer.getInteger("maestro.hosts.seeds", 40);
  private static final int STEPS = 250;
  private static final int HOSTS = 4;
  private static final int ADDRESSES = 4;

  private final Set<String> claims = new HashSet<>();
  private final Map<String, Long> owners = new HashMap<>();
  private int changes;

  @Test
  void shouldTakeNobodyForAnOwnerWhoHasNotClaimedTheAddress() {
    for (int seed = 0; seed < SEEDS; seed++) {
      start(seed % 2 == 0 ? "move-policy = verify" : "move-policy = follow");
      claims.clear();
      owners.clear();
      Random random = new Random(seed);
      for (int step = 0; step < STEPS; step++) {
        String what = step(random);
        check("seed %d, step %d: %s".formatted(seed, step, what));
      }
    }
    assertThat(changes).as("changes of an owner").isGreaterThan(SEEDS);
  }

  private String step(Random random) {
    long source = A + random.nextInt(HOSTS);
    long other = A + random.nextInt(HOSTS);
    int number = random.nextInt(ADDRESSES);
    long datapathId = 1L + random.nextInt(3);
    int port = 1 + random.nextInt(3);
    boolean isAtHostPort = roles.get(new Port(datapathId, port)) == Role.HOST;
    String what;
    switch (random.nextInt(7)) {
      case 0, 1 -> {
        what = "a packet";
        ip(datapathId, port, source, IP_A + number);
      }
      case 2 -> {
        what = "ARP";
        handle(arpRequest(datapathId, port, source, other, IP_A + number));
        if (source == other && isAtHostPort) {
          claims.add(claim(number, source));
        }
      }
      case 3 -> {
        what = "a solicitation";
        handle(
            datapathId,
            port,
            NeighbourFrames.solicitation(source, NET, number, TO_GROUP, NET, 0xb));
        if (isAtHostPort) {
          claims.add(claim(ADDRESSES + number, source));
        }
      }
      case 4 -> {
        what = "a question of who wants an address";
        handle(datapathId, port, NeighbourFrames.solicitation(source, 0, 0, TO_GROUP, NET, number));
      }
      case 5 -> {
        what = "a port changes";
        roles.merge(
            new Port(datapathId, 1), Role.HOST, (old, host) -> old == host ? Role.SWITCH : host);
        publishTopology();
      }
      default -> {
        what = "time passes";
        advance(Duration.ofMillis(1L << random.nextInt(18)));
      }
    }
    return what + " of " + (source & 0xff) + " at " + datapathId + "/" + port;
  }

  private void handle(long datapathId, int port, byte[] frame) {
    handle(new FakeRequest(datapathId, port, platform.nowNs(), frame));
  }

  private void check(String step) {
    for (int number = 0; number < 2 * ADDRESSES; number++) {
      long owner =
          number < ADDRESSES
              ? hosts().ethAddressOf(IP_A + number)
              : hosts().ethAddressOf(-1, NET, number - ADDRESSES);
      if (owner != HostLocations.UNKNOWN) {
        assertThat(claims).as(step).contains(claim(number, owner));
      }
      Long before = owners.put(claim(number, 0), owner);
      changes += before != null && before != owner ? 1 : 0;
    }
  }

  private static String claim(int number, long ethAddress) {
    return number + " of " + ethAddress;
  }
}
