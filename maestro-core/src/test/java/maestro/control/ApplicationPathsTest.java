package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.Stages;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Limits;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost.Configured;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paths of an application by REST. */
class ApplicationPathsTest {
  @AutoClose private Maestro maestro;
  private Rest rest;
  private ApplicationContext context;

  @BeforeEach
  void start() throws Exception {
    maestro =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0", "maestro.applications.fault-budget=3"),
            List.of(
                new Configured(new TestApplication("shop", this::declare), ConfigFactory.empty())));
    rest =
        new Rest(
            maestro, new NoOperations(), new NamedMetrics(10, 10), Limits.USUAL, Runnable::run);
  }

  private Stages declare(ApplicationContext given) {
    context = given;
    given.answers("GET", "things", request -> RestAnswer.ok(List.of(1, "two", true)));
    given.answers(
        "GET",
        "things/{id}",
        request ->
            RestAnswer.ok(
                Map.of("id", request.part("id"), "as", request.query("as").orElse("nothing"))));
    given.answers("POST", "things", request -> RestAnswer.of(201, request.json()));
    given.answers(
        "DELETE",
        "things/{id}",
        request -> {
          throw new RestRefusal(404, "there is no thing " + request.part("id"));
        });
    given.answers(
        "GET",
        "broken",
        request -> {
          throw new IllegalStateException("broken on purpose");
        });
    given.answers("GET", "odd", request -> RestAnswer.ok(Map.of("x", new Object())));
    given.answers(
        "GET",
        "later",
        request -> {
          CompletableFuture<RestAnswer> answer = new CompletableFuture<>();
          context.later(() -> answer.complete(RestAnswer.ok("done")));
          return RestAnswer.later(answer);
        });
    given.answers(
        "GET",
        "never",
        request -> RestAnswer.later(CompletableFuture.failedFuture(new RestRefusal(503, "no"))));
    return Stages.batch(() -> (request, output) -> {});
  }

  private Answer ask(String method, String path, String query, String body) throws Exception {
    EndpointPaths.Match match = rest.routes().match(method, path);
    Question question =
        new Question(match.parts(), query, Question.plain().headers(), body, "127.0.0.1:1");
    Reply reply = Objects.requireNonNull(match.endpoint(), path).answer(question);
    return Asking.await(reply);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | shop/things | | 200 | [1,\"two\",true]",
        "HEAD | shop/things | | 200 | [1,\"two\",true]",
        "POST | shop/things | {\"a\":[1.5,null,{\"b\":\"c\"}]} | 201 |"
            + " {\"a\":[1.5,null,{\"b\":\"c\"}]}",
        "GET | shop/later | | 200 | \"done\"",
      })
  void shouldAnswerAsTheApplicationSays(
      String method, String path, String body, int status, String json) throws Exception {
    Answer answer = ask(method, "/v1/apps/" + path, "", body == null ? "" : body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.body()).isEqualTo(json);
  }

  @Test
  void shouldDecodeWhatStandsInThePathAndBehindTheQuestionMark() throws Exception {
    Map<String, Object> answer =
        JsonSchema.parse(
            ask("GET", "/v1/apps/shop/things/a%2Fb%20c", "x=1&as=big+and%26round", "").body());

    assertThat(answer).containsEntry("id", "a/b c").containsEntry("as", "big and&round");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | shop/things/7 | | 404 | there is no thing 7",
        "GET | shop/never | | 503 | no",
        "GET | shop/thing | | 404 | unknown path; application shop has GET things, GET things/{id}",
        "GET | shop/things/1/2 | | 404 | unknown path; ",
        "GET | shop/things/%zz | | 404 | unknown path",
        "GET | shop/things/ | | 404 | unknown path",
        "GET | gone/things | | 404 | no application gone runs",
        "PUT | shop/things | {} | 405 | allowed: GET, POST",
        "POST | shop/things | [] | 400 | the body is no JSON object",
        "POST | shop/things | {\"a\":1,\"a\":2} | 400 | the body is not JSON: ",
        "POST | shop/things | {} {} | 400 | unexpected text after the JSON object",
      })
  void shouldRefuseWithoutAFaultOfTheApplication(
      String method, String path, String body, int status, String detail) throws Exception {
    Answer answer;
    try {
      answer = ask(method, "/v1/apps/" + path, "", body == null ? "" : body);
    } catch (RefusedQuestion e) {
      answer = e.answer();
    }

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(JsonSchema.parse(answer.body()).get("detail").toString()).startsWith(detail);
    assertThat(maestro.applications().faults()).containsEntry("shop", 0);
  }

  @Test
  void shouldCountAFaultAndTakeTheApplicationOutWhenItFailsTooOften() throws Exception {
    for (String path : List.of("broken", "odd", "broken")) {
      Answer failed = ask("GET", "/v1/apps/shop/" + path, "", "");
      assertThat(failed.status()).isEqualTo(500);
      assertThat(failed.body()).contains("application shop failed").doesNotContain("on purpose");
    }

    assertThat(maestro.applications().faults()).containsEntry("shop", 3);
    Answer out = ask("GET", "/v1/apps/shop/things", "", "");
    assertThat(out.status()).isEqualTo(503);
    assertThat(out.body()).contains("application shop is taken out after its faults");
  }

  @Test
  void shouldTellWhoHasChangedSomethingByAnApplication() throws Exception {
    ask("POST", "/v1/apps/shop/things", "", "{}");
    ask("GET", "/v1/apps/shop/things", "", "");
    rest.often();

    assertThat(ask("GET", "/v1/events", "", "").body())
        .contains("POST of things by application shop")
        .doesNotContain("GET of things");
  }

  @Test
  void shouldListThePathsWithTheApplication() throws Exception {
    assertThat(ask("GET", "/v1/applications", "", "").body())
        .contains("\"paths\":[\"GET things\",\"GET things/{id}\",\"POST things\"");
  }

  @Test
  void shouldHaveNoPathsOfAnApplicationThatIsGone() throws Exception {
    maestro.reloads().reload(ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of());

    assertThat(ask("GET", "/v1/apps/shop/things", "", "").status()).isEqualTo(404);
    assertThatThrownBy(() -> context.answers("GET", "more", request -> RestAnswer.ok(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "PATCH, things",
    "GET, /things",
    "GET, things/",
    "GET, Things",
    "GET, ../x",
    "GET, {}",
    "GET, a/{id}/{id}"
  })
  void shouldRefuseAPathThatIsNone(String method, String path) {
    Configured configured =
        new Configured(
            new TestApplication(
                "bad",
                given -> {
                  given.answers(method, path, request -> RestAnswer.ok(1));
                  return Stages.batch(() -> (request, output) -> {});
                }),
            ConfigFactory.empty());

    assertThatThrownBy(
            () ->
                Maestro.check(
                    ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of(configured)))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }
}
