package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import maestro.Maestro;
import maestro.config.RequestScope;
import maestro.config.Sequence;
import maestro.config.Trigger;
import maestro.config.file.LoadedConfig;
import maestro.control.http.Answer;
import maestro.sequence.application.ApplicationState;

/**
 * The answers to {@code /v1/applications} and {@code /v1/config}: how the controller is set up.
 * Confined to the control thread.
 */
public final class Arrangement {
  private static final double NS_PER_SECOND = 1e9;

  private final Maestro maestro;
  private final Operations operations;
  private final Changes changes;

  public Arrangement(Maestro maestro, Operations operations, Changes changes) {
    this.maestro = maestro;
    this.changes = changes;
    this.operations = operations;
  }

  /** The applications and the sequences they run in. */
  public Answer applications() {
    List<Sequence> sequences = maestro.config().sequences();
    return Answer.object(
        json -> {
          json.writeArrayFieldStart("applications");
          for (ApplicationState each : maestro.applications().states()) {
            json.writeStartObject();
            json.writeStringField("name", each.name());
            json.writeStringField("version", each.version());
            json.writeNumberField("faults", each.faults());
            json.writeNumberField("faultBudget", each.faultBudget());
            json.writeBooleanField("takenOut", each.takenOut());
            json.writeNumberField("slowStages", each.slowStages());
            json.writeNumberField(
                "stageSeconds", SwitchJson.rounded(each.stageNs() / NS_PER_SECOND, 1e6));
            write(json, "paths", maestro.applications().pathsOf(each.name()));
            write(
                json,
                "sequences",
                sequences.stream()
                    .filter(sequence -> sequence.run().contains(each.name()))
                    .map(Sequence::name)
                    .toList());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("sequences");
          for (Sequence sequence : sequences) {
            json.writeStartObject();
            json.writeStringField("name", sequence.name());
            write(json, "on", sequence.triggers().stream().map(Trigger::text).sorted().toList());
            write(json, sequence.when());
            write(json, "run", sequence.run());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** Which requests a sequence takes; null for those that no other one takes. */
  private void write(JsonGenerator json, RequestScope when) throws IOException {
    if (when.isRest()) {
      json.writeNullField("when");
      return;
    }
    NamesJson names = new NamesJson(maestro.config().names(), json);
    json.writeObjectFieldStart("when");
    json.writeArrayFieldStart("switches");
    for (long each : RequestScope.inOrder(when.switches())) {
      json.writeStartObject();
      names.ofSwitch("dpid", "switchName", each);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("ports");
    for (long each : RequestScope.inOrder(when.ports().keySet())) {
      for (int port : new TreeSet<>(when.ports().getOrDefault(each, Set.of()))) {
        json.writeStartObject();
        names.ofSwitch("dpid", "switchName", each);
        names.ofPort("port", "portName", each, port);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("vlans");
    for (int each : new TreeSet<>(when.vlans())) {
      json.writeNumber(each);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String field, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** The configuration without its secrets. */
  public Answer config() {
    LoadedConfig config = operations.config();
    Map<String, LoadedConfig.Setting> settings = new TreeMap<>();
    config.settings().forEach(each -> settings.put(each.key(), each));
    changes
        .inForce()
        .forEach(
            (key, now) ->
                settings.put(
                    key,
                    new LoadedConfig.Setting(key, Optional.of(now.value()), now.place(), true)));
    return Answer.object(
        json -> {
          json.writeStringField("source", config.source());
          json.writeArrayFieldStart("settings");
          for (LoadedConfig.Setting each : settings.values()) {
            json.writeStartObject();
            json.writeStringField("key", each.key());
            if (each.value().isPresent()) {
              json.writeFieldName("value");
              writeValue(json, each.value().get());
            }
            json.writeBooleanField("hidden", each.value().isEmpty());
            json.writeStringField("place", each.place());
            json.writeBooleanField("own", each.isOwn());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** A value as the library for configurations has it: text, number, flag, or a list of these. */
  private static void writeValue(JsonGenerator json, Object value) throws IOException {
    if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        writeValue(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        json.writeFieldName(String.valueOf(each.getKey()));
        writeValue(json, each.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Number number) {
      json.writeNumber(number.doubleValue());
    } else {
      json.writeString(String.valueOf(value));
    }
  }
}
