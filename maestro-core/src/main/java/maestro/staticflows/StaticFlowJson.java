package maestro.staticflows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import maestro.api.SwitchInfo;
import maestro.api.openflow.Numbers;
import maestro.config.SwitchNames;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes static flows as JSON.
 *
 * <pre>
 * { "dpid": "00:00:00:00:00:00:00:01", "table": 0, "priority": 100,
 *   "match": { "in_port": "1" }, "actions": [ "output:2" ], "idleTimeout": 0, "hardTimeout": 0 }
 * </pre>
 *
 * <p>Stateless.
 */
public final class StaticFlowJson {
  /** The most flows, of all switches. */
  static final int MOST_FLOWS = 4096;

  /** What a name may be, for messages. */
  public static final String NAME_ALLOWED = "1 to 64 of the characters A-Z a-z 0-9 . _ -";

  private static final int MOST_VALUE_CHARACTERS = 256;
  private static final int MOST_DEPTH = 8;
  private static final int MOST_DIGITS = 20;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private static final List<String> FIELDS =
      List.of("dpid", "table", "priority", "match", "actions", "idleTimeout", "hardTimeout");

  /** Fields of an answer, so that what was read can be sent back. */
  private static final List<String> ANSWERED = List.of("switchName", "cookie", "state", "reason");

  private static final String NAME_FIELD = "name";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
          .build();

  private StaticFlowJson() {}

  /** Reads something, and may find a mistake in it. */
  @FunctionalInterface
  interface Reading<T> {
    T read(JsonParser json) throws IOException, BadFlowException;
  }

  /**
   * Reads the flow with a name from a body.
   *
   * @param names what switches and their ports are called in it
   * @throws BadFlowException when it is none
   */
  public static StaticFlow read(String name, String body, SwitchNames names)
      throws BadFlowException {
    return whole(body, json -> flow(name, json, names), "");
  }

  /**
   * Reads all flows from a body: {@code { "flows": { NAME: FLOW, … } }}.
   *
   * @throws BadFlowException when it is something else
   */
  public static Map<String, StaticFlow> readAll(String body, SwitchNames names)
      throws BadFlowException {
    return whole(body, json -> flows(json, names), "");
  }

  /**
   * Reads a document to its end.
   *
   * @param place its place, for a message, to which the line is added; empty for none
   */
  static <T> T whole(String document, Reading<T> reading, String place) throws BadFlowException {
    try (JsonParser json = JSON.createParser(document)) {
      try {
        T read = reading.read(json);
        if (json.nextToken() != null) {
          throw new BadFlowException("unexpected text after the JSON object");
        }
        return read;
      } catch (BadFlowException e) {
        throw place.isEmpty() ? e : at(place, json.currentTokenLocation().getLineNr(), e.text());
      }
    } catch (JsonProcessingException e) {
      String text = "not JSON: " + e.getOriginalMessage();
      throw place.isEmpty()
          ? new BadFlowException("the body is " + text)
          : at(place, e.getLocation() == null ? 1 : e.getLocation().getLineNr(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text has none
    }
  }

  private static BadFlowException at(String place, int line, String text) {
    return new BadFlowException(place + ":" + line + ": " + text);
  }

  /** Reads {@code { "flows": { NAME: FLOW, … } }}; the flows in their order. */
  static Map<String, StaticFlow> flows(JsonParser json, SwitchNames names)
      throws IOException, BadFlowException {
    Map<String, StaticFlow> flows = new LinkedHashMap<>();
    boolean there = false;
    begin(json, "the document");
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      if (!field.equals("flows")) {
        throw BadFlowException.found("field", field, "flows");
      }
      there = true;
      begin(json, "flows");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        flows.put(name, flow(name, json, names));
        if (flows.size() > MOST_FLOWS) {
          throw new BadFlowException(
              "flows: found more than %d; allowed: %d".formatted(MOST_FLOWS, MOST_FLOWS));
        }
      }
    }
    if (!there) {
      throw new BadFlowException("flows: found nothing; allowed: flows by their names");
    }
    return flows;
  }

  /** Whether a flow may have this name. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && !text.equals(".") && !text.equals("..");
  }

  /** Checks a name. */
  static void checkName(String name) throws BadFlowException {
    if (!isName(name)) {
      throw BadFlowException.found("name", name, NAME_ALLOWED);
    }
  }

  private static void begin(JsonParser json, String what) throws IOException, BadFlowException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new BadFlowException(what + " is no JSON object");
    }
  }

  private static StaticFlow flow(String name, JsonParser json, SwitchNames names)
      throws IOException, BadFlowException {
    checkName(name);
    begin(json, "the flow");
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, String> match = new LinkedHashMap<>();
    List<String> actions = new ArrayList<>();
    boolean acts = false;
    String other = name;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      if (field.equals("match")) {
        match = match(json);
      } else if (field.equals("actions")) {
        actions = actions(json);
        acts = true;
      } else if (field.equals(NAME_FIELD)) {
        other = name(json);
      } else if (FIELDS.contains(field) || ANSWERED.contains(field)) {
        texts.put(field, scalar(json, field));
      } else {
        throw BadFlowException.found("field", field, String.join(", ", FIELDS));
      }
    }
    if (!acts) {
      throw new BadFlowException(
          "actions: found nothing; allowed: a list, empty to drop; of " + StaticActions.ALLOWED);
    }
    if (!other.equals(name)) {
      throw BadFlowException.otherName(other, name);
    }
    long datapathId = datapathId(texts.get("dpid"), names);
    PortsOfSwitch ports = new PortsOfSwitch(datapathId, names);
    return flow(
        name,
        datapathId,
        texts,
        FlowMatch.parse(ports.numbered(match)),
        StaticActions.parse(ports.numbered(actions)));
  }

  private static long datapathId(@Nullable String dpid, SwitchNames names) throws BadFlowException {
    if (dpid == null) {
      throw new BadFlowException("dpid: found nothing; allowed: " + names.allowed(""));
    }
    return names
        .find(dpid)
        .orElseThrow(() -> BadFlowException.found("dpid", dpid, names.allowed(dpid)));
  }

  private static StaticFlow flow(
      String name,
      long datapathId,
      Map<String, String> texts,
      FlowMatch match,
      StaticActions actions)
      throws BadFlowException {
    int table = integer(texts, "table", 0, StaticFlow.MOST_TABLE);
    OptionalLong next = actions.nextTable();
    if (next.isPresent() && next.getAsLong() <= table) {
      throw new BadFlowException(
          "actions: found goto-table:%d in table %d; allowed: a later table"
              .formatted(next.getAsLong(), table));
    }
    return new StaticFlow(
        name,
        datapathId,
        table,
        integer(texts, "priority", StaticFlow.DEFAULT_PRIORITY, StaticFlow.MOST_16_BITS),
        integer(texts, "idleTimeout", 0, StaticFlow.MOST_16_BITS),
        integer(texts, "hardTimeout", 0, StaticFlow.MOST_16_BITS),
        match,
        actions);
  }

  private static int integer(Map<String, String> texts, String field, int usual, int most)
      throws BadFlowException {
    String text = texts.get(field);
    if (text == null) {
      return usual;
    }
    OptionalLong number = Numbers.parse(text, 32);
    if (number.isEmpty() || number.getAsLong() > most) {
      throw BadFlowException.found(field, text, "0 to " + most);
    }
    return (int) number.getAsLong();
  }

  private static Map<String, String> match(JsonParser json) throws IOException, BadFlowException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new BadFlowException("match: found no object; allowed: fields with values");
    }
    Map<String, String> match = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      FlowMatch.checkName(field);
      match.put(field, scalar(json, "match: " + field));
    }
    return match;
  }

  private static List<String> actions(JsonParser json) throws IOException, BadFlowException {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw new BadFlowException("actions: found no list; allowed: a list, empty to drop");
    }
    List<String> actions = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw new BadFlowException(
            "actions[%d]: found no text; allowed: %s"
                .formatted(actions.size(), StaticActions.ALLOWED));
      }
      actions.add(json.getText());
      if (actions.size() > StaticActions.MOST) {
        throw new BadFlowException(
            "actions: found more than %d; allowed: %d"
                .formatted(StaticActions.MOST, StaticActions.MOST));
      }
    }
    return actions;
  }

  private static String name(JsonParser json) throws IOException, BadFlowException {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw new BadFlowException("name: found no text; allowed: " + NAME_ALLOWED);
    }
    return json.getText();
  }

  /**
   * A whole number in decimal digits, or a text; null counts as absent only for what is answered.
   */
  private static String scalar(JsonParser json, String field) throws IOException, BadFlowException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT) {
      String text = json.getText();
      if (text.length() > MOST_VALUE_CHARACTERS) {
        throw BadFlowException.found(field, text, "at most 256 characters");
      }
      return text;
    }
    if (token == JsonToken.VALUE_NULL && ANSWERED.contains(field)) {
      return "";
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      String text = json.getText();
      return whole(text)
          .orElseThrow(() -> BadFlowException.found(field, text, "a whole number, or a text"));
    }
    throw new BadFlowException(
        field + ": found neither a number nor a text; allowed: one of these");
  }

  /**
   * A JSON number with a point or an exponent as decimal digits: JSON has one kind of numbers, and
   * {@code 30.0} and {@code 3e1} are 30.
   *
   * @return empty when it is no whole number, or has more digits than 64 bits need
   */
  private static Optional<String> whole(String text) {
    try {
      BigDecimal number = new BigDecimal(text).stripTrailingZeros();
      return number.scale() <= 0 && (long) number.precision() - number.scale() <= MOST_DIGITS
          ? Optional.of(number.toPlainString())
          : Optional.empty();
    } catch (NumberFormatException | ArithmeticException e) { // an exponent of more than 32 bits
      return Optional.empty();
    }
  }

  /** Writes the fields of a flow into an object that is begun. */
  public static void writeFields(JsonGenerator json, StaticFlow flow) throws IOException {
    json.writeStringField("dpid", SwitchInfo.format(flow.datapathId()));
    json.writeNumberField("table", flow.table());
    json.writeNumberField("priority", flow.priority());
    json.writeObjectFieldStart("match");
    for (Map.Entry<String, String> each : flow.match().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("actions");
    for (String each : flow.actions()) {
      json.writeString(each);
    }
    json.writeEndArray();
    json.writeNumberField("idleTimeout", flow.idleSeconds());
    json.writeNumberField("hardTimeout", flow.hardSeconds());
  }
}
