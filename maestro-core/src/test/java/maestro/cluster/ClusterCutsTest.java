package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import maestro.config.ClusterConfig.WithoutPeer;
import org.junit.jupiter.api.Test;

/** Cuts between members, as JGroups and TCP answer them, and what they cost the switches. */
class ClusterCutsTest {
  private static final int SWITCHES = 8;
  private static final int CONTESTED = 50;
  private static final long SEEDS = Long.getLong("maestro.cluster.seeds", 200);
  private static final String[][] KINDS = {
    {"a", "b", "c"}, {"a", "b", "w!"}, {"a", "b", "c", "d", "e"}
  };

  private static void forAllSeeds(LongConsumer run) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        run.accept(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /** Members of a kind in one view, of which one serves all, or with spread each some. */
  private static final class Running {
    final VirtualCluster cluster;
    final List<String> inView;
    final String active;
    final List<Integer> before;

    /** Whether one is active, and a third may serve, too. */
    final boolean hasThird;

    Running(long seed) {
      String[] names = KINDS[(int) (seed % KINDS.length)];
      boolean isSpread = seed % 5 == 0;
      cluster = new VirtualCluster(seed, WithoutPeer.SERVE, isSpread, names);
      inView = new ArrayList<>(cluster.members.keySet());
      Collections.shuffle(inView, cluster.random);
      view(inView);
      cluster.addSwitches(SWITCHES);
      cluster.pass(5_000);
      List<String> able = List.of(names).stream().filter(each -> !each.endsWith("!")).toList();
      active = able.get(cluster.random.nextInt(able.size()));
      hasThird = able.size() > 2 && !isSpread;
      if (!isSpread) {
        assertThat(cluster.move(inView.get(0), active)).isEmpty();
        cluster.pass(1_000);
        assertThat(cluster.settledMasters()).containsOnly(active);
      }
      before = cluster.changes();
    }

    void view(List<String> names) {
      cluster.view(names.toArray(String[]::new));
    }

    List<String> without(String name) {
      return inView.stream().filter(each -> !each.equals(name)).toList();
    }

    /** Any but the coordinator. */
    String another() {
      return inView.get(1 + cluster.random.nextInt(inView.size() - 1));
    }

    void cut(String from, String to) {
      cluster.cut.add(from + ">" + to);
    }

    /** How often each switch has moved since the start. */
    List<Integer> moves() {
      List<Integer> moves = new ArrayList<>(cluster.changes());
      for (int i = 0; i < moves.size(); i++) {
        moves.set(i, moves.get(i) - before.get(i));
      }
      return moves;
    }

    boolean isOneView() {
      long view = cluster.status(inView.get(0)).view();
      return inView.stream()
          .map(cluster::status)
          .allMatch(
              each ->
                  each.view() == view
                      && each.members().stream().allMatch(ClusterStatus.MemberStatus::isPresent));
    }
  }

  @Test
  void shouldBeInOneViewFiveSecondsAfterTheHealWhenOneDidNotHearTheCoordinator() {
    forAllSeeds(
        seed -> {
          Running running = new Running(seed);
          VirtualCluster cluster = running.cluster;
          String deaf = running.another();
          running.cut(running.inView.get(0), deaf);
          boolean isDropped = cluster.chance(50);
          cluster.pass(700);
          if (isDropped) { // the deaf one does not learn of it
            running.view(running.without(deaf));
          }
          cluster.pass(6_300);
          cluster.cut.clear();
          cluster.pass(5_000);

          assertThat(running.isOneView()).as("one view").isTrue();
          cluster.settledMasters();
          assertThat(running.moves()).allMatch(each -> each <= (isDropped ? 1 : 0));
        });
  }

  @Test
  void shouldMoveNoSwitchTwiceWhenTheLinkBetweenTwoMembersIsCut() {
    forAllSeeds(
        seed -> {
          Running running = new Running(seed);
          VirtualCluster cluster = running.cluster;
          String one = running.inView.get(0);
          // The first two found views of their own; what a third takes does not move again.
          boolean isLong = running.hasThird && cluster.chance(50);
          String other = isLong ? running.inView.get(1) : running.another();
          running.cut(one, other);
          running.cut(other, one);
          cluster.pass(700);
          boolean isFirst = cluster.chance(50);
          for (long end = cluster.nowNs + (isLong ? 30_000 : 7_000) * VirtualGroup.MS;
              cluster.nowNs < end; ) {
            String missing = isFirst ? other : one; // the rest is in the views of both in turn
            List<String> seen = new ArrayList<>(running.without(missing));
            seen.remove(isFirst ? one : other);
            seen.add(0, isFirst ? one : other);
            running.view(seen);
            if (cluster.chance(50)) {
              running.view(List.of(missing));
            }
            cluster.pass(100 + cluster.random.nextInt(isLong ? 10_000 : 2_500));
            isFirst = !isFirst;
          }
          cluster.cut.clear();
          running.view(running.inView);
          cluster.pass(5_000);

          cluster.settledMasters();
          assertThat(running.moves()).allMatch(each -> each <= 1);
        });
  }

  @Test
  void shouldEndWithOneMasterWhenTwoMembersClaimASwitchAtOnce() {
    forAllSeeds(
        seed -> {
          VirtualCluster cluster = new VirtualCluster(seed, WithoutPeer.SERVE, false, "a", "b");
          cluster.view("a");
          cluster.view("b");
          cluster.pass(2_500);
          cluster.addSwitches(CONTESTED);
          cluster.pass(5_000);

          assertThat(cluster.claims).isGreaterThan(CONTESTED * 3 / 2); // most are claimed by both
          cluster.settledMasters();
          assertThat(cluster.changes()).allMatch(each -> each <= 2);
          cluster.claims = 0;
          cluster.pass(20_000);
          assertThat(cluster.claims).isZero();
        });
  }
}
