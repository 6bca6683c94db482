package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import maestro.emulator.topology.SwitchTopology.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorsTest {
  @Test
  void shouldLinkNeighboursWhenLinear() throws Exception {
    SwitchTopology line = Generators.linear(3, 2);
    assertThat(line.links()).containsExactly(new Link(0, 1, 1, 1), new Link(1, 2, 2, 1));
    assertThat(line.degrees()).containsExactly(1, 2, 1);
    assertThat(line.name(2)).isEqualTo("3");
  }

  @Test
  void shouldTellWherePortsLead() throws Exception {
    SwitchTopology line = Generators.linear(3, 2);
    assertThat(line.neighbor(1, 1)).isEqualTo(0);
    assertThat(line.neighbor(1, 2)).isEqualTo(2);
    assertThat(line.neighborPort(1, 2)).isEqualTo(1);
    assertThat(line.firstHostPort(1)).isEqualTo(3);
    assertThat(line.neighbor(1, 3)).isEqualTo(SwitchTopology.HOSTS);
    assertThat(line.neighborPort(1, 4)).isEqualTo(SwitchTopology.HOSTS);
    assertThat(line.portCount(1)).isEqualTo(4);
    assertThatThrownBy(() -> line.neighbor(1, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> line.neighbor(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldHaveNoLinksWhenUnlinked() throws Exception {
    SwitchTopology topology = Generators.unlinked(5, 4);
    assertThat(topology.links()).isEmpty();
    assertThat(topology.isConnected()).isFalse();
    assertThat(topology.firstHostPort(4)).isEqualTo(1);
  }

  @Test
  void shouldGiveEverySwitchTwoLinksWhenRing() throws Exception {
    SwitchTopology ring = Generators.ring(7, 1);
    assertThat(ring.degrees()).containsOnly(2);
    assertThat(ring.links()).hasSize(7);
    assertWellFormed(ring);
  }

  @ParameterizedTest
  @CsvSource({"9, 18", "12, 24", "100, 200", "21, 42"})
  void shouldGiveEverySwitchFourLinksWhenTorus(int switchCount, int linkCount) throws Exception {
    SwitchTopology torus = Generators.torus(switchCount, 1);
    assertThat(torus.degrees()).containsOnly(4);
    assertThat(torus.links()).hasSize(linkCount);
    assertWellFormed(torus);
  }

  @Test
  void shouldHaveThreeLayersWhenFatTree() throws Exception {
    SwitchTopology tree = Generators.fatTree(20, 2);
    // k = 4: 4 core switches with a link to each of 4 pods; aggregation 2 up, 2 down; edge 2 up.
    assertThat(Arrays.copyOf(tree.degrees(), 4)).containsOnly(4);
    assertThat(Arrays.copyOfRange(tree.degrees(), 4, 8)).containsExactly(4, 4, 2, 2);
    assertThat(tree.links()).hasSize(32);
    assertWellFormed(tree);
    assertThat(Generators.fatTree(5, 1).links()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"79, 147", "1347, 3927", "2, 1", "5, 10", "30, 435"})
  void shouldHaveExactCountsWhenIsp(int switchCount, int linkCount) throws Exception {
    SwitchTopology isp = Generators.isp(switchCount, linkCount, 1, 4);
    assertThat(isp.switchCount()).isEqualTo(switchCount);
    assertThat(isp.links()).hasSize(linkCount);
    assertWellFormed(isp);
  }

  @Test
  void shouldHaveFewHubsAndManyLeavesWhenIsp() throws Exception {
    int[] degrees = Generators.isp(1347, 3927, 1, 4).degrees();
    Arrays.sort(degrees);
    double mean = 2.0 * 3927 / 1347;
    assertThat(degrees[1346]).isGreaterThan((int) (10 * mean));
    assertThat(degrees[1347 / 2]).isLessThan((int) mean);
  }

  @Test
  void shouldRepeatItselfWhenSeedIsTheSame() throws Exception {
    assertThat(Generators.isp(79, 147, 5, 4).links())
        .isEqualTo(Generators.isp(79, 147, 5, 4).links())
        .isNotEqualTo(Generators.isp(79, 147, 6, 4).links());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 7, 10, 13})
  void shouldRefuseTorusWhenCountIsNoProduct(int switchCount) {
    assertThatThrownBy(() -> Generators.torus(switchCount, 1))
        .hasMessageStartingWith("found " + switchCount + " switches; allowed: in a torus");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 11, 21, 100})
  void shouldRefuseFatTreeWhenCountDoesNotFit(int switchCount) {
    assertThatThrownBy(() -> Generators.fatTree(switchCount, 1))
        .hasMessageContaining("5, 20, 45, 80");
  }

  @Test
  void shouldRefuseWhenCountsDoNotFit() {
    assertThatThrownBy(() -> Generators.ring(2, 1)).hasMessageContaining("at least 3");
    assertThatThrownBy(() -> Generators.isp(1, 0, 1, 1)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> Generators.isp(10, 8, 1, 1))
        .hasMessage("found 8 links; allowed: with 10 switches from 9 to 45");
    assertThatThrownBy(() -> Generators.isp(10, 46, 1, 1)).hasMessageContaining("from 9 to 45");
    assertThatThrownBy(() -> Generators.linear(3, SwitchTopology.MAX_PORTS))
        .hasMessageContaining("allowed: " + SwitchTopology.MAX_PORTS + " in all");
  }

  private static void assertWellFormed(SwitchTopology topology) {
    assertThat(topology.isConnected()).isTrue();
    assertThat(topology.links()).doesNotHaveDuplicates();
    for (Link link : topology.links()) {
      assertThat(topology.neighbor(link.switchA(), link.portA())).isEqualTo(link.switchB());
      assertThat(topology.neighborPort(link.switchA(), link.portA())).isEqualTo(link.portB());
      assertThat(topology.neighbor(link.switchB(), link.portB())).isEqualTo(link.switchA());
      assertThat(topology.neighborPort(link.switchB(), link.portB())).isEqualTo(link.portA());
    }
    assertThat(Arrays.stream(topology.degrees()).sum()).isEqualTo(2 * topology.links().size());
  }
}
