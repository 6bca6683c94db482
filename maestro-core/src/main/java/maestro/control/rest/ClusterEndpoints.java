package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.cluster.ClusterStatus;
import maestro.cluster.ClusterStatus.MemberStatus;
import maestro.cluster.ClusterStatus.SwitchStatus;
import maestro.config.SwitchNames;
import maestro.control.http.Answer;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;

/** The endpoints of {@code /v1/cluster}. Confined to the control thread. */
public final class ClusterEndpoints {
  private static final int MOST_SECONDS = 10;

  private final Maestro maestro;
  private final Changes changes;
  private final Executor control;

  public ClusterEndpoints(Maestro maestro, Changes changes, Executor control) {
    this.maestro = maestro;
    this.changes = changes;
    this.control = control;
  }

  /** The cluster as this member sees it. */
  public Answer status() {
    Optional<ClusterStatus> cluster = maestro.cluster();
    return Answer.object(
        json -> {
          json.writeBooleanField("isConfigured", cluster.isPresent());
          if (cluster.isPresent()) {
            write(json, cluster.get());
          }
        });
  }

  private static void write(JsonGenerator json, ClusterStatus cluster) throws IOException {
    json.writeStringField("self", cluster.self());
    json.writeNumberField("view", cluster.view());
    json.writeStringField("coordinator", cluster.coordinator());
    json.writeStringField("active", cluster.active());
    json.writeBooleanField("mayTake", cluster.mayTake());
    json.writeBooleanField("isLost", cluster.isLost());
    json.writeStringField("table", Long.toHexString(cluster.table()));
    json.writeArrayFieldStart("members");
    for (MemberStatus member : cluster.members()) {
      json.writeStartObject();
      json.writeStringField("name", member.name());
      json.writeBooleanField("isPresent", member.isPresent());
      json.writeBooleanField("isWitness", member.isWitness());
      json.writeArrayFieldStart("runs");
      for (String each : member.runs().lines().toList()) {
        json.writeString(each);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("switches");
    for (SwitchStatus each : cluster.switches()) {
      json.writeStartObject();
      json.writeStringField("dpid", SwitchInfo.format(each.datapathId()));
      json.writeStringField("master", each.master());
      json.writeStringField("backup", each.backup());
      json.writeStringField("generation", Long.toHexString(each.generation()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** {@code PUT /v1/cluster/move}. */
  public Reply move(Question question) throws RefusedQuestion {
    JsonFields body = JsonFields.of(question.body(), List.of("to", "dpid"));
    String to = body.text("to").orElseThrow(() -> body.notAllowed("to", "the name of a member"));
    Optional<String> dpid = body.text("dpid");
    List<Long> ids = List.of();
    if (dpid.isPresent()) {
      SwitchNames names = maestro.config().names();
      String allowed = names.allowed(dpid.get());
      ids = List.of(names.find(dpid.get()).orElseThrow(() -> body.notAllowed("dpid", allowed)));
    }
    String what = dpid.map(id -> "switch " + id).orElse("all switches");
    return new PendingAnswer(
        maestro
            .moveSwitches(to, ids)
            .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
            .handleAsync(
                (refusal, failure) -> {
                  if (failure != null) {
                    return Answer.problem(503, "Service Unavailable", "the cluster did not answer");
                  }
                  return refusal
                      .map(why -> Answer.problem(409, "Conflict", why))
                      .orElseGet(
                          () ->
                              changes.changed(
                                  question.from(), what + " shall move to member " + to));
                },
                control));
  }
}
