package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import maestro.api.RequestStage;
import maestro.net.session.RecordingRoles;
import maestro.net.session.Role;
import maestro.net.session.Session;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two controllers at one switch are ordered to and fro, while their messages are on the way for as
 * long as chance has it. More seeds: {@code -Dmaestro.roles.seeds=1000}.
 *
 * <ol>
 *   <li>No two reigns of a master have the same generation, and none is older than the last one.
 *   <li>A controller that is not to use the switch, by what it has read, writes nothing.
 *   <li>A controller that takes itself for the master is it, or the switch has told it otherwise.
 *   <li>In the end nobody asks any more, and each knows the role that it has. When both were
 *       ordered to be master, one of them is it.
 * </ol>
 */
class SessionRoleSeedsTest {
  private static final int STEPS = 120;

  /** More than two controllers need to come to rest; two that fight need more than any number. */
  private static final int MOST_AT_REST = 300;

  private static final Map<Integer, Role> ROLES =
      Map.of(
          RoleMessages.EQUAL, Role.EQUAL,
          RoleMessages.MASTER, Role.MASTER,
          RoleMessages.SLAVE, Role.STANDBY);

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("maestro.roles.seeds", 25));
  }

  private static Rig rig(Random random, int number) {
    Role first = random.nextBoolean() ? Role.MASTER : Role.STANDBY;
    return Rig.setup()
        .roles(new RecordingRoles(first, number))
        .stage((RequestStage) (request, output) -> output.flood(request))
        .start();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveOneMasterWhateverIsOrderedAndWhenItArrives(long seed) {
    Random random = new Random(seed);
    try (Rig one = rig(random, 1);
        Rig other = rig(random, 2)) {
      SharedSwitch shared = new SharedSwitch();
      List<SharedSwitch.Line> lines = List.of(shared.connect(one), shared.connect(other));
      int[] writes = {0, 0};
      for (int step = 0; step < STEPS; step++) {
        SharedSwitch.Line line = lines.get(random.nextInt(2));
        step(random, shared, line);
        check(lines, writes);
      }
      for (SharedSwitch.Line line : lines) {
        line.session().want(Role.MASTER);
        line.settle();
      }
      comeToRest(random, lines, writes);
      assertThat(lines).filteredOn(each -> each.role() == RoleMessages.MASTER).hasSize(1);
      for (SharedSwitch.Line line : lines) {
        assertThat(line.session().role()).isEqualTo(ROLES.get(line.role())); // 4
        assertThat(line.session().isReady()).isEqualTo(line.role() != RoleMessages.SLAVE);
      }
      for (int i = 1; i < shared.reigns.size(); i++) {
        assertThat(shared.reigns.get(i) - shared.reigns.get(i - 1)).isPositive(); // 1
      }
    }
  }

  private static void step(Random random, SharedSwitch shared, SharedSwitch.Line line) {
    switch (random.nextInt(8)) {
      case 0 -> {
        int which = random.nextInt(5);
        line.session().want(which == 0 ? Role.EQUAL : which < 3 ? Role.STANDBY : Role.MASTER);
        line.settle();
      }
      case 1 -> shared.packetIn();
      case 2, 3, 4 -> line.arriveAtSwitch();
      default -> line.arriveAtController();
    }
  }

  private static void comeToRest(Random random, List<SharedSwitch.Line> lines, int[] writes) {
    for (int left = MOST_AT_REST; lines.stream().anyMatch(SharedSwitch.Line::hasMessages); left--) {
      assertThat(left).as("messages until nobody asks any more").isPositive();
      SharedSwitch.Line line = lines.get(random.nextInt(2));
      line.arriveAtSwitch();
      check(lines, writes);
      line.arriveAtController();
      check(lines, writes);
    }
  }

  private static void check(List<SharedSwitch.Line> lines, int[] writes) {
    for (int i = 0; i < lines.size(); i++) {
      SharedSwitch.Line line = lines.get(i);
      Session session = line.session();
      if (!session.isReady() && session.isEstablished()) {
        assertThat(line.sentWrites).as("writes of controller %d", i).isEqualTo(writes[i]); // 2
      }
      writes[i] = line.sentWrites;
      if (session.role() == Role.MASTER && line.role() == RoleMessages.SLAVE) {
        assertThat(line.willHear()).as("controller %d will hear of it", i).isTrue(); // 3
      }
    }
  }
}
