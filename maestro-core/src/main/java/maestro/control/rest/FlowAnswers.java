package maestro.control.rest;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import maestro.Maestro;
import maestro.api.RefusedException;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchQuestions;
import maestro.net.session.SwitchQuestions.Entries;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;

/**
 * The answer to {@code /v1/switches/{dpid}/flows}, for which the switch is asked. Confined to the
 * control thread.
 */
public final class FlowAnswers implements Endpoint {
  private final Maestro maestro;
  private final Executor control;
  private final AskedAnswers answers = new AskedAnswers();

  /**
   * Makes the endpoint.
   *
   * @param control the control thread
   */
  public FlowAnswers(Maestro maestro, Executor control) {
    this.maestro = maestro;
    this.control = control;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Connection connection = SwitchDetail.find(maestro, question);
    return answers.answer(
        connection,
        () ->
            SwitchQuestions.entries(Session.of(connection), control)
                .handleAsync(this::answer, control));
  }

  private Answer answer(@Nullable Entries entries, @Nullable Throwable failure) {
    if (entries == null) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      String why =
          cause instanceof RefusedException || cause instanceof IllegalStateException
              ? String.valueOf(cause.getMessage())
              : "the switch does not answer";
      return Answer.problem(504, "Gateway Timeout", why);
    }
    return Answer.object(
        json -> {
          json.writeBooleanField("whole", entries.isWhole());
          json.writeArrayFieldStart("flows");
          for (OFFlowStatsEntry each : entries.entries()) {
            FlowJson.write(json, each, maestro.applications()::ownerOf);
          }
          json.writeEndArray();
        });
  }
}
