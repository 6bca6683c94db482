package maestro.control.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import maestro.Maestro;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.EndpointPaths;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.sequence.event.ApplicationAnswer;

/**
 * Passes requests to {@code /v1/apps/{application}/{path}} on to the application. Confined to the
 * control thread, which does not wait.
 */
public final class ApplicationEndpoints {
  private final Maestro maestro;
  private final Changes changes;
  private final Executor control;

  /**
   * Makes the endpoints.
   *
   * @param control the control thread
   */
  public ApplicationEndpoints(Maestro maestro, Changes changes, Executor control) {
    this.maestro = maestro;
    this.changes = changes;
    this.control = control;
  }

  /** The endpoint for one method. */
  public Endpoint of(String method) {
    return question -> answer(method, question);
  }

  private Reply answer(String method, Question question) throws RefusedQuestion {
    String application = question.part("application");
    String path = question.part("path");
    List<String> parts = new ArrayList<>();
    for (String each : path.split("/", -1)) {
      Optional<String> decoded = EndpointPaths.decoded(each);
      if (decoded.isEmpty() || decoded.get().isEmpty()) {
        throw new RefusedQuestion(404, "Not Found", "unknown path");
      }
      parts.add(decoded.get());
    }
    return new PendingAnswer(
        maestro
            .applications()
            .answer(application, method, parts, parameters(question.query()), question.body())
            .thenApplyAsync(
                answer -> {
                  if (answer.isDone() && !method.equals("GET")) {
                    changes.tell(
                        question.from(),
                        "%s of %s by application %s"
                            .formatted(method, RefusedQuestion.shown(path), application));
                  }
                  return reply(answer);
                },
                control));
  }

  private static Answer reply(ApplicationAnswer answer) {
    if (answer.isDone()) {
      return new Answer(answer.status(), "application/json", answer.text());
    }
    Answer problem = Answer.problem(answer.status(), title(answer.status()), answer.text());
    return answer.allowed().isEmpty()
        ? problem
        : problem.with("Allow", String.join(", ", answer.allowed()));
  }

  private static String title(int status) {
    return HttpResponseStatus.valueOf(status).reasonPhrase();
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String each : query.split("&", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        String value = each.substring(equals + 1).replace('+', ' ');
        EndpointPaths.decoded(value)
            .ifPresent(text -> parameters.putIfAbsent(each.substring(0, equals), text));
      }
    }
    return parameters;
  }
}
