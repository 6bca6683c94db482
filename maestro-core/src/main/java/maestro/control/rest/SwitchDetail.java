package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import maestro.Maestro;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology;
import maestro.config.DatapathIds;
import maestro.config.SwitchNames;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.metrics.Counters;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchQuestions;
import maestro.net.session.SwitchQuestions.Description;
import org.jspecify.annotations.Nullable;

/** The answer to {@code /v1/switches/{dpid}}. Confined to the control thread. */
public final class SwitchDetail implements Endpoint {
  private final Maestro maestro;
  private final SwitchJson switchJson;
  private final Executor control;

  /** What the switches have said of themselves; each is asked once. */
  private final Map<Connection, Optional<Description>> descriptions = new WeakHashMap<>();

  /**
   * Makes the endpoint.
   *
   * @param control the control thread
   */
  public SwitchDetail(Maestro maestro, SwitchJson switchJson, Executor control) {
    this.maestro = maestro;
    this.switchJson = switchJson;
    this.control = control;
  }

  /** The connected switch that a path names, or why there is none. */
  static Connection find(Maestro maestro, Question question) throws RefusedQuestion {
    return connected(maestro, datapathId(maestro, question));
  }

  /** The datapath id of the switch that a path names, connected or not; or why there is none. */
  static long datapathId(Maestro maestro, Question question) throws RefusedQuestion {
    String text = question.part("dpid");
    Optional<Long> datapathId = datapathId(maestro, text);
    if (datapathId.isPresent()) {
      return datapathId.get();
    }
    throw RefusedQuestion.bad(
        "found datapath id '%s'; allowed: %s, or a name in maestro.switches"
            .formatted(RefusedQuestion.shown(text), DatapathIds.ALLOWED));
  }

  /**
   * The datapath id that a text is, or whose name it is; empty when it can be neither.
   *
   * @throws RefusedQuestion when no switch has the name
   */
  static Optional<Long> datapathId(Maestro maestro, String text) throws RefusedQuestion {
    SwitchNames names = maestro.config().names();
    Optional<Long> datapathId = names.find(text);
    if (datapathId.isEmpty() && SwitchNames.isName(text)) {
      throw new RefusedQuestion(404, "Not Found", names.unknown(text));
    }
    return datapathId;
  }

  /** The switch of a datapath id, when its handshake is over. */
  static Connection connected(Maestro maestro, long datapathId) throws RefusedQuestion {
    Connection connection = maestro.switches().get(datapathId);
    if (connection == null || !Session.of(connection).isEstablished()) {
      throw new RefusedQuestion(
          404, "Not Found", "switch " + SwitchInfo.format(datapathId) + " is not connected");
    }
    return connection;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Connection connection = find(maestro, question);
    Optional<Description> known = descriptions.get(connection);
    if (known != null) {
      return answer(connection, known.orElse(null));
    }
    CompletableFuture<Answer> answer =
        SwitchQuestions.description(Session.of(connection))
            .handleAsync(
                (description, failure) -> {
                  descriptions.put(connection, Optional.ofNullable(description));
                  return answer(connection, description);
                },
                control);
    return new PendingAnswer(answer);
  }

  private Answer answer(Connection connection, @Nullable Description description) {
    return Answer.object(
        json -> {
          JsonText fields = new JsonText();
          switchJson.fields(fields, connection, maestro.config(), System.nanoTime());
          json.writeRaw(fields + ","); // the generator takes the next field for the first
          int worker = connection.home();
          List<Counters> workers = maestro.workerCounters();
          if (worker >= 0 && worker < workers.size()) {
            json.writeNumberField("workerIbt", workers.get(worker).threshold());
          } else {
            json.writeNullField("workerIbt");
          }
          json.writeNumberField("tables", Session.of(connection).info().tableCount());
          json.writeNumberField(
              "buffers", Integer.toUnsignedLong(Session.of(connection).info().bufferCount()));
          json.writeNumberField("errors", Session.of(connection).errors().count());
          json.writeNumberField("tableFullErrors", Session.of(connection).errors().fullCount());
          json.writeNumberField("flowMods", connection.flowTable().flowMods());
          OptionalInt entries = connection.flowTable().entries();
          if (entries.isPresent()) {
            json.writeNumberField("flowEntries", entries.getAsInt());
          } else {
            json.writeNullField("flowEntries");
          }
          write(json, description);
          writePorts(json, connection);
        });
  }

  private static void write(JsonGenerator json, @Nullable Description description)
      throws IOException {
    if (description == null) {
      json.writeNullField("description");
      return;
    }
    json.writeObjectFieldStart("description");
    json.writeStringField("manufacturer", description.manufacturer());
    json.writeStringField("hardware", description.hardware());
    json.writeStringField("software", description.software());
    json.writeStringField("serialNumber", description.serialNumber());
    json.writeStringField("datapath", description.datapath());
    json.writeEndObject();
  }

  private void writePorts(JsonGenerator json, Connection connection) throws IOException {
    long datapathId = Session.of(connection).info().datapathId();
    Topology topology = maestro.applications().network().topology().orElse(Topology.EMPTY);
    json.writeArrayFieldStart("portList");
    for (PortInfo port : PortAnswers.inOrder(connection)) {
      json.writeStartObject();
      json.writeNumberField("port", Integer.toUnsignedLong(port.number()));
      json.writeStringField("name", PortAnswers.name(maestro, connection, port));
      json.writeStringField("mac", NetworkAnswers.mac(port.hardwareAddress()));
      json.writeBooleanField("up", port.up());
      json.writeNumberField("speedKbps", port.speedKbps());
      json.writeStringField(
          "role", topology.roleOf(datapathId, port.number()).name().toLowerCase(Locale.ROOT));
      PortAnswers.peer(json, topology.linkFrom(datapathId, port.number()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
