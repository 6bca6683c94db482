package maestro.net.conductor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandshakeQueueTest {
  private final HandshakeQueue<Integer> queue = new HandshakeQueue<>();

  private List<Integer> poll(int count) {
    return IntStream.range(0, count).mapToObj(i -> queue.poll()).toList();
  }

  @Test
  void shouldTakeTheAnsweredThenTheNewestAndEachFourthTheOldest() {
    for (int i = 1; i <= 6; i++) {
      queue.add(i, false);
    }
    queue.add(7, true);

    assertThat(poll(8)).containsExactly(7, 6, 5, 1, 4, 3, 2, null);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void shouldLetNobodyWaitForEverWhileOthersKeepComing() {
    queue.add(-1, false);
    for (int i = 0; i < 3; i++) {
      queue.add(i, false);
      queue.add(i, true);
      assertThat(queue.poll()).isNotEqualTo(-1);
    }
    assertThat(queue.poll()).isEqualTo(-1);
  }

  @Test
  void shouldGiveEachBackOnceInAnyOrderOfCalls() {
    Random random = new Random(1);
    Set<Integer> expected = new HashSet<>();
    List<Integer> polled = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      if (random.nextInt(3) > 0) {
        queue.add(i, random.nextBoolean());
        expected.add(i);
      } else if (!queue.isEmpty()) {
        polled.add(queue.poll());
      }
    }
    while (!queue.isEmpty()) {
      polled.add(queue.poll());
    }
    assertThat(polled).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
  }
}
