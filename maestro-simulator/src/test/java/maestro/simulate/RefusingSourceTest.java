package maestro.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusingSourceTest {
  private final EvenSource everyTen = new EvenSource(new long[] {0}, new double[] {1e8}, 0);

  @Test
  void shouldDropWhatComesWhileItIsFullAndTakeWhatComesAfter() {
    RefusingSource source = new RefusingSource(everyTen, 3);
    assertThat(source.arrivedBy(25)).isEqualTo(2);
    assertThat(source.refusedBy(25)).isZero();
    assertThat(source.nextNs()).isEqualTo(30);
    assertThat(source.arrivedBy(55)).as("at 10, 20 and 30").isEqualTo(3);
    assertThat(source.refusedBy(55)).as("at 40 and 50").isEqualTo(2);
    assertThat(source.nextNs()).as("there is no room").isEqualTo(Source.NEVER);
    source.answered(2, 75);
    assertThat(source.nextNs()).as("there is room").isEqualTo(75);
    assertThat(source.arrivedBy(105)).as("at 80 and 90").isEqualTo(5);
    assertThat(source.refusedBy(105)).as("at 60, 70 and 100").isEqualTo(5);
  }

  @Test
  void shouldRefuseNothingWhenThereIsRoomForAll() {
    RefusingSource source = new RefusingSource(everyTen, 10);
    assertThat(source.arrivedBy(100)).isEqualTo(10);
    source.answered(10, 100);
    assertThat(source.arrivedBy(200)).isEqualTo(20);
    assertThat(source.refusedBy(200)).isZero();
  }

  /** However rarely it is asked, it does what one does that goes from request to request. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldDoTheSameHoweverRarelyItIsAsked(long seed) {
    Random random = new Random(seed);
    int capacity = 1 + random.nextInt(20);
    RefusingSource source = new RefusingSource(everyTen, capacity);
    long accepted = 0;
    long answered = 0;
    long nowNs = 0;
    for (int step = 0; step < 2_000; step++) {
      long answers = accepted == answered ? 0 : random.nextInt((int) (accepted - answered)) + 1L;
      long answersNs = nowNs + random.nextInt(100);
      source.answered(answers, answersNs);
      long untilNs = answersNs + random.nextInt(200);
      for (long atNs = nowNs + 1; atNs <= untilNs; atNs++) {
        boolean isAsked = atNs % 10 == 0;
        boolean isAnswered = atNs > answersNs;
        accepted += isAsked && accepted - answered - (isAnswered ? answers : 0) < capacity ? 1 : 0;
      }
      answered += answers;
      nowNs = untilNs;
      assertThat(source.arrivedBy(nowNs)).as("at %d", nowNs).isEqualTo(accepted);
      assertThat(source.refusedBy(nowNs)).as("at %d", nowNs).isEqualTo(nowNs / 10 - accepted);
    }
  }
}
