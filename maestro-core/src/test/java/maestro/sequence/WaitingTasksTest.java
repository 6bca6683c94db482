package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTasksTest {
  private final WaitingTasks tasks = new WaitingTasks(2);
  private final List<String> run = new ArrayList<>();

  @Test
  void shouldRefuseATaskWhenTooManyWaitAndTakeOneWhenOneHasRunOrWasCancelled() {
    WaitingTasks.Waiting first = tasks.take(() -> run.add("first"));
    WaitingTasks.Waiting second = tasks.take(() -> run.add("second"));
    assertRefused();

    first.run();
    first.giveBack(); // cancelled while it runs
    WaitingTasks.Waiting third = tasks.take(() -> run.add("third"));
    assertRefused();

    second.giveBack();
    second.giveBack();
    tasks.take(() -> run.add("fourth")).run();
    third.run();
    assertThat(run).containsExactly("first", "fourth", "third");
  }

  @Test
  void shouldGiveTheRoomBackWhenATaskThrows() {
    for (int i = 0; i < 5; i++) {
      WaitingTasks.Waiting task =
          tasks.take(
              () -> {
                throw new IllegalArgumentException("a task");
              });
      assertThatThrownBy(task::run).hasMessage("a task");
    }
  }

  private void assertRefused() {
    assertThatThrownBy(() -> tasks.take(() -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("found 2 tasks and timers of this application that wait");
  }
}
