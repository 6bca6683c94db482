package maestro.emulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.List;

/** Results as JSON and back. A double that is no number is {@code null}. */
public final class ResultJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(double.class, new NumberOrNull())
                  .addSerializer(Double.class, new NumberOrNull())
                  .addDeserializer(double.class, new NullIsNaN()))
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
    return MAPPER.readValue(json, new TypeReference<List<RunResult>>() {});
  }

  /** A table of targets, indented. */
  public static String writeTable(TableResult table) {
    return write(table, true);
  }

  /**
   * Reads what {@link #writeTable} wrote.
   *
   * @throws IOException when the text is something else
   */
  public static TableResult readTable(String json) throws IOException {
    return MAPPER.readValue(json, TableResult.class);
  }

  /** Records of plain values, indented. */
  static String indented(Object value) {
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
}
