package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import maestro.cli.remote.StubController;
import maestro.cli.remote.client.EventStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventsCommandTest {
  private static final String EVENT =
      "{'id':'x-%1$d','time':'T%1$d','type':'link-up','severity':'info','text':'link %1$d',"
          + "'details':{}}";

  @AutoClose private final StubController controller;

  EventsCommandTest() throws IOException {
    controller = new StubController();
  }

  private void keep(int count) {
    List<String> events = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      events.add(EVENT.formatted(i));
    }
    controller.answers(
        "/v1/events", "{'lastId':'x-9','events':[%s]}".formatted(String.join(",", events)));
  }

  @Test
  void shouldShowTheLastEventsWhenAsked() {
    keep(30);
    assertThat(controller.run("events", "-n", "2")).isZero();
    assertThat(controller.out.toString().lines())
        .containsExactly("T29  INFO     link-up: link 29", "T30  INFO     link-up: link 30");
    assertThat(controller.run("events")).isZero();
    assertThat(controller.out.toString().lines()).hasSize(20);
  }

  @Test
  void shouldNotAskWhenTheNumberOfLinesIsNegative() {
    assertThat(controller.run("events", "-n", "-1")).isEqualTo(2);
    assertThat(controller.err.toString())
        .isEqualTo(
            "maestro events: --lines: found -1; allowed: 0 or more; help: maestro events --help\n");
    assertThat(controller.asked).isEmpty();
  }

  @Test
  void shouldPrintAnEventALineWhenJsonIsAskedFor() {
    keep(30);
    assertThat(controller.run("events", "--json")).isZero();
    assertThat(controller.out.toString().lines())
        .hasSize(30)
        .first()
        .isEqualTo(EVENT.formatted(1).replace('\'', '"'));
  }

  @Test
  void shouldReadEventsAndTheirIdsWhenTheyAreStreamed() throws IOException {
    String text =
        ": beat\n\nid: x-10\nevent: link-up\ndata: {\"a\":\ndata: 1}\n\n"
            + "event: missed\ndata: {\"count\":3}\n\nid: x-11\ndata: {}\n\nid: x-12\nda";
    EventStream stream = new EventStream("x-9");
    List<String> received = new ArrayList<>();

    stream.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        (type, data) -> received.add(type + " " + data.toJson()));

    assertThat(received).containsExactly("link-up {\"a\":1}", "missed {\"count\":3}", "message {}");
    assertThat(stream.lastId()).isEqualTo("x-11"); // x-12 has not come whole
  }

  @Test
  void shouldStopReadingWhenTheReceiverHasEnough() throws IOException {
    String text = "id: 1\ndata: 1\n\nid: 2\ndata: 2\n\n";
    EventStream stream = new EventStream("0");
    stream.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), (type, data) -> false);
    assertThat(stream.lastId()).isEqualTo("1");
  }
}
