package maestro.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FollowEventsTest {

  @Test
  void shouldGoOnAfterTheLastEventWhenTheStreamEnds() throws IOException, InterruptedException {
    try (StubController controller = new StubController()) {
      controller.answers("/v1/events", "{'lastId':'x-1','events':[]}");
      controller.streams(
          "/v1/events",
          "id: x-2\nevent: link-up\ndata: {\"type\":\"link-up\",\"text\":\"second\"}\n\n");
      Thread follower = new Thread(() -> controller.run("events", "-f"), "follower");
      follower.start();
      try {
        await().until(() -> controller.resumedFrom.contains("x-2"));
      } finally {
        end(follower);
      }
      assertThat(controller.resumedFrom).startsWith("x-1", "x-2");
      assertThat(controller.out.toString()).contains("link-up: second");
    }
  }

  /** The HTTP client takes an interrupt for an end of the stream, after which it would go on. */
  private static void end(Thread follower) throws InterruptedException {
    while (follower.isAlive()) {
      follower.interrupt();
      follower.join(100);
    }
  }
}
