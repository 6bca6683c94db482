package maestro.emulator.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Records of plain values as JSON and back. NaN, infinity and an empty {@link OptionalDouble} are
 * {@code null}. Stateless.
 */
public final class Json {
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

  private Json() {}

  /** Indented. */
  public static String indented(Object value) {
    return write(MAPPER.writerWithDefaultPrettyPrinter(), value);
  }

  /** On one line. */
  public static String compact(Object value) {
    return write(MAPPER.writer(), value);
  }

  private static String write(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of plain values can always be written", e);
    }
  }

  /**
   * Reads what {@link #indented} or {@link #compact} wrote.
   *
   * @throws IOException when the text is something else
   */
  public static <T> T read(String json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }

  /**
   * Reads a text as a tree of keys.
   *
   * @throws JsonProcessingException when it is no JSON
   */
  public static JsonNode tree(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  /** The tree of keys that is written of a value. */
  public static JsonNode treeOf(Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * Reads a tree of keys.
   *
   * @throws JsonProcessingException when it is one of something else
   */
  public static <T> T read(JsonNode tree, Class<T> type) throws JsonProcessingException {
    return MAPPER.treeToValue(tree, type);
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
