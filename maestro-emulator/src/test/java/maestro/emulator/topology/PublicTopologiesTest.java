package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads published maps, where they are beside the repository. */
class PublicTopologiesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("maestro.root", "..")).resolve("../shared/topologies").normalize();

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
    "topology_zoo/Kdl.graphml, 754, 895, true"
  })
  void shouldHaveThePublishedCounts(String name, int switches, int links, boolean connected)
      throws Exception {
    SwitchTopology topology = TopologyFile.read(FOLDER.resolve(name), 4);
    assertThat(topology.switchCount()).isEqualTo(switches);
    assertThat(topology.links()).hasSize(links);
    assertThat(topology.isConnected()).isEqualTo(connected);
  }

  @Test
  void shouldReadEveryMap() throws Exception {
    List<Path> maps;
    try (Stream<Path> files = Files.walk(FOLDER)) {
      maps = files.filter(f -> f.toString().matches(".*\\.(graphml|intra|edges)")).toList();
    }
    assertThat(maps).isNotEmpty();
    for (Path map : maps) {
      assertThat(TopologyFile.read(map, 4).links()).as(map.toString()).isNotEmpty();
    }
  }
}
