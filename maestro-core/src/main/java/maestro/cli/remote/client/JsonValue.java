package maestro.cli.remote.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON document. What is missing is as {@code null}: a controller of another version
 * may leave it out. Immutable.
 */
public final class JsonValue {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final JsonValue NULL = new JsonValue(null);

  /** A map of {@link JsonValue}, a list of them, a text, a number, a boolean or null. */
  private final @Nullable Object value;

  private JsonValue(@Nullable Object value) {
    this.value = value;
  }

  /** Reads a whole document. */
  public static JsonValue parse(String text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      JsonValue read = read(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one document");
      }
      return read;
    }
  }

  private static JsonValue read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("no document");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue(parser.getDecimalValue());
      case VALUE_TRUE -> new JsonValue(true);
      case VALUE_FALSE -> new JsonValue(false);
      case VALUE_STRING -> new JsonValue(parser.getText());
      default -> NULL;
    };
  }

  private static JsonValue object(JsonParser parser) throws IOException {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, read(parser));
    }
    return new JsonValue(fields);
  }

  private static JsonValue array(JsonParser parser) throws IOException {
    List<JsonValue> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser));
    }
    return new JsonValue(items);
  }

  /** A field of an object, a field of that field, and so on. */
  public JsonValue at(String... names) {
    JsonValue found = this;
    for (String name : names) {
      found =
          found.value instanceof Map<?, ?> map && map.get(name) instanceof JsonValue v ? v : NULL;
    }
    return found;
  }

  public boolean isNull() {
    return value == null;
  }

  public boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  /** The items of an array; none when it is no array. */
  public List<JsonValue> items() {
    List<JsonValue> items = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof JsonValue item) {
          items.add(item);
        }
      }
    }
    return items;
  }

  /** The fields of an object; none when it is no object. */
  public Map<String, JsonValue> fields() {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, each) -> fields.put(String.valueOf(name), at(String.valueOf(name))));
    }
    return fields;
  }

  public OptionalDouble number() {
    return value instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  public double number(double otherwise) {
    return number().orElse(otherwise);
  }

  /** A text, number or boolean as text without control characters; {@code -} for anything else. */
  public String text() {
    return value == null || value instanceof Map || value instanceof List
        ? "-"
        : Printable.of(String.valueOf(value));
  }

  /** Like {@link #text}, but the lines of a text stay lines. */
  String lines() {
    return value instanceof String text
        ? text.lines().map(Printable::of).collect(Collectors.joining("\n"))
        : text();
  }

  /** A text as a string of JSON, for a question. */
  public static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** The value in one line of JSON. */
  public String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text has none
    }
    return text.toString();
  }

  private void write(JsonGenerator json) throws IOException {
    if (value instanceof Map) {
      json.writeStartObject();
      for (Map.Entry<String, JsonValue> each : fields().entrySet()) {
        json.writeFieldName(each.getKey());
        each.getValue().write(json);
      }
      json.writeEndObject();
    } else if (value instanceof List) {
      json.writeStartArray();
      for (JsonValue each : items()) {
        each.write(json);
      }
      json.writeEndArray();
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof String text) {
      json.writeString(text);
    } else {
      json.writeNull();
    }
  }
}
