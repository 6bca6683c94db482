package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import maestro.Maestro;
import maestro.config.CommandLineSetting;
import maestro.config.ConfigLoader;
import maestro.config.LoadedConfig;
import maestro.config.MaestroConfig;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a controller with two switches answers, compared with the document that describes it. */
class RestTest {
  /** These ask switches and applications; other tests have them. */
  private static final List<String> ASKS =
      List.of(
          "/v1/switches/{dpid}/flows",
          "/v1/paths",
          "/v1/static-flows/{name}",
          "/v1/apps/{application}/{path}");

  private Maestro maestro;
  private Socket first;
  private Socket second;
  private Rest rest;

  @BeforeEach
  void start() throws Exception {
    maestro =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0",
                "maestro.distribution.workers=2",
                "maestro.weights.2=5",
                "maestro.rate-limit.switches.2=1000"),
            List.of());
    first = join(1);
    second = join(2);
    LoadedConfig config =
        ConfigLoader.parse(
                Optional.empty(),
                List.of(
                    new CommandLineSetting(
                        "--set", "maestro.control.read-token-sha256", "ab".repeat(32))))
            .validate(List.of());
    rest = new Rest(maestro, new Direct(config), 10, Limits.USUAL, Runnable::run);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().all().stream().filter(c -> c.session().isReady()).count() == 2);
  }

  private Socket join(int datapathId) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), maestro.address().getPort());
    socket.getOutputStream().write(FakeSwitch.hex(Messages.HELLO_10));
    socket.getOutputStream().write(FakeSwitch.hex(Messages.features(1, datapathId, 1, 2, 3)));
    return socket;
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
    maestro.close();
  }

  /** Changes the controller at once. */
  private final class Direct implements Operations {
    private final LoadedConfig config;

    Direct(LoadedConfig config) {
      this.config = config;
    }

    @Override
    public LoadedConfig config() {
      return config;
    }

    @Override
    public CompletableFuture<List<String>> reload(String origin) {
      return CompletableFuture.completedFuture(List.of("a mistake", "another"));
    }

    @Override
    public CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change) {
      try {
        maestro.reloads().change(change);
        return CompletableFuture.completedFuture(List.of());
      } catch (InterruptedException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private Answer get(String path) throws Exception {
    return ask("GET", path, "");
  }

  private Answer ask(String method, String path, String body) throws Exception {
    Routes.Match match = rest.routes().match(method, path);
    Question question =
        new Question(match.parts(), "", Question.plain().headers(), body, "127.0.0.1:1");
    Reply reply = Objects.requireNonNull(match.endpoint(), path).answer(question);
    return reply instanceof Later later ? later.answer().get(10, TimeUnit.MINUTES) : (Answer) reply;
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
        .containsEntry("protocol", "OpenFlow 1.0")
        .containsEntry("weight", 5)
        .containsEntry("rateLimit", 1000)
        .containsEntry("ports", 3);
    assertThat(JsonSchema.object(two.get("windows"))).containsKeys("1s", "10s", "60s");
  }

  @Test
  void shouldTellOfThePortsOfASwitch() throws Exception {
    Map<String, Object> two = JsonSchema.parse(get("/v1/switches/2").body());

    assertThat(two).containsEntry("errors", 0).containsEntry("tables", 1);
    assertThat((List<?>) two.get("portList")).hasSize(3);
    assertThat(JsonSchema.object(((List<?>) two.get("portList")).get(0)))
        .containsEntry("port", 1)
        .containsEntry("name", "eth1")
        .containsEntry("mac", "00:00:00:00:00:01")
        .containsEntry("up", true)
        .containsEntry("role", "unknown");
  }

  @Test
  void shouldRefuseWhenThereIsNoSuchSwitch() {
    assertThatThrownBy(() -> get("/v1/switches/3"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(404));
    assertThatThrownBy(() -> get("/v1/switches/leaf"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(400))
        .hasMessage("found datapath id 'leaf'; allowed: \"00:00:00:00:00:00:00:2a\", 0x2a or 42");
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
  void shouldChangeWhatItIsAskedToChange() throws Exception {
    assertThat(ask("PUT", "/v1/switches/1/weight", "{\"weight\": 7}").body())
        .isEqualTo("{\"changed\":\"the weight of switch 00:00:00:00:00:00:00:01 is 7\"}");
    ask("PUT", "/v1/switches/1/rate-limit", "{\"rateLimit\": 100}");
    ask("PUT", "/v1/switches/2/rate-limit", "{\"rateLimit\": null}");
    ask("PUT", "/v1/delay-bound", "{\"delayBoundMs\": 1.5}");

    List<?> switches = (List<?>) JsonSchema.parse(get("/v1/switches").body()).get("switches");
    assertThat(JsonSchema.object(switches.get(0)))
        .containsEntry("weight", 7)
        .containsEntry("rateLimit", 100);
    assertThat(JsonSchema.object(switches.get(1)))
        .containsEntry("weight", 5)
        .containsEntry("rateLimit", null);
    assertThat(maestro.delayBoundNs()).isEqualTo(1_500_000);
    assertThat(get("/v1/config").body())
        .contains(
            "{\"key\":\"maestro.batching.delay-upper-bound\",\"value\":\"1.5 ms\","
                + "\"hidden\":false,\"place\":\"127.0.0.1:1\",\"own\":true}");
    rest.often();
    assertThat(eventTypes()).endsWith("changed", "changed", "changed", "changed");
  }

  @Test
  void shouldKeepAWeightWhenTheSwitchConnectsAgain() throws Exception {
    ask("PUT", "/v1/switches/1/weight", "{\"weight\": 7}");
    first.close();
    Awaitility.await().until(() -> maestro.switches().get(1) == null);
    first = join(1);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().get(1) != null && maestro.switches().get(1).session().isReady());

    assertThat(maestro.switches().get(1).weight()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "switches/1/weight | {} | weight: found nothing; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":0} | weight: found 0; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":1.5} | weight: found 1.5; allowed: a whole number",
        "switches/1/weight | {\"weight\":1e999} | weight: found Infinity; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":\"4\"} | weight: found '4'; allowed: 1 to 1000",
        "switches/1/weight | {\"wait\":4} | unknown field 'wait'; allowed: weight",
        "switches/1/weight | {\"weight\":{}} | weight: found neither a number, a text nor null",
        "switches/1/weight | [4] | the body is no JSON object",
        "switches/1/weight | {\"weight\":4}{} | there is more behind the JSON object",
        "switches/1/weight | '' | the body is no JSON object",
        "delay-bound | {\"delayBoundMs\":0} | delayBoundMs: found 0; allowed: 0.01 to 10000",
        "log-level | {\"level\":\"loud\"} | level: found 'loud'; allowed: off, error, warn, info,"
            + " debug, trace",
      })
  void shouldSayWhatIsAllowedWhenAChangeHasAMistake(String path, String body, String detail) {
    assertThatThrownBy(() -> ask("PUT", "/v1/" + path, body))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(400))
        .hasMessage(detail);
  }

  @Test
  void shouldRefuseAChangeThatIsNotJson() {
    for (String body :
        List.of("{", "{\"weight\":4,\"weight\":5}", "{weight:4}", "\u0000", "{\"weight\":01}")) {
      assertThatThrownBy(() -> ask("PUT", "/v1/switches/1/weight", body))
          .as(body)
          .isInstanceOf(RefusedQuestion.class)
          .hasMessageStartingWith("the body is not JSON: ");
    }
  }

  @Test
  void shouldSetALogLevel() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger("maestro.some.part");
    assertThat(
            ask("PUT", "/v1/log-level", "{\"level\":\"debug\",\"logger\":\"maestro.some\"}")
                .status())
        .isEqualTo(200);
    assertThat(logger.getEffectiveLevel()).isEqualTo(Level.DEBUG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "maestro.net "})
  void shouldNotFindALoggerThatDoesNotExist(String logger) {
    String body = "{\"level\":\"info\",\"logger\":\"" + logger + "\"}";
    assertThatThrownBy(() -> ask("PUT", "/v1/log-level", body))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(404))
        .hasMessage(
            "logger: found '%s'; allowed: a logger that has logged, such as maestro.net", logger);
  }

  @Test
  void shouldKeepLibrariesQuietWhenEverythingElseIsToLogMore() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Logger netty = (Logger) LoggerFactory.getLogger("io.netty");
    Level before = root.getLevel();
    Level ofNetty = netty.getLevel();
    try {
      assertThat(ask("PUT", "/v1/log-level", "{\"level\":\"debug\"}").status()).isEqualTo(200);
      assertThat(LoggerFactory.getLogger("maestro.other").isDebugEnabled()).isTrue();
      assertThat(netty.isDebugEnabled()).isFalse();
    } finally {
      root.setLevel(before);
      netty.setLevel(ofNetty);
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenTheConfigurationIsNotTakenOver() throws Exception {
    Answer refused = ask("POST", "/v1/reload", "");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("\"detail\":\"a mistake\\nanother\"");
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

  private List<?> events() throws Exception {
    return (List<?>) JsonSchema.parse(get("/v1/events").body()).get("events");
  }

  private List<Object> eventTypes() throws Exception {
    List<Object> types = new ArrayList<>();
    for (Object each : events()) {
      types.add(JsonSchema.object(each).get("type"));
    }
    return types;
  }

  @Test
  void shouldGiveOneAnswerToAllUntilTheNextMeasurement() throws Exception {
    Answer before = get("/v1/switches");

    assertThat(get("/v1/switches")).isSameAs(before);
    rest.everySecond();
    assertThat(get("/v1/switches")).isNotSameAs(before);
  }
}
