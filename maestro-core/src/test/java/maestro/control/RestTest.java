package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import maestro.control.http.Answer;
import maestro.control.http.RefusedQuestion;
import maestro.metrics.OperatorEvent.Severity;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a controller with two switches answers, compared with the document that describes it. */
class RestTest extends RestOfTwoSwitches {
  /** These ask switches and applications; other tests have them. */
  private static final List<String> ASKS =
      List.of(
          "/v1/switches/{dpid}/flows",
          "/v1/switches/{dpid}/ports",
          "/v1/paths",
          "/v1/static-flows/{name}",
          "/v1/apps/{application}/{path}");

  /** The second switch says what it is when it is asked. */
  private void answerWhoItIs() {
    Thread answering =
        new Thread(
            () -> {
              try {
                int xid = PortStatsOnWire.asked(second, 0);
                ByteBuffer reply = ByteBuffer.allocate(12 + 4 * 256 + 32);
                reply.put((byte) 1).put((byte) 17).putShort((short) reply.limit()).putInt(xid);
                reply.position(12).put("a maker".getBytes(StandardCharsets.US_ASCII));
                second.getOutputStream().write(reply.array());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    answering.setDaemon(true);
    answering.start();
  }

  private Map<String, Object> document() throws Exception {
    return JsonSchema.parse(get("/v1/openapi.json").body());
  }

  private static List<String> described(Map<String, Object> document) {
    List<String> described = new ArrayList<>();
    JsonSchema.object(document.get("paths"))
        .forEach(
            (path, methods) ->
                JsonSchema.object(methods)
                    .keySet()
                    .forEach(
                        method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    return described;
  }

  @Test
  void shouldServeWhatTheDocumentDescribesAndNothingElse() throws Exception {
    assertThat(described(document()))
        .containsExactlyInAnyOrderElementsOf(rest.routes().templates());
  }

  @Test
  void shouldAnswerAsTheDocumentSaysForEveryPath() throws Exception {
    answerWhoItIs();
    for (int second = 0; second < 3; second++) {
      rest.everySecond();
      rest.often();
    }
    Map<String, Object> document = document();
    JsonSchema schema = new JsonSchema(document);

    for (Map.Entry<String, Object> each : JsonSchema.object(document.get("paths")).entrySet()) {
      String path = each.getKey();
      Object get = JsonSchema.object(each.getValue()).get("get");
      if (get != null && !ASKS.contains(path)) {
        Answer answer = get(path.replace("{dpid}", "00:00:00:00:00:00:00:02"));
        Map<String, Object> content = content(get, answer.status());
        String type =
            content.keySet().stream()
                .filter(known -> answer.contentType().startsWith(known))
                .findFirst()
                .orElseThrow(() -> new AssertionError(path + ": " + answer.contentType()));
        if (type.equals("application/json")) {
          Object wanted = JsonSchema.object(content.get(type)).get("schema");
          assertThat(schema.mistakes(wanted, JsonSchema.parse(answer.body()))).as(path).isEmpty();
        }
      }
    }
  }

  private static Map<String, Object> content(Object operation, int status) {
    Map<String, Object> responses =
        JsonSchema.object(JsonSchema.object(operation).get("responses"));
    Object response = responses.get(Integer.toString(status));
    return JsonSchema.object(JsonSchema.object(response).get("content"));
  }

  @Test
  void shouldHaveInOneAnswerWhatThreeHave() throws Exception {
    rest.everySecond();
    Map<String, Object> together = JsonSchema.parse(get("/v1/overview").body());

    for (String part : List.of("status", "workers", "switches")) {
      assertThat(together.get(part)).isEqualTo(JsonSchema.parse(get("/v1/" + part).body()));
    }
    rest.everySecond();
    assertThat(JsonSchema.parse(get("/v1/overview").body())).isNotEqualTo(together);
  }

  @Test
  void shouldSayInTheDocumentWhichAnswersHaveNoEnd() throws Exception {
    Map<String, Object> paths = JsonSchema.object(document().get("paths"));
    List<String> streams = new ArrayList<>();
    for (String path : List.of("/v1/overview", "/v1/events", "/v1/status")) {
      Object get = JsonSchema.object(paths.get(path)).get("get");
      if (content(get, 200).containsKey("text/event-stream")) {
        assertThat(content(get, 503)).as("when too many listen to " + path).isNotEmpty();
        streams.add(path);
      }
    }

    assertThat(streams).containsExactly("/v1/overview", "/v1/events");
  }

  @Test
  void shouldNoticeAnAnswerThatIsNotAsTheDocumentSays() throws Exception {
    JsonSchema schema = new JsonSchema(document());
    Map<String, Object> status = Map.of("$ref", "#/components/schemas/Status");
    Map<String, Object> answer = JsonSchema.parse(get("/v1/status").body());
    answer.remove("version");
    answer.put("state", "fine");
    answer.put("more", 1);

    assertThat(schema.mistakes(status, answer)).hasSize(3);
  }

  @Test
  void shouldTellOfSwitchesWithTheirShares() throws Exception {
    for (int second = 0; second < 3; second++) {
      rest.everySecond();
    }
    List<?> switches = (List<?>) JsonSchema.parse(get("/v1/switches").body()).get("switches");

    assertThat(switches).hasSize(2);
    Map<String, Object> two = JsonSchema.object(switches.get(1));
    assertThat(two)
        .containsEntry("dpid", "00:00:00:00:00:00:00:02")
        .containsEntry("name", "core-2")
        .containsEntry("protocol", "OpenFlow 1.0")
        .containsEntry("weight", 5)
        .containsEntry("rateLimit", 1000)
        .containsEntry("ports", 3);
    assertThat(JsonSchema.object(two.get("windows"))).containsKeys("1s", "10s", "60s");
  }

  @Test
  void shouldTakeTheNameOfASwitchForItsDatapathId() throws Exception {
    assertThat(ask("PUT", "/v1/switches/core-2/weight", "{\"weight\":7}").body())
        .contains("the weight of switch 00:00:00:00:00:00:00:02 is 7");
    assertThatThrownBy(() -> get("/v1/switches/core-3"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class,
            e -> {
              assertThat(e.answer().status()).isEqualTo(404);
              assertThat(e.answer().body())
                  .contains("no switch is called core-3 in maestro.switches");
            });
  }

  @Test
  void shouldNameSwitchesInEventsAndMetrics() throws Exception {
    maestro
        .metrics()
        .operatorEvents()
        .add(
            "flap",
            Severity.INFO,
            "00:00:00:00:00:00:00:02 port 3 flaps",
            Map.of("dpid", "00:00:00:00:00:00:00:02"));
    rest.often();

    assertThat(get("/v1/events").body())
        .contains("\"text\":\"00:00:00:00:00:00:00:02 (core-2) port 3 (uplink) flaps\"")
        .contains("\"name\":\"core-2\"");
    assertThat(get("/metrics").body())
        .contains(
            "\nmaestro_switch_weight{dpid=\"00:00:00:00:00:00:00:02\",name=\"core-2\"} 5.0\n",
            "\nmaestro_switch_weight{dpid=\"00:00:00:00:00:00:00:01\"} 1.0\n");
  }

  @Test
  void shouldTellOfASwitchAndItsPorts() throws Exception {
    answerWhoItIs();
    Map<String, Object> two = JsonSchema.parse(get("/v1/switches/core-2").body());

    assertThat(JsonSchema.object(two.get("description"))).containsEntry("manufacturer", "a maker");

    assertThat(two).containsEntry("errors", 0).containsEntry("tables", 1);
    assertThat((List<?>) two.get("portList")).hasSize(3);
    assertThat(JsonSchema.object(((List<?>) two.get("portList")).get(0)))
        .containsEntry("port", 1)
        .containsEntry("name", "eth1")
        .containsEntry("mac", "00:00:00:00:00:01")
        .containsEntry("up", true)
        .containsEntry("role", "unknown");
    assertThat(JsonSchema.object(((List<?>) two.get("portList")).get(2)))
        .containsEntry("name", "uplink");
  }

  @Test
  void shouldRefuseWhenThereIsNoSuchSwitch() {
    assertThatThrownBy(() -> get("/v1/switches/3"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(404));
    assertThatThrownBy(() -> get("/v1/switches/leaf!"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(400))
        .hasMessage(
            "found datapath id 'leaf!'; allowed: \"00:00:00:00:00:00:00:2a\", 000000000000002a,"
                + " 0x2a or 42, or a name in maestro.switches");
  }

  @Test
  void shouldHideSecretsOfTheConfiguration() throws Exception {
    String config = get("/v1/config").body();

    assertThat(config)
        .contains(
            "{\"key\":\"maestro.control.read-token-sha256\",\"hidden\":true,"
                + "\"place\":\"--set\",\"own\":true}")
        .contains("{\"key\":\"maestro.batching.policy\",\"value\":\"adaptive\"")
        .doesNotContain("abab");
  }

  @Test
  void shouldTellWhatHappened() throws Exception {
    rest.often();
    assertThat(eventTypes()).containsExactly("switch-connected", "switch-connected");

    first.close();
    Awaitility.await()
        .until(
            () -> {
              rest.often();
              return eventTypes().size() == 3;
            });
    Map<String, Object> left = JsonSchema.object(events().get(2));
    assertThat(left)
        .containsEntry("type", "switch-disconnected")
        .containsEntry("severity", "warning");
    assertThat(JsonSchema.object(left.get("details")))
        .containsEntry("dpid", "00:00:00:00:00:00:00:01")
        .containsKeys("address", "reason");
  }

  @Test
  void shouldGiveOneAnswerToAllUntilTheNextMeasurement() throws Exception {
    Answer before = get("/v1/switches");

    assertThat(get("/v1/switches")).isSameAs(before);
    rest.everySecond();
    assertThat(get("/v1/switches")).isNotSameAs(before);
  }
}
