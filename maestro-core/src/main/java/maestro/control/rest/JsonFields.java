package maestro.control.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import maestro.control.http.RefusedQuestion;
import org.jspecify.annotations.Nullable;

/** The fields of a body that is one flat JSON object. Immutable. */
public final class JsonFields {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Map<String, @Nullable Object> values;

  private JsonFields(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /**
   * Reads a body.
   *
   * @param allowed the names of all fields
   * @throws RefusedQuestion when it is something else
   */
  public static JsonFields of(String body, List<String> allowed) throws RefusedQuestion {
    Map<String, @Nullable Object> values = new HashMap<>();
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw RefusedQuestion.bad("the body is no JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (!allowed.contains(name)) {
          throw RefusedQuestion.bad(
              "unknown field '%s'; allowed: %s"
                  .formatted(RefusedQuestion.shown(name), String.join(", ", allowed)));
        }
        values.put(name, value(json, name));
      }
      if (json.nextToken() != null) {
        throw RefusedQuestion.bad("unexpected text after the JSON object");
      }
    } catch (JsonProcessingException e) {
      throw RefusedQuestion.bad("the body is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text has none
    }
    return new JsonFields(values);
  }

  private static @Nullable Object value(JsonParser json, String name)
      throws IOException, RefusedQuestion {
    return switch (json.nextToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_STRING -> json.getText();
      case VALUE_NULL -> null;
      default -> throw RefusedQuestion.bad(name + ": found neither a number, a text nor null");
    };
  }

  /** A number within bounds. */
  double number(String name, double least, double most) throws RefusedQuestion {
    if (values.get(name) instanceof Double number && number >= least && number <= most) {
      return number;
    }
    throw notAllowed(name, "%s to %s".formatted(shortest(least), shortest(most)));
  }

  /** A whole number within bounds. */
  public int integer(String name, int least, int most) throws RefusedQuestion {
    double number = number(name, least, most);
    if (number != Math.rint(number)) {
      throw notAllowed(name, "a whole number");
    }
    return (int) number;
  }

  /** A whole number within bounds, or null. */
  public OptionalInt integerOrNull(String name, int least, int most) throws RefusedQuestion {
    return values.containsKey(name) && values.get(name) == null
        ? OptionalInt.empty()
        : OptionalInt.of(integer(name, least, most));
  }

  /** A text; empty without the field. */
  public Optional<String> text(String name) throws RefusedQuestion {
    if (!values.containsKey(name)) {
      return Optional.empty();
    }
    if (values.get(name) instanceof String text) {
      return Optional.of(text);
    }
    throw notAllowed(name, "a text");
  }

  /** The refusal of a value. */
  RefusedQuestion notAllowed(String name, String allowed) {
    Object found = values.get(name);
    String shown =
        !values.containsKey(name)
            ? "nothing"
            : found instanceof Double number
                ? shortest(number)
                : found instanceof String text ? "'" + RefusedQuestion.shown(text) + "'" : "null";
    return RefusedQuestion.bad("%s: found %s; allowed: %s".formatted(name, shown, allowed));
  }

  /** A number as people write it: without a fraction that is none. */
  static String shortest(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
