package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.config.SwitchNames;
import maestro.control.http.Answer;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.staticflows.BadFlowException;
import maestro.staticflows.RefusedFlowException;
import maestro.staticflows.ShownFlow;
import maestro.staticflows.StaticFlow;
import maestro.staticflows.StaticFlowJson;
import maestro.staticflows.StaticFlows;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers to {@code /v1/static-flows} and {@code /v1/static-flows/{name}}. Confined to the
 * control thread, which does not wait for files and switches.
 */
public final class StaticFlowEndpoints {
  private static final Logger LOG = LoggerFactory.getLogger(StaticFlowEndpoints.class);

  private final Maestro maestro;
  private final Changes changes;
  private final Executor control;

  /**
   * Makes the endpoints.
   *
   * @param control the control thread
   */
  public StaticFlowEndpoints(Maestro maestro, Changes changes, Executor control) {
    this.maestro = maestro;
    this.changes = changes;
    this.control = control;
  }

  private StaticFlows flows() {
    return maestro.staticFlows();
  }

  private SwitchNames names() {
    return maestro.config().names();
  }

  // ---- to read ----

  /** {@code GET /v1/static-flows}. */
  public Reply all(Question question) {
    return list();
  }

  private Answer list() {
    List<ShownFlow> all = flows().all();
    return Answer.object(
        json -> {
          json.writeArrayFieldStart("staticFlows");
          for (ShownFlow each : all) {
            write(json, each);
          }
          json.writeEndArray();
        });
  }

  /** {@code GET /v1/static-flows/{name}}. */
  public Reply one(Question question) throws RefusedQuestion {
    String name = question.part("name");
    return flows()
        .find(name)
        .map(found -> Answer.json(200, json -> write(json, found)))
        .orElseThrow(() -> unknown(name));
  }

  private static RefusedQuestion unknown(String name) {
    return new RefusedQuestion(
        404, "Not Found", "there is no static flow " + RefusedQuestion.shown(name));
  }

  private void write(JsonGenerator json, ShownFlow shown) throws IOException {
    StaticFlow flow = shown.flow();
    json.writeStartObject();
    json.writeStringField("name", flow.name());
    StaticFlowJson.writeFields(json, flow);
    json.writeStringField("switchName", names().of(flow.datapathId()).orElse(null));
    json.writeStringField("cookie", "0x%016x".formatted(flow.cookie()));
    json.writeStringField("state", shown.state().text());
    json.writeStringField("reason", shown.reason());
    json.writeEndObject();
  }

  // ---- to change ----

  /** {@code PUT /v1/static-flows/{name}}. */
  public Reply put(Question question) throws RefusedQuestion {
    StaticFlow flow;
    try {
      flow = StaticFlowJson.read(question.part("name"), question.body(), names());
    } catch (BadFlowException e) {
      throw bad(e);
    }
    Optional<String> obstacle = flows().obstacle(flow);
    if (obstacle.isPresent()) {
      throw RefusedQuestion.bad(
          "switch %s cannot have it: %s"
              .formatted(SwitchInfo.format(flow.datapathId()), obstacle.get()));
    }
    return later(
        flows().put(flow),
        isNew -> {
          changes.tell(
              question.from(),
              "static flow %s of switch %s is %s"
                  .formatted(
                      flow.name(),
                      SwitchInfo.format(flow.datapathId()),
                      isNew ? "new" : "another one"));
          return flows()
              .find(flow.name())
              .map(found -> Answer.json(isNew ? 201 : 200, json -> write(json, found)))
              .orElseGet(() -> gone(flow.name()));
        });
  }

  /** Somebody has removed it between the change and the answer. */
  private static Answer gone(String name) {
    return unknown(name).answer();
  }

  /** {@code PUT /v1/static-flows}. */
  public Reply putAll(Question question) throws RefusedQuestion {
    Map<String, StaticFlow> next;
    try {
      next = StaticFlowJson.readAll(question.body(), names());
    } catch (BadFlowException e) {
      throw bad(e);
    }
    return later(
        flows().replaceAll(next),
        before -> {
          changes.tell(
              question.from(),
              "%d static flows take the place of %d".formatted(next.size(), before));
          return list();
        });
  }

  /** {@code DELETE /v1/static-flows/{name}}. */
  public Reply remove(Question question) {
    return later(
        flows().remove(question.part("name")),
        flow ->
            changes.changed(
                question.from(),
                "static flow %s of switch %s is removed"
                    .formatted(flow.name(), SwitchInfo.format(flow.datapathId()))));
  }

  /** {@code DELETE /v1/static-flows}. */
  public Reply removeAll(Question question) {
    return later(
        flows().replaceAll(Map.of()),
        before ->
            changes.changed(question.from(), "%d static flows are removed".formatted(before)));
  }

  private static RefusedQuestion bad(BadFlowException e) {
    String why = String.valueOf(e.getMessage());
    return e.contradicts() ? new RefusedQuestion(409, "Conflict", why) : RefusedQuestion.bad(why);
  }

  /** Makes the answer to a change that was made. */
  @FunctionalInterface
  private interface Made<T> {
    Answer answer(T result);
  }

  private <T> Reply later(CompletableFuture<T> change, Made<T> made) {
    return new PendingAnswer(
        change.handleAsync(
            (result, failure) -> failure == null ? made.answer(result) : refusal(failure),
            control));
  }

  private static Answer refusal(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RefusedFlowException refused) {
      String detail = String.valueOf(refused.getMessage());
      return switch (refused.kind()) {
        case UNKNOWN -> Answer.problem(404, "Not Found", detail);
        case CONFLICT -> Answer.problem(409, "Conflict", detail);
        case UNAVAILABLE -> Answer.problem(503, "Service Unavailable", detail);
      };
    }
    LOG.error("static flows were not changed", cause);
    return Answer.problem(500, "Internal Server Error", "see the log of the controller");
  }
}
