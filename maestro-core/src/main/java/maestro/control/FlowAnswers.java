package maestro.control;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import maestro.Maestro;
import maestro.SwitchQuestions;
import maestro.SwitchQuestions.Entries;
import maestro.api.RefusedException;
import maestro.net.Connection;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;

/**
 * The answer to {@code /v1/switches/{dpid}/flows}, for which the switch is asked.
 *
 * <ol>
 *   <li>A switch is asked once a second at most; clients that ask meanwhile get the same answer.
 *   <li>A few switches are asked at a time; more questions are refused.
 *   <li>The last few answers are kept.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
final class FlowAnswers implements Endpoint {
  private static final int MOST_ASKED = 4;
  private static final int MOST_KEPT = 16;
  private static final long FRESH_NS = 1_000_000_000;
  private static final Answer TOO_MANY =
      Answer.problem(503, "Service Unavailable", "other switches are being asked")
          .with("Retry-After", "1");

  private record Asked(CompletableFuture<Answer> answer, long startNs) {}

  private final Maestro maestro;
  private final Executor control;
  private final Map<Connection, Asked> asked = new LinkedHashMap<>();

  /**
   * Makes the endpoint.
   *
   * @param control the control thread
   */
  FlowAnswers(Maestro maestro, Executor control) {
    this.maestro = maestro;
    this.control = control;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Connection connection = SwitchDetail.find(maestro, question);
    long nowNs = System.nanoTime();
    Asked before = asked.get(connection);
    if (before != null && (!before.answer().isDone() || nowNs - before.startNs() < FRESH_NS)) { // 1
      return new Later(before.answer());
    }
    if (asked.values().stream().filter(each -> !each.answer().isDone()).count() >= MOST_ASKED) {
      return TOO_MANY; // 2
    }
    CompletableFuture<Answer> answer =
        SwitchQuestions.entries(connection.session(), control).handleAsync(this::answer, control);
    asked.remove(connection);
    if (asked.size() == MOST_KEPT) { // 3
      asked.remove(asked.keySet().iterator().next());
    }
    asked.put(connection, new Asked(answer, nowNs));
    return new Later(answer);
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
    return Answer.json(
        200,
        json -> {
          json.writeStartObject();
          json.writeBooleanField("whole", entries.isWhole());
          json.writeArrayFieldStart("flows");
          for (OFFlowStatsEntry each : entries.entries()) {
            FlowJson.write(json, each, maestro.applications()::ownerOf);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }
}
