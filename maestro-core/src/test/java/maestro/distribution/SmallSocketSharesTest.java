package maestro.distribution;

import static maestro.distribution.FairShareWorker.QUANTUM;
import static maestro.distribution.FairShareWorker.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What share fair-share gives to a switch that would ask for more than it gets, but has few
 * requests outstanding at a time, since its socket or its window is small. Light members wait
 * beside it ({@link VisitBudget}).
 */
class SmallSocketSharesTest {
  private final FairShareWorker worker = new FairShareWorker();

  @ParameterizedTest
  @ValueSource(longs = {100, 1_000})
  void shouldGiveItsShareToOneWithFewRequestsAtATime(long ns) {
    worker.requestNs = ns;
    worker.hogs(1);
    worker.askers(77, 500_000); // their visits cost more than the part
    FakeMember windowed = worker.join();
    assertThat(shareOf(windowed, timeNs -> passWith(windowed, 250, timeNs))).isGreaterThan(0.9);
  }

  @Test
  void shouldGiveItsShareToAHeavyOneWhoseSocketIsNearlyEmptyForAMoment() {
    worker.visitNs = 10_000;
    worker.hogs(40);
    worker.askers(1_000, 2_000_000); // they wait for 0.1 s
    worker.pass(SECOND_NS);
    FakeMember heavy = worker.join();
    worker.hogs.add(heavy);
    heavy.arrived = 1;
    long before = 0;
    long hogBefore = 0;
    long fullNs = 0;
    long halfNs = worker.nowNs() + SECOND_NS;
    for (long endNs = halfNs + SECOND_NS; worker.nowNs() < endNs; worker.visit()) {
      if (!heavy.hasInput()) {
        heavy.arrived += 20;
        fullNs = worker.nowNs() + 1_000_000;
      }
      if (worker.nowNs() >= fullNs) {
        heavy.arrived += 3 * QUANTUM;
        fullNs = Long.MAX_VALUE;
      }
      if (worker.nowNs() < halfNs) {
        before = heavy.handled;
        hogBefore = worker.hogs.get(0).handled;
      }
    }
    assertThat((double) (heavy.handled - before))
        .isGreaterThan(0.6 * (worker.hogs.get(0).handled - hogBefore));
  }

  @ParameterizedTest
  @CsvSource({
    "20, 2, 600",
    "20, 4, 600",
    "20, 10, 600",
    "100, 2, 600",
    "100, 4, 600",
    "100, 10, 600"
  })
  void shouldGiveItsShareByWeightToAHeavyOneWithASmallSocket(
      int hogs, int weight, int socketRequests) {
    worker.hogs(hogs);
    worker.askers(50, 20_000);
    FakeMember narrow = worker.join(weight);
    assertThat(shareOf(narrow, timeNs -> passWithSocketOf(narrow, socketRequests, timeNs)))
        .isGreaterThan(0.85 * weight);
  }

  /** However long waits are beside rounds, and whether its rate is known before. */
  @ParameterizedTest
  @CsvSource({
    "20, 60",
    "20, 150",
    "20, 250",
    "20, 390",
    "100, 60",
    "100, 150",
    "100, 250",
    "100, 390"
  })
  void shouldGiveItsShareToOneWhoseSocketHoldsLessThanHalfAQuantum(int hogs, int socketRequests) {
    worker.visitNs = 5_000;
    worker.hogs(hogs);
    worker.askers(200, 20_000);
    FakeMember narrow = worker.join();
    worker.pass(SECOND_NS);
    assertThat(shareOf(narrow, timeNs -> passWithSocketOf(narrow, socketRequests, timeNs)))
        .isGreaterThan(0.9);
  }

  @Test
  void shouldGoOnWithATrialWhenAVisitBringsNoRequest() {
    worker.hogs(1);
    worker.askers(77, 500_000);
    FakeMember windowed = worker.join();
    passWith(windowed, 250, SECOND_NS);
    assertThat(
            shareOf(
                windowed,
                timeNs -> {
                  long endNs = worker.nowNs() + timeNs;
                  while (worker.nowNs() < endNs) {
                    windowed.arrived = windowed.handled; // half a message
                    worker.ready(windowed);
                    worker.visit();
                    passWith(windowed, 250, 1_000_000);
                  }
                }))
        .isGreaterThan(0.9);
  }

  @ParameterizedTest
  @CsvSource({"20, 430", "20, 600", "20, 780", "100, 430", "100, 600", "100, 780"})
  void shouldGiveItsShareToAHeavyOneWhoseSocketHoldsLessThanAQuantum(int hogs, int socketRequests) {
    worker.hogs(hogs); // with 20 of them a round is shorter than a wait for the budget
    worker.askers(50, 20_000); // their visits cost more than the part
    FakeMember narrow = worker.join();
    assertThat(shareOf(narrow, timeNs -> passWithSocketOf(narrow, socketRequests, timeNs)))
        .isGreaterThan(0.99);
  }

  /** What the member gets of what a hog gets, once it is known; time passes by so many ns. */
  private double shareOf(FakeMember member, LongConsumer pass) {
    FakeMember hog = worker.hogs.get(0);
    pass.accept(SECOND_NS);
    long hogBefore = hog.handled;
    long before = member.handled;
    pass.accept(2 * SECOND_NS);
    return (double) (member.handled - before) / (hog.handled - hogBefore);
  }

  /** Time passes; the socket of the member is full again a moment after it was read. */
  private void passWithSocketOf(FakeMember narrow, int socketRequests, long ns) {
    long endNs = worker.nowNs() + ns;
    long refilledNs = worker.nowNs();
    while (worker.nowNs() < endNs) {
      if (worker.nowNs() >= refilledNs) {
        narrow.arrived = narrow.handled + socketRequests;
      }
      long before = narrow.handled;
      worker.visit();
      if (narrow.handled != before) {
        refilledNs = worker.nowNs() + 200_000;
      }
    }
  }

  /** Time passes; the member has so many requests outstanding again after each visit. */
  private void passWith(FakeMember windowed, long outstanding, long ns) {
    long endNs = worker.nowNs() + ns;
    while (worker.nowNs() < endNs) {
      windowed.arrived = windowed.handled + outstanding;
      worker.visit();
    }
  }
}
