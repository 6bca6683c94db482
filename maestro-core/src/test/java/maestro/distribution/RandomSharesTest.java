package maestro.distribution;

import static maestro.distribution.FairShareWorker.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What those get that always ask for more, beside light members: a share by weight, whatever their
 * sockets hold and whatever their requests cost. The loads are drawn by chance.
 */
class RandomSharesTest {
  private static final int SEEDS = 100;

  static LongStream seeds() {
    return LongStream.range(0, SEEDS);
  }

  /** A member whose socket holds so many requests, and is full again some time after a visit. */
  private static final class Heavy {
    final FakeMember member;
    private final int socketRequests;
    private final long refillNs;
    private long refilledNs;

    Heavy(FakeMember member, int socketRequests, long refillNs) {
      this.member = member;
      this.socketRequests = socketRequests;
      this.refillNs = refillNs;
    }

    void fill(long nowNs) {
      if (!member.hasInput() && nowNs >= refilledNs) {
        member.arrived = member.handled + socketRequests;
      }
    }

    void wasServed(long nowNs) {
      refilledNs = nowNs + refillNs;
    }

    /** The most requests that it can have in so much time. */
    double mostIn(double ns, long visitNs, long requestNs) {
      return ns * socketRequests / (refillNs + visitNs + socketRequests * requestNs);
    }
  }

  private final FairShareWorker worker = new FairShareWorker();
  private final List<Heavy> heavy = new ArrayList<>();

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldShareByWeight(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    worker.visitNs = random.nextLong(3_000, 30_000);
    worker.requestNs = random.nextLong(50, 1_000);
    worker.hogs(random.nextInt(5, 60));
    worker.askers(random.nextInt(0, 120), random.nextLong(20_000, 2_000_000));
    if (random.nextInt(3) == 0) {
      worker.dear = worker.hogs.get(random.nextInt(worker.hogs.size()));
      worker.dearRequestNs = random.nextLong(1_000, 100_000);
    }
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      heavy.add(
          new Heavy(
              worker.join(random.nextInt(1, 4)),
              random.nextInt(100, 2_000),
              random.nextLong(10_000, 200_000)));
    }
    pass(2 * SECOND_NS);
    long[] hogsBefore = worker.hogs.stream().mapToLong(hog -> hog.handled).toArray();
    long[] before = heavy.stream().mapToLong(each -> each.member.handled).toArray();
    pass(8 * SECOND_NS);
    double share = worker.hogs.get(0).handled - hogsBefore[0];
    for (int i = 1; i < hogsBefore.length; i++) {
      assertThat((worker.hogs.get(i).handled - hogsBefore[i]) / share)
          .as("share of hog %s of %s", i, hogsBefore.length)
          .isBetween(worker.dear == null ? 0.98 : 0.85, worker.dear == null ? 1.02 : 1.15);
    }
    for (int i = 0; i < before.length; i++) {
      FakeMember member = heavy.get(i).member;
      double most = heavy.get(i).mostIn(8.0 * SECOND_NS, worker.visitNs, worker.requestNs);
      if (most < 2 * share * member.weight()) {
        continue; // it hardly asks for its share
      }
      assertThat((member.handled - before[i]) / share / member.weight())
          .as("share of one of weight %s", member.weight())
          .isBetween(0.85, 1.06);
    }
  }

  private void pass(long ns) {
    long endNs = worker.nowNs() + ns;
    while (worker.nowNs() < endNs) {
      for (Heavy each : heavy) {
        each.fill(worker.nowNs());
      }
      long[] handled = heavy.stream().mapToLong(each -> each.member.handled).toArray();
      worker.visit();
      for (int i = 0; i < handled.length; i++) {
        if (heavy.get(i).member.handled != handled[i]) {
          heavy.get(i).wasServed(worker.nowNs());
        }
      }
    }
  }
}
