package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.api.SwitchInfo;
import maestro.config.DatapathIds;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.TokenRight;
import maestro.control.events.EventRing;
import maestro.control.http.Access;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Guard;
import maestro.control.http.Queries;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.measure.Times;
import maestro.control.rest.JsonFields;
import maestro.metrics.OperatorEvent;
import maestro.metrics.OperatorEvent.Severity;
import org.junit.jupiter.api.Tag;

/** Any text where a client of the control listener may write one: it is read, or it is refused. */
@Tag("fuzz")
class RequestsFuzzTest {
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
  private static final int KEPT = 8;
  private static final int HAPPENED = 20;
  private static final int MOST_WEIGHT = 1000;
  private static final Endpoint ECHO =
      question -> {
        String dpid = question.part("dpid");
        long id =
            DatapathIds.parse(dpid)
                .orElseThrow(() -> RefusedQuestion.bad(RefusedQuestion.shown(dpid)));
        return Answer.line(200, SwitchInfo.format(id));
      };
  private static final EndpointPaths ROUTES =
      new EndpointPaths.Builder()
          .open("/", question -> Answer.line(200, ""))
          .read("/v1/switches/{dpid}", ECHO)
          .change("PUT", "/v1/switches/{dpid}/weight", ECHO)
          .build();

  private static String text(FuzzedDataProvider data) {
    return data.consumeString(data.consumeInt(0, 300));
  }

  private static void assertSays(RefusedQuestion refused) {
    Answer answer = refused.answer();
    assertThat(answer.status()).isBetween(400, 499);
    assertThat(answer.bodyBytes()).isLessThan(4096);
  }

  @FuzzTest
  void shouldFindASwitchOrRefuseThePath(FuzzedDataProvider data) throws Exception {
    String method = data.pickValue(List.of("GET", "HEAD", "PUT", "POST", ""));
    boolean known = data.consumeBoolean();
    String part = text(data);
    String path = known ? "/v1/switches/" + part + (method.equals("PUT") ? "/weight" : "") : part;
    EndpointPaths.Match match = ROUTES.match(method, path);
    if (match.endpoint() == null) {
      assertThat(match.parts()).isEmpty();
      return;
    }
    Question question = new Question(match.parts(), "", name -> Optional.empty(), "", "");
    try {
      if (match.endpoint().answer(question) instanceof Answer answer && !path.equals("/")) {
        String id = answer.body().trim();
        assertThat(DatapathIds.parse(id).map(SwitchInfo::format)).contains(id);
      }
    } catch (RefusedQuestion e) {
      assertSays(e);
    }
  }

  @FuzzTest
  void shouldReadWhatAQueryHasOrNothing(FuzzedDataProvider data) {
    String query = text(data);
    Optional<String> found = Queries.value(query, "after");

    assertThat(found.isEmpty() || query.contains("after=")).isTrue();
    found.ifPresent(value -> assertThat(value.length()).isLessThanOrEqualTo(query.length()));
    EventRing ring = new EventRing(KEPT, new Times(Instant.EPOCH, 0), "run");
    for (int i = 0; i < HAPPENED; i++) {
      ring.add(new OperatorEvent(0, "tick", Severity.INFO, text(data), Map.of("by", text(data))));
    }
    long place = ring.after(found.orElse(""));
    assertThat(place).isBetween(ring.oldest(), ring.next());
    assertThat(ring.after("run-" + text(data))).isBetween(ring.oldest(), ring.next());
  }

  @FuzzTest
  void shouldReadTheFieldsOfABodyOrRefuseIt(FuzzedDataProvider data) {
    boolean isOurs = data.consumeBoolean();
    String body = isOurs ? "{\"weight\":" + text(data) + "}" : text(data);
    try {
      JsonFields fields = JsonFields.of(body, List.of("weight", "logger"));
      assertThat(fields.text("logger").map(String::length).orElse(0))
          .isLessThanOrEqualTo(body.length());
      assertThat(fields.integerOrNull("weight", 1, MOST_WEIGHT).orElse(1))
          .isBetween(1, MOST_WEIGHT);
    } catch (RefusedQuestion e) {
      assertSays(e);
    }
  }

  @FuzzTest
  void shouldLetNobodyInWithoutTheToken(FuzzedDataProvider data) {
    Guard guard =
        new Guard(
            List.of(new ControlToken("reader", SHA256_OF_SECRET, TokenRight.READ)), List.of());
    Map<String, String> headers =
        Map.of(
            "Authorization", data.consumeBoolean() ? "Bearer " + text(data) : text(data),
            "Host", text(data),
            "Origin", text(data),
            "Content-Type", text(data));
    Question.Headers asked = name -> Optional.ofNullable(headers.get(name));

    if (headers.get("Authorization").matches("(?i:bearer) secret")) {
      assertThat(guard.refusal(Access.READ, asked)).isEmpty();
    } else {
      assertThat(guard.refusal(Access.READ, asked).orElseThrow().status()).isEqualTo(401);
    }
    assertThat(guard.refusal(Access.CHANGE, asked).orElseThrow().status()).isEqualTo(403);
    Guard open = new Guard(List.of(), List.of());
    open.refusal(Access.CHANGE, asked)
        .ifPresent(refusal -> assertThat(refusal.status()).isIn(403, 415, 421));
  }
}
