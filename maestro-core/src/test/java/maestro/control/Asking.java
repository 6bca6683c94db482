package maestro.control;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;

/** Asks the REST interface without a socket. */
final class Asking {
  private Asking() {}

  static Reply ask(Rest rest, String method, String path, String body) throws RefusedQuestion {
    EndpointPaths.Match match = rest.routes().match(method, path);
    Question question =
        new Question(match.parts(), "", Question.plain().headers(), body, "127.0.0.1:1");
    return Objects.requireNonNull(match.endpoint(), path).answer(question);
  }

  static Answer await(Reply reply) throws Exception {
    return reply instanceof PendingAnswer pending
        ? pending.answer().get(10, TimeUnit.MINUTES)
        : (Answer) reply;
  }
}
