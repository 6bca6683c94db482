package maestro.control;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares values with the schemas of an OpenAPI document, by the keywords that ours uses. An
 * unknown keyword is a mistake of the document.
 */
public final class JsonSchema {
  private static final List<String> SAYS_NOTHING = List.of("description", "format");

  private final Map<String, Object> document;

  JsonSchema(Map<String, Object> document) {
    this.document = document;
  }

  /** Parses a JSON object. */
  public static Map<String, Object> parse(String json) {
    return ConfigFactory.parseString(
            json, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON))
        .root()
        .unwrapped();
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(@Nullable Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  /** What is wrong with a value; empty when nothing is. */
  List<String> mistakes(Object schema, @Nullable Object value) {
    List<String> mistakes = new ArrayList<>();
    check(object(schema), value, "$", mistakes);
    return mistakes;
  }

  private void check(
      Map<String, Object> schema, @Nullable Object value, String at, List<String> mistakes) {
    schema.forEach(
        (keyword, wanted) -> {
          if (!SAYS_NOTHING.contains(keyword)) {
            check(keyword, wanted, schema, value, at, mistakes);
          }
        });
  }

  private void check(
      String keyword,
      Object wanted,
      Map<String, Object> schema,
      @Nullable Object value,
      String at,
      List<String> mistakes) {
    boolean right =
        switch (keyword) {
          case "$ref" -> {
            check(resolve((String) wanted), value, at, mistakes);
            yield true;
          }
          case "anyOf" ->
              ((Collection<?>) wanted).stream().anyMatch(each -> mistakes(each, value).isEmpty());
          case "type" ->
              wanted instanceof Collection<?> several
                  ? several.stream().anyMatch(each -> isOf((String) each, value))
                  : isOf((String) wanted, value);
          case "maxItems" ->
              !(value instanceof List<?> list) || list.size() <= ((Number) wanted).intValue();
          case "maxLength" ->
              !(value instanceof String text) || text.length() <= ((Number) wanted).intValue();
          case "enum" -> ((Collection<?>) wanted).contains(value);
          case "pattern" -> !(value instanceof String text) || text.matches((String) wanted);
          case "minimum" ->
              !(value instanceof Number n) || n.doubleValue() >= ((Number) wanted).doubleValue();
          case "maximum" ->
              !(value instanceof Number n) || n.doubleValue() <= ((Number) wanted).doubleValue();
          case "exclusiveMaximum" ->
              !(value instanceof Number n) || n.doubleValue() < ((Number) wanted).doubleValue();
          case "items" -> {
            if (value instanceof List<?> list) {
              for (int i = 0; i < list.size(); i++) {
                check(object(wanted), list.get(i), at + "[" + i + "]", mistakes);
              }
            }
            yield true;
          }
          case "required" ->
              !(value instanceof Map<?, ?> map) || map.keySet().containsAll((Collection<?>) wanted);
          case "properties", "additionalProperties" -> {
            if (keyword.equals("additionalProperties")
                || !schema.containsKey("additionalProperties")) {
              checkProperties(schema, value, at, mistakes);
            }
            yield true;
          }
          default -> throw new IllegalArgumentException("unknown keyword " + keyword);
        };
    if (!right) {
      mistakes.add("%s: found %s; allowed: %s %s".formatted(at, value, keyword, wanted));
    }
  }

  private void checkProperties(
      Map<String, Object> schema, @Nullable Object value, String at, List<String> mistakes) {
    if (!(value instanceof Map<?, ?> map)) {
      return;
    }
    Map<String, Object> known = object(schema.getOrDefault("properties", Map.of()));
    Object others = schema.getOrDefault("additionalProperties", Map.of());
    map.forEach(
        (name, each) -> {
          String place = at + "." + name;
          if (known.containsKey(name)) {
            check(object(known.get(name)), each, place, mistakes);
          } else if (others.equals(false)) {
            mistakes.add(place + ": unknown");
          } else {
            check(object(others), each, place, mistakes);
          }
        });
  }

  private Map<String, Object> resolve(String reference) {
    Map<String, Object> at = document;
    for (String part : reference.substring("#/".length()).split("/", -1)) {
      at = object(at.get(part));
    }
    return at;
  }

  private static boolean isOf(String type, @Nullable Object value) {
    return switch (type) {
      case "null" -> value == null;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof Number n && n.doubleValue() == Math.rint(n.doubleValue());
      case "number" -> value instanceof Number;
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }
}
