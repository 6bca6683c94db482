package maestro.network.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order and the content of what arrives, beside a queue of the JDK. */
class FramesInFlightTest {
  /** A frame that was added. */
  private record Added(int offsetNs, int number) {}

  @Test
  void shouldGiveFramesInTheOrderOfTheirTimesAndThenOfTheirSending() {
    Random random = new Random(1);
    FramesInFlight frames = new FramesInFlight();
    Queue<Added> expected =
        new PriorityQueue<>(Comparator.comparingLong(Added::offsetNs).thenComparing(Added::number));
    ByteBuffer bytes = ByteBuffer.allocate(1500);
    int number = 0;
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(100) < 52) {
        int offsetNs = random.nextInt(100) - 50; // around the end of a long
        add(frames, bytes, offsetNs, number, 14 + random.nextInt(1400));
        expected.add(new Added(offsetNs, number++));
      } else if (frames.count() > 0) {
        assertThat(frames.firstArrivalNs())
            .isEqualTo(Long.MAX_VALUE + expected.element().offsetNs());
        int slot = frames.take();
        int offsetNs = random.nextInt(100) - 50;
        add(frames, bytes, offsetNs, number, 700); // while the one that was taken is read
        ByteBuffer taken = frames.frame(slot);
        int first = expected.remove().number();
        assertThat(taken.getInt(0)).isEqualTo(first);
        assertThat(taken.getInt(frames.lengthBytes(slot) - 4)).isEqualTo(first);
        assertThat(frames.link(slot)).isEqualTo(first);
        expected.add(new Added(offsetNs, number++));
      }
      assertThat(frames.count()).isEqualTo(expected.size());
    }
    assertThat(frames.count()).isGreaterThan(5_000);
  }

  private static void add(
      FramesInFlight frames, ByteBuffer bytes, int offsetNs, int number, int lengthBytes) {
    bytes.putInt(0, number).putInt(lengthBytes - 4, number);
    frames.add(number, Long.MAX_VALUE + offsetNs, bytes, 0, lengthBytes);
  }

  @Test
  void shouldRememberTheSwitchesThatAFrameHasPassed() {
    FramesInFlight frames = new FramesInFlight();
    ByteBuffer bytes = ByteBuffer.allocate(60);
    int cause = FramesInFlight.NO_SLOT;
    for (int hop = 0; hop < 1000; hop++) {
      int slot = frames.add(1, hop, bytes, 0, 60);
      frames.pass(slot, cause, 10 + hop);
      assertThat(frames.take()).isEqualTo(slot);
      cause = slot;
    }
    assertThat(frames.hopCount(cause)).isEqualTo(1000);
    assertThat(frames.way(cause)).isEqualTo(IntStream.range(10, 1010).toArray());
    assertThat(frames.isWay(cause, frames.way(cause))).isTrue();
    assertThat(frames.hasPassed(cause, 10)).isTrue();
    assertThat(frames.hasPassed(cause, 1009)).isTrue();
    assertThat(frames.hasPassed(cause, 1010)).isFalse();
    int fresh = frames.add(1, 9, bytes, 0, 60);
    assertThat(frames.hasPassed(fresh, 10)).isFalse();
  }
}
