package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads published maps, where they are beside the repository or in {@code maestro.topologies}. */
class PublicTopologiesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("maestro.root", ".."))
          .resolve(System.getProperty("maestro.topologies", "../shared/topologies"))
          .normalize();

  @BeforeEach
  void needsTheMaps() {
    assumeTrue(Files.isDirectory(FOLDER), "no public topologies at " + FOLDER);
  }

  @ParameterizedTest
  @CsvSource({
    "exodus-as3967-79.edges, 79, 147, true",
    // Two of the 1347 routers have no link and so are not in a list of links.
    "sprint-as1239-r1-1347.edges, 1345, 3927, false",
    "rocketfuel_weights/3967/weights.intra, 79, 147, true",
    "rocketfuel_weights/3967/latencies.intra, 79, 147, true",
    "topology_zoo/Abilene.graphml, 11, 14, true",
    "topology_zoo/Kdl.graphml, 754, 895, true",
    "topology_zoo/full/Abilene-topohub.json, 11, 14, true"
  })
  void shouldHaveThePublishedCounts(String name, int switches, int links, boolean connected)
      throws Exception {
    SwitchTopology topology = TopologyFile.read(FOLDER.resolve(name), 4);
    assertThat(topology.switchCount()).isEqualTo(switches);
    assertThat(topology.links()).hasSize(links);
    assertThat(topology.isConnected()).isEqualTo(connected);
  }

  /** What a map must have, counted from its document by other means than the reader's. */
  private record Counts(int links, int parallel, int parts) {
    static Counts of(Path map) throws Exception {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      Element root = factory.newDocumentBuilder().parse(map.toFile()).getDocumentElement();
      String kind =
          ((Element) root.getElementsByTagName("graph").item(0)).getAttribute("edgedefault");
      Map<List<String>, Integer> edges = new HashMap<>();
      Map<String, String> parents = new HashMap<>();
      NodeList nodes = root.getElementsByTagName("node");
      for (int i = 0; i < nodes.getLength(); i++) {
        parents.put(((Element) nodes.item(i)).getAttribute("id"), "");
      }
      NodeList all = root.getElementsByTagName("edge");
      for (int i = 0; i < all.getLength(); i++) {
        String a = ((Element) all.item(i)).getAttribute("source");
        String b = ((Element) all.item(i)).getAttribute("target");
        boolean turned = kind.equals("undirected") && a.compareTo(b) > 0;
        if (!a.equals(b)) {
          edges.merge(turned ? List.of(b, a) : List.of(a, b), 1, Integer::sum);
          String rootA = root(parents, a);
          String rootB = root(parents, b);
          if (!rootA.equals(rootB)) {
            parents.put(rootA, rootB);
          }
        }
      }
      Map<Set<String>, Integer> links = new HashMap<>();
      edges.forEach((ends, count) -> links.merge(Set.copyOf(ends), count, Math::max));
      int sum = links.values().stream().mapToInt(n -> n).sum();
      int parts = (int) parents.values().stream().filter(String::isEmpty).count();
      return new Counts(sum, sum - links.size(), parts);
    }

    private static String root(Map<String, String> parents, String node) {
      String here = node;
      while (!parents.get(here).isEmpty()) {
        here = parents.get(here);
      }
      return here;
    }

    static Counts of(SwitchTopology topology) {
      int links = topology.links().size();
      long pairs =
          topology.links().stream().map(l -> List.of(l.switchA(), l.switchB())).distinct().count();
      return new Counts(links, links - (int) pairs, topology.parts().size());
    }
  }

  @Test
  void shouldLoseNoLinkOfAnyMap() throws Exception {
    int parallel = 0;
    for (Path map : maps(".*\\.graphml")) {
      Counts counts = Counts.of(TopologyFile.read(map, 4));
      assertThat(counts).as(map.toString()).isEqualTo(Counts.of(map));
      parallel += counts.parallel();
    }
    assertThat(parallel).isPositive();
  }

  @Test
  void shouldReadEveryMap() throws Exception {
    for (Path map : maps(".*\\.(json|intra|edges)")) {
      assertThat(TopologyFile.read(map, 4).links()).as(map.toString()).isNotEmpty();
    }
  }

  private static List<Path> maps(String names) throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      List<Path> maps = files.filter(f -> f.toString().matches(names)).toList();
      assertThat(maps).isNotEmpty();
      return maps;
    }
  }
}
