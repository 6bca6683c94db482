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
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Records of plain values as JSON and back. NaN, infinity and an empty {@link OptionalDouble} are
 * {@code null}. Stateless.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(double.class, new NumberOrNull<>(double.class, v -> v))
                  .addSerializer(Double.class, new NumberOrNull<>(double.class, v -> v))
                  .addSerializer(
                      new NumberOrNull<>(OptionalDouble.class, v -> v.orElse(Double.NaN)))
                  .addDeserializer(
                      double.class, new NullOrNumber<>(double.class, v -> v, Double.NaN))
                  .addDeserializer(
                      OptionalDouble.class,
                      new NullOrNumber<>(
                          OptionalDouble.class, OptionalDouble::of, OptionalDouble.empty())))
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

  /** Writes a number that may be unknown. */
  private static final class NumberOrNull<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient ToDoubleFunction<T> number;

    NumberOrNull(Class<T> type, ToDoubleFunction<T> number) {
      super(type);
      this.number = number;
    }

    @Override
    public void serialize(T value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      double found = number.applyAsDouble(value);
      if (Double.isFinite(found)) {
        json.writeNumber(found);
      } else {
        json.writeNull();
      }
    }
  }

  /** Reads it; what is missing is unknown, too. */
  private static final class NullOrNumber<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient DoubleFunction<T> known;
    private final transient T unknown;

    NullOrNumber(Class<T> type, DoubleFunction<T> known, T unknown) {
      super(type);
      this.known = known;
      this.unknown = unknown;
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return known.apply(_parseDoublePrimitive(json, context));
    }

    @Override
    public T getNullValue(DeserializationContext context) {
      return unknown;
    }

    @Override
    public T getAbsentValue(DeserializationContext context) {
      return unknown;
    }
  }
}
