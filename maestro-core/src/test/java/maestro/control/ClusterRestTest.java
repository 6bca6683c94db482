package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import maestro.Maestro;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.Limits;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code /v1/cluster} says in a pair, whose other member is mute, and in a controller alone.
 */
class ClusterRestTest {
  private static final String MOVE = "/v1/cluster/move";

  private final List<Maestro> started = new ArrayList<>();

  private Rest rest(String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("maestro.listen=127.0.0.1:0");
    Maestro maestro =
        Maestro.start(ConfigLoader.defaultsWith(all.toArray(String[]::new)), List.of());
    started.add(maestro);
    return new Rest(
        maestro, new NoOperations(), new NamedMetrics(10, 10), Limits.USUAL, Runnable::run);
  }

  private Rest pair() throws Exception {
    Rest rest =
        rest(
            "maestro.cluster.self=a",
            "maestro.cluster.members.a=127.0.0.1:6660",
            "maestro.cluster.members.b=127.0.0.1:6661",
            "maestro.switches.42.name=core-42");
    Maestro maestro = started.get(0);
    Awaitility.await().until(() -> maestro.cluster().orElseThrow().view() == 7);
    return rest;
  }

  @AfterEach
  void close() {
    started.forEach(Maestro::close);
  }

  private static Answer ask(Rest rest, String method, String path, String body) throws Exception {
    return Asking.await(Asking.ask(rest, method, path, body));
  }

  @Test
  void shouldTellTheViewAsTheDocumentSaysWhenThereIsACluster() throws Exception {
    Rest rest = pair();

    Map<String, Object> cluster = JsonSchema.parse(ask(rest, "GET", "/v1/cluster", "").body());

    assertThat(cluster)
        .containsEntry("isConfigured", true)
        .containsEntry("self", "a")
        .containsEntry("view", 7)
        .containsEntry("coordinator", "a")
        .containsEntry("mayTake", true)
        .containsEntry("isLost", false);
    List<?> members = (List<?>) cluster.get("members");
    assertThat(members).hasSize(2);
    assertThat(JsonSchema.object(members.get(1)))
        .containsEntry("name", "b")
        .containsEntry("isPresent", true)
        .containsEntry("isWitness", false);
    Map<String, Object> document =
        JsonSchema.parse(ask(rest, "GET", "/v1/openapi.json", "").body());
    Map<String, Object> schemas =
        JsonSchema.object(JsonSchema.object(document.get("components")).get("schemas"));
    assertThat(
            new JsonSchema(document)
                .mistakes(Objects.requireNonNull(schemas.get("Cluster")), cluster))
        .isEmpty();
  }

  @Test
  void shouldSayThatItIsAloneWhenThereIsNoCluster() throws Exception {
    Rest rest = rest();

    assertThat(ask(rest, "GET", "/v1/cluster", "").body()).isEqualTo("{\"isConfigured\":false}");
    Answer move = ask(rest, "PUT", MOVE, "{\"to\":\"b\"}");
    assertThat(move.status()).isEqualTo(409);
    assertThat(move.body()).contains("maestro.cluster has no members");
  }

  @Test
  void shouldAskForTheMoveAndRecordItWhenTheMemberIsInTheView() throws Exception {
    Rest rest = pair();

    Map<String, Reply> moves = new LinkedHashMap<>(); // at the same time: b is mute for seconds
    moves.put("all switches", Asking.ask(rest, "PUT", MOVE, "{\"to\":\"b\"}"));
    for (String one : List.of("42", "core-42")) {
      String body = "{\"to\":\"b\",\"dpid\":\"%s\"}".formatted(one);
      moves.put("switch " + one, Asking.ask(rest, "PUT", MOVE, body));
    }
    for (Map.Entry<String, Reply> move : moves.entrySet()) {
      assertThat(Asking.await(move.getValue()).body())
          .isEqualTo("{\"changed\":\"%s shall move to member b\"}".formatted(move.getKey()));
    }
    rest.often();
    assertThat(ask(rest, "GET", "/v1/events", "").body())
        .contains("all switches shall move to member b");
  }

  @Test
  void shouldRefuseToMoveToAMemberThatNobodyKnows() throws Exception {
    Answer move = ask(pair(), "PUT", MOVE, "{\"to\":\"z\"}");

    assertThat(move.status()).isEqualTo(409);
    assertThat(move.body()).contains("no member is named z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | to: found nothing; allowed: the name of a member",
        "{\"to\":\"b\",\"dpid\":\"core\"} | dpid: found 'core'",
        "{\"member\":\"b\"} | unknown field 'member'; allowed: to, dpid",
      })
  void shouldSayWhatIsAllowedWhenAMoveHasAMistake(String body, String detail) throws Exception {
    Rest rest = pair();

    assertThatThrownBy(() -> ask(rest, "PUT", MOVE, body))
        .isInstanceOf(RefusedQuestion.class)
        .hasMessageStartingWith(detail);
  }
}
