package maestro.sequence.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.api.RestRefusal;
import maestro.api.RestRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request of an operator's program to an application. Immutable.
 *
 * @param parts what stands for the names of the template
 * @param parameters what stands behind the question mark, decoded
 */
record ApplicationRequest(
    String method, Map<String, String> parts, Map<String, String> parameters, String body)
    implements RestRequest {
  private static final int BAD_REQUEST = 400;
  private static final int MOST_DEPTH = 32;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
          .build();

  @Override
  public String part(String name) {
    String part = parts.get(name);
    if (part == null) {
      throw new IllegalArgumentException("the path has no {" + name + "}");
    }
    return part;
  }

  @Override
  public Optional<String> query(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  @Override
  public Map<String, Object> json() {
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new RestRefusal(BAD_REQUEST, "the body is no JSON object");
      }
      Map<String, Object> object = object(json);
      if (json.nextToken() != null) {
        throw new RestRefusal(BAD_REQUEST, "unexpected text after the JSON object");
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new RestRefusal(BAD_REQUEST, "the body is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text has none
    }
  }

  @SuppressWarnings("NullAway") // values may be null, which the type of the API does not say
  private static Map<String, Object> object(JsonParser json) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      object.put(name, value(json));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser json) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(json));
    }
    return array;
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
