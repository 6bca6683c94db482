package maestro.control.http;

import java.util.Optional;

/** Reads the part of an address behind its question mark. Stateless. */
public final class Queries {
  private Queries() {}

  /** The decoded value of a parameter; empty when there is none. */
  public static Optional<String> value(String query, String name) {
    for (String each : query.split("&", -1)) {
      if (each.startsWith(name + "=")) {
        return EndpointPaths.decoded(each.substring(name.length() + 1));
      }
    }
    return Optional.empty();
  }
}
