package maestro.sequence.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what an application answers. Stateless. */
final class AnswerJson {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int MOST_DEPTH = 32;
  private static final JsonFactory JSON = new JsonFactory();

  private AnswerJson() {}

  /** A writer with an end. */
  private static final class Bounded extends StringWriter {
    @Override
    public void write(char[] characters, int from, int count) {
      if (getBuffer().length() + count > MOST_CHARACTERS) {
        throw new IllegalArgumentException("an answer has 1 MiB at most");
      }
      super.write(characters, from, count);
    }
  }

  /**
   * The document as text.
   *
   * @throws IllegalArgumentException when it is too long or too deep, or has values that JSON does
   *     not have
   */
  static String text(@Nullable Object document) {
    Bounded text = new Bounded();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json, document, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text has none
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, @Nullable Object value, int depth)
      throws IOException {
    if (depth > MOST_DEPTH) {
      throw new IllegalArgumentException("an answer has " + MOST_DEPTH + " levels at most");
    }
    if (value == null) {
      json.writeNull();
    } else if (value instanceof CharSequence text) {
      json.writeString(text.toString());
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Number number) {
      writeNumber(json, number);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        json.writeFieldName(String.valueOf(each.getKey()));
        write(json, each.getValue(), depth + 1);
      }
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each, depth + 1);
      }
      json.writeEndArray();
    } else {
      throw new IllegalArgumentException(
          "found %s in an answer; allowed: maps, collections, texts, numbers, flags, null"
              .formatted(value.getClass().getName()));
    }
  }

  private static void writeNumber(JsonGenerator json, Number number) throws IOException {
    if (number instanceof BigInteger whole) {
      json.writeNumber(whole);
    } else if (number instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      if (Double.isFinite(value)) {
        json.writeNumber(value);
      } else {
        json.writeNull(); // JSON has no such number
      }
    } else {
      json.writeNumber(number.longValue());
    }
  }
}
