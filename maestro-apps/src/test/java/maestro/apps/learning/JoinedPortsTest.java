package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import maestro.api.topology.Topology.Port;
import maestro.apps.discovery.DisjointGroups;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JoinedPortsTest {
  private static final int SWITCHES = 6;

  private final JoinedPorts joined = new JoinedPorts();

  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("maestro.seeds", 60));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldLeaveOneWayBetweenAllThatAreConnected(int seed) {
    Random random = new Random(seed);
    int[] lastPorts = new int[SWITCHES + 1];
    List<List<Port>> segments = new ArrayList<>();
    Set<Port> closed = Set.of();
    for (int step = 0; step < 20; step++) {
      if (!segments.isEmpty() && random.nextInt(3) == 0) {
        List<Port> segment = segments.remove(random.nextInt(segments.size()));
        segment.forEach(joined::remove);
      } else {
        List<Port> segment = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
          int datapathId = 1 + random.nextInt(SWITCHES);
          segment.add(new Port(datapathId, ++lastPorts[datapathId]));
        }
        join(segment, random.nextBoolean());
        segments.add(segment);
      }
      Set<Port> closing = joined.closing(closed).keySet();
      assertThatIsForest(segments, closing, "seed " + seed + " step " + step);
      assertThat(joined.closing(closing).keySet()).as("nothing has changed").isEqualTo(closing);
      closed = closing;
    }
  }

  /** Each of the ports hears the one before. */
  private void join(List<Port> segment, boolean isDirect) {
    for (int i = 1; i < segment.size(); i++) {
      joined.heard(segment.get(i - 1), segment.get(i), isDirect, 1);
    }
  }

  private static void assertThatIsForest(
      List<List<Port>> segments, Set<Port> closed, String description) {
    DisjointGroups<Object> all = new DisjointGroups<>();
    DisjointGroups<Object> open = new DisjointGroups<>();
    for (List<Port> segment : segments) {
      for (Port port : segment) {
        all.join(port.datapathId(), segment);
        if (!closed.contains(port)) {
          assertThat(open.join(port.datapathId(), segment))
              .as("%s: %s closes a loop", description, port)
              .isTrue();
        }
      }
    }
    for (long one = 1; one <= SWITCHES; one++) {
      for (long other = 1; other <= SWITCHES; other++) {
        boolean areConnected = all.of(one).equals(all.of(other));
        assertThat(open.of(one).equals(open.of(other)))
            .as("%s: %s and %s are connected", description, one, other)
            .isEqualTo(areConnected);
      }
    }
  }

  @Test
  void shouldLeaveTheHostsOfASegmentAWay() {
    join(List.of(new Port(1, 1), new Port(2, 1)), true);
    join(List.of(new Port(1, 2), new Port(2, 2)), false);
    assertThat(joined.closing(Set.of()).keySet()).containsExactly(new Port(2, 2));
  }

  @Test
  void shouldCloseBothEndsOfACable() {
    join(List.of(new Port(1, 1), new Port(2, 1)), true);
    join(List.of(new Port(1, 2), new Port(2, 2)), true);
    assertThat(joined.closing(Set.of()).keySet())
        .containsExactlyInAnyOrder(new Port(1, 2), new Port(2, 2));
  }

  @Test
  void shouldCloseTheNewOneWhenOthersAreOpen() {
    join(List.of(new Port(1, 2), new Port(2, 2)), false);
    Set<Port> before = joined.closing(Set.of()).keySet();
    assertThat(before).isEmpty();
    join(List.of(new Port(1, 1), new Port(1, 3)), false);
    assertThat(joined.closing(before).keySet()).containsExactly(new Port(1, 3));
  }

  @Test
  void shouldForgetWhatIsNotHeardAnyMore() {
    Set<Long> connected = new HashSet<>(Set.of(1L, 2L));
    join(List.of(new Port(1, 1), new Port(2, 1)), false);
    join(List.of(new Port(1, 2), new Port(2, 2)), false);
    long lost = 1 + JoinedPorts.LOST_ROUNDS;
    joined.forget(lost, connected::contains);
    assertThat(joined.closing(Set.of())).hasSize(1);
    connected.remove(2L);
    joined.forget(lost + 1, connected::contains);
    assertThat(joined.closing(Set.of())).as("a switch is away").hasSize(1);
    connected.add(2L);
    joined.forget(lost + 1, connected::contains);
    assertThat(joined.closing(Set.of())).isEmpty();
  }

  @Test
  void shouldIgnoreAReflectedProbe() {
    assertThat(joined.heard(new Port(1, 1), new Port(1, 1), false, 1)).isFalse();
    assertThat(joined.closing(Set.of())).isEmpty();
  }
}
