package maestro.apps.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;

/**
 * A network that changes at random: links in one or both directions, several between two switches.
 */
final class RandomNetwork {
  private final Random random;
  private final long[] datapathIds;
  private final int maxWeight;
  private final List<Link> links = new ArrayList<>();
  private final Set<Link> known = new HashSet<>();
  private final Map<Link, Integer> weights = new HashMap<>();
  private int nextPort = 1;

  /**
   * A network of its own for each seed.
   *
   * @param linkCount before some lose a direction
   * @param maxWeight of links; small ones make many ties
   */
  RandomNetwork(long seed, int switchCount, int linkCount, int maxWeight) {
    this.random = new Random(seed);
    this.maxWeight = maxWeight;
    this.datapathIds = random.longs(switchCount).toArray();
    for (int i = 0; i < linkCount; i++) {
      addLink();
    }
  }

  /** A link between two switches, at new ports; one of ten is known in one direction only. */
  void addLink() {
    long from = anySwitch();
    long to = anySwitch();
    if (from == to) {
      return;
    }
    Link link = new Link(from, nextPort++, to, nextPort++);
    links.add(link);
    weigh(link);
    known.add(link);
    if (random.nextInt(10) > 0) {
      known.add(link.reversed());
    }
  }

  /** Adds, removes, weighs anew, or changes whether a direction is known, of one link. */
  void change() {
    if (links.isEmpty() || random.nextInt(4) == 0) {
      addLink();
      return;
    }
    Link link = links.get(random.nextInt(links.size()));
    switch (random.nextInt(3)) {
      case 0 -> {
        links.remove(link);
        known.remove(link);
        known.remove(link.reversed());
      }
      case 1 -> weigh(link);
      default -> {
        if (!known.remove(link.reversed())) {
          known.add(link.reversed());
        }
      }
    }
  }

  private void weigh(Link link) {
    weights.put(link, 1 + random.nextInt(maxWeight));
    weights.put(link.reversed(), 1 + random.nextInt(maxWeight));
  }

  private long anySwitch() {
    return datapathIds[random.nextInt(datapathIds.length)];
  }

  Topology topology() {
    Set<Long> switches = new HashSet<>();
    for (long id : datapathIds) {
      switches.add(id);
    }
    return Topology.of(switches, known, Map.of());
  }

  /** The weights as they are now; later changes do not show. */
  LinkWeights weights() {
    return Map.copyOf(weights)::get;
  }
}
