package maestro.control.http;

import java.util.Map;
import java.util.Optional;

/**
 * A request, as an endpoint gets it.
 *
 * @param parts what stands in the path for the names of its template, decoded
 * @param query what follows the question mark of the address, as it was sent; may be empty
 * @param headers its headers
 * @param body its body; may be empty
 * @param from who asks, for log lines: the address, after the name of the token that it shows
 */
public record Question(
    Map<String, String> parts, String query, Headers headers, String body, String from) {
  /** The header fields of a request. */
  @FunctionalInterface
  public interface Headers {
    /** The first value of a header; its name in any case. */
    Optional<String> get(String name);
  }

  /** A question without parameters. */
  public static Question plain() {
    return new Question(Map.of(), "", name -> Optional.empty(), "", "");
  }

  /** The first value of a header; empty without one. */
  public String header(String name) {
    return headers.get(name).orElse("");
  }

  /** What stands in the path for a name of its template. */
  public String part(String name) {
    return parts.getOrDefault(name, "");
  }
}
