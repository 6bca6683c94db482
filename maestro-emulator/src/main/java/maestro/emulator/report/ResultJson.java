package maestro.emulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Results as JSON and back. NaN, infinity and an empty {@link OptionalDouble} are {@code null}.
 * Stateless.
 */
public final class ResultJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(double.class, new NumberOrNull())
                  .addSerializer(Double.class, new NumberOrNull())
                  .addSerializer(OptionalDouble.class, new ValueOrNull())
                  .addDeserializer(double.class, new NullIsNaN())
                  .addDeserializer(OptionalDouble.class, new NullIsEmpty()))
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private ResultJson() {}

  /** The results as an indented array. */
  public static String write(List<RunResult> results) {
    return write(results, true);
  }

  /** The results as an array on one line. */
  static String writeCompact(List<RunResult> results) {
    return write(results, false);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException when the text is something else
   */
  public static List<RunResult> read(String json) throws IOException {
    JsonNode all = MAPPER.readTree(json);
    List<RunResult> results = new ArrayList<>();
    for (JsonNode each : all) {
      RunResult result = MAPPER.treeToValue(each, RunResult.class);
      refuseUnknownKeys(each, MAPPER.valueToTree(result));
      results.add(result);
    }
    return results;
  }

  /** A result as a tree of keys. */
  static JsonNode tree(RunResult result) {
    return MAPPER.valueToTree(result);
  }

  /** The result that {@link #tree} made a tree of. */
  static RunResult ofTree(JsonNode tree) {
    try {
      return MAPPER.treeToValue(tree, RunResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a tree of another form", e);
    }
  }

  /** Jackson ignores unknown keys beside parts that have no level of their own. */
  private static void refuseUnknownKeys(JsonNode found, JsonNode known) throws IOException {
    Iterator<String> keys = found.fieldNames();
    while (keys.hasNext()) {
      String key = keys.next();
      if (!known.has(key)) {
        throw JsonMappingException.from((JsonParser) null, "unknown key '" + key + "'");
      }
    }
  }

  /**
   * Reads a record of plain values that {@link #indented} or {@link #compact} wrote.
   *
   * @throws IOException when the text is something else
   */
  public static <T> T read(String json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }

  /** Records of plain values, indented. */
  public static String indented(Object value) {
    return write(value, true);
  }

  /** Records of plain values on one line. */
  public static String compact(Object value) {
    return write(value, false);
  }

  private static String write(Object value, boolean indented) {
    try {
      ObjectWriter writer = indented ? MAPPER.writerWithDefaultPrettyPrinter() : MAPPER.writer();
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of plain values can always be written", e);
    }
  }

  private static final class NumberOrNull extends StdSerializer<Double> {
    private static final long serialVersionUID = 1L;

    NumberOrNull() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (value.isNaN() || value.isInfinite()) {
        json.writeNull();
      } else {
        json.writeNumber(value);
      }
    }
  }

  private static final class ValueOrNull extends StdSerializer<OptionalDouble> {
    private static final long serialVersionUID = 1L;

    ValueOrNull() {
      super(OptionalDouble.class);
    }

    @Override
    public void serialize(OptionalDouble value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (value.isPresent()) {
        json.writeNumber(value.getAsDouble());
      } else {
        json.writeNull();
      }
    }
  }

  private static final class NullIsNaN extends StdDeserializer<Double> {
    private static final long serialVersionUID = 1L;

    NullIsNaN() {
      super(double.class);
    }

    @Override
    public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return _parseDoublePrimitive(json, context);
    }

    @Override
    public Double getNullValue(DeserializationContext context) {
      return Double.NaN;
    }

    @Override
    public Double getAbsentValue(DeserializationContext context) {
      return Double.NaN;
    }
  }

  private static final class NullIsEmpty extends StdDeserializer<OptionalDouble> {
    private static final long serialVersionUID = 1L;

    NullIsEmpty() {
      super(OptionalDouble.class);
    }

    @Override
    public OptionalDouble deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return OptionalDouble.of(_parseDoublePrimitive(json, context));
    }

    @Override
    public OptionalDouble getNullValue(DeserializationContext context) {
      return OptionalDouble.empty();
    }

    @Override
    public OptionalDouble getAbsentValue(DeserializationContext context) {
      return OptionalDouble.empty();
    }
  }
}
