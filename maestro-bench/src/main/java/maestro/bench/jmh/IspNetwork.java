package maestro.bench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.routing.LinkWeights;
import maestro.emulator.topology.Generators;
import maestro.emulator.topology.TopologyException;

/** The emulator's network of 1347 switches, as discovery would know it. */
final class IspNetwork {
  private static final int SWITCHES = 1347;
  private static final int LINKS = 3927;
  private static final long SEED = 1;
  private static final int MAX_WEIGHT = 20;

  private IspNetwork() {}

  /** Both directions of each link are next to each other. */
  static List<Link> links() {
    try {
      List<Link> links = new ArrayList<>();
      for (var cable : Generators.isp(SWITCHES, LINKS, SEED, 1).links()) {
        Link link =
            new Link(cable.switchA() + 1L, cable.portA(), cable.switchB() + 1L, cable.portB());
        links.add(link);
        links.add(link.reversed());
      }
      return links;
    } catch (TopologyException e) {
      throw new IllegalStateException(e);
    }
  }

  static Topology topology(Collection<Link> links) {
    List<Long> switches = LongStream.rangeClosed(1, SWITCHES).boxed().toList();
    return Topology.of(switches, links, Map.of());
  }

  /** Weights of 1 to 20, the same in both directions and in every run. */
  static LinkWeights weights() {
    return link ->
        1 + Math.floorMod(Long.hashCode((link.from() ^ link.to()) * 0x9e37_79b9L), MAX_WEIGHT);
  }
}
