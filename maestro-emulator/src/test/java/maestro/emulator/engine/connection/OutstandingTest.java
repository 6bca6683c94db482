package maestro.emulator.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.emulator.engine.Plans;
import maestro.emulator.report.ErrorCounts;
import org.junit.jupiter.api.Test;

class OutstandingTest {
  private static final long MOST_BYTES = 256L << 20;
  private static final int WINDOW = 8;
  private static final int PORT = 3;
  private static final int FLOOD = 0xfffffffb;

  private final Outstanding outstanding = new Outstanding(WINDOW, WINDOW, 7);

  @Test
  void shouldKeepAllRingsWithinTheirBoundWhenThereAreManySwitches() {
    for (int switches : new int[] {1, 79, 1347}) {
      int most = Outstanding.mostRequests(switches);
      assertThat((long) switches * most * Outstanding.BYTES_A_REQUEST)
          .isLessThanOrEqualTo(MOST_BYTES);
      assertThat(most).isGreaterThanOrEqualTo(4096);
    }
  }

  @Test
  void shouldHaveRoomForTheLimitOfThePlanWhenThereIsOne() {
    Plans plans = new Plans();
    plans.limitRequests = 64;
    assertThat(Outstanding.of(plans.plan(), 0).roomFor(1000)).isEqualTo(64);
  }

  @Test
  void shouldMatchEveryLateAnswerWhenControllerIsSlow() {
    send(WINDOW);
    outstanding.forgiveLost();
    send(WINDOW);
    outstanding.forgiveLost();
    assertThat(outstanding.room()).as("nothing more until some are answered").isZero();

    answer(1, 2 * WINDOW);
    assertThat(outstanding.rightAnswers()).isEqualTo(2 * WINDOW);
    assertThat(outstanding.warmUpErrors(true)).isEqualTo(ErrorCounts.NONE);
  }

  @Test
  void shouldGoOnSendingWhenAnswersWereLost() {
    for (int round = 0; round < 10; round++) {
      long first = outstanding.head();
      send(outstanding.room());
      answer(first + 1, outstanding.head() - 1);
      outstanding.forgiveLost();
      assertThat(outstanding.room()).isEqualTo(WINDOW);
    }
    assertThat(outstanding.missing()).isEqualTo(10);
    assertThat(outstanding.warmUpErrors(false)).isEqualTo(ErrorCounts.NONE);
  }

  @Test
  void shouldCountFloodedAnswersOfMeasuredTimeOnly() {
    send(2);
    flood(1, 2);
    outstanding.measureFrom(outstanding.head());
    send(2);
    flood(3, 4);
    assertThat(outstanding.flooded()).as("of the rehearsal").isEqualTo(2);
    outstanding.rehearsed();
    send(2);
    outstanding.measureFrom(outstanding.head());
    send(3);
    flood(5, 9);
    assertThat(outstanding.flooded()).isEqualTo(3);
    assertThat(outstanding.rightAnswers()).isEqualTo(9);
  }

  private void flood(long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      outstanding.answer(outstanding.sequence(outstanding.named(sequence)), FLOOD, null);
    }
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      outstanding.plan(outstanding.head() + i, 0, PORT);
    }
    outstanding.sent(count);
  }

  private void answer(long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      outstanding.answer(outstanding.sequence(outstanding.named(sequence)), PORT, null);
    }
  }
}
