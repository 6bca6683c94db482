package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.api.Vlans;
import maestro.config.Ordering;
import maestro.config.RequestScope;
import maestro.config.Sequence;
import maestro.openflow.entry.MatchFields;
import org.junit.jupiter.api.Test;

/** Which sequence has a request, by what each says that it takes. */
class SequenceChoiceTest {
  private static final int CASES = 300;
  private static final int REQUESTS = 100;
  private static final int ROUNDS = 200_000;

  private final Random random = new Random(47);

  private static Sequence sequence(RequestScope when) {
    Sequence plain = Sequence.onFlowRequest("s", List.of("a"));
    return new Sequence(
        "s" + when,
        plain.triggers(),
        plain.everyNs(),
        List.of(),
        List.of(),
        List.of(),
        Ordering.STRICT,
        when,
        plain.run());
  }

  private Set<Long> someSwitches() {
    Set<Long> ids = new HashSet<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      ids.add(1L + random.nextInt(4));
    }
    return ids;
  }

  private RequestScope someScope() {
    Map<Long, Set<Integer>> ports = new HashMap<>();
    for (long id : someSwitches()) {
      ports.put(id, Set.of(1 + random.nextInt(3), -2));
    }
    Set<Integer> vlans = new HashSet<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      vlans.add(1 + random.nextInt(4) * 1364);
    }
    return new RequestScope(someSwitches(), ports, vlans);
  }

  /** As it is written in the documentation. */
  private static boolean takes(RequestScope scope, long datapathId, int port, int vlan) {
    boolean isHere =
        scope.isAnywhere()
            || scope.switches().contains(datapathId)
            || scope.ports().getOrDefault(datapathId, Set.of()).contains(port);
    return isHere && (scope.vlans().isEmpty() || scope.vlans().contains(vlan));
  }

  private boolean areApart(RequestScope scope, List<Sequence> others) {
    for (Sequence each : others) {
      for (long id = 1; id <= 4; id++) {
        for (int port : new int[] {1, 2, 3, -2}) {
          for (int vlan : new int[] {-1, 1, 1365, 2729, 4093}) {
            if (takes(scope, id, port, vlan) && takes(each.when(), id, port, vlan)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  @Test
  void shouldGiveEachRequestToTheSequenceThatTakesIt() {
    int divided = 0;
    for (int i = 0; i < CASES; i++) {
      List<Sequence> all = new ArrayList<>();
      for (int tries = 0; tries < 8; tries++) {
        RequestScope scope = someScope();
        if (!scope.isRest() && areApart(scope, all)) {
          all.add(sequence(scope));
        }
      }
      boolean hasRest = random.nextBoolean() || all.isEmpty();
      int rest = hasRest ? random.nextInt(all.size() + 1) : SequenceChoice.NONE;
      if (hasRest) {
        all.add(rest, sequence(RequestScope.REST));
      }
      divided += all.size() > 2 ? 1 : 0;
      SequenceChoice choice = new SequenceChoice(all, Vlans.NONE);
      for (int j = 0; j < REQUESTS; j++) {
        long id = 1L + random.nextInt(5);
        int port = random.nextInt(4) == 0 ? -2 : 1 + random.nextInt(4);
        int vlan = random.nextInt(3) == 0 ? Vlans.UNTAGGED : 1 + random.nextInt(4) * 1364;
        int expected = rest;
        for (int s = 0; s < all.size(); s++) {
          RequestScope when = all.get(s).when();
          expected = !when.isRest() && takes(when, id, port, vlan) ? s : expected;
        }
        assertThat(choice.of(id, port, vlan))
            .as("switch %d, port %d, VLAN %d of %s", id, port, vlan, all)
            .isEqualTo(expected);
      }
    }
    assertThat(divided).isGreaterThan(CASES / 10);
  }

  @Test
  void shouldNameTheFieldsByWhichRequestsAreDivided() {
    Sequence rest = sequence(RequestScope.REST);
    Sequence bySwitch = sequence(new RequestScope(Set.of(1L), Map.of(), Set.of()));
    Sequence byPort = sequence(new RequestScope(Set.of(), Map.of(1L, Set.of(2)), Set.of()));
    Sequence byVlan = sequence(new RequestScope(Set.of(), Map.of(), Set.of(10)));
    Vlans access = Vlans.builder().access(1, 2, 10).build();
    assertThat(new SequenceChoice(List.of(bySwitch, rest), access).fields()).isZero();
    assertThat(new SequenceChoice(List.of(byPort, rest), Vlans.NONE).fields())
        .isEqualTo(MatchFields.IN_PORT);
    assertThat(new SequenceChoice(List.of(byVlan, rest), Vlans.NONE).fields())
        .isEqualTo(MatchFields.VLAN);
    assertThat(new SequenceChoice(List.of(byVlan, rest), access).fields())
        .isEqualTo(MatchFields.VLAN | MatchFields.IN_PORT);
  }

  @Test
  void shouldAllocateNothingForARequest() {
    List<Sequence> all =
        List.of(
            sequence(
                new RequestScope(Set.of(1L << 40), Map.of(7L << 40, Set.of(70_000)), Set.of())),
            sequence(RequestScope.REST));
    SequenceChoice choice = new SequenceChoice(all, Vlans.NONE);
    long chosen = choose(choice);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    chosen += choose(choice);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(ROUNDS / 10);
    assertThat(chosen).isEqualTo(2L * (ROUNDS - ROUNDS / 8 - ROUNDS / 64));
  }

  private static long choose(SequenceChoice choice) {
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += choice.of((long) (i & 7) << 40, 70_000 + (i >> 3 & 7), 10);
    }
    return sum;
  }
}
