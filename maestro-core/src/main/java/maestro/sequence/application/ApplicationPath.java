package maestro.sequence.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import maestro.api.RestHandler;

/**
 * A path that an application answers.
 *
 * @param method GET, POST, PUT or DELETE
 * @param template such as {@code reservations/{id}}
 */
public record ApplicationPath(String method, String template, RestHandler handler) {
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");
  private static final Pattern FIXED = Pattern.compile("[a-z0-9][a-z0-9._-]*");
  private static final Pattern NAME = Pattern.compile("\\{[a-zA-Z][a-zA-Z0-9]*}");

  public ApplicationPath {
    if (!METHODS.contains(method)) {
      throw new IllegalArgumentException(
          "method: found '" + method + "'; allowed: GET, POST, PUT, DELETE");
    }
    Set<String> names = new HashSet<>();
    for (String part : template.split("/", -1)) {
      boolean isName = NAME.matcher(part).matches();
      if (!isName && !FIXED.matcher(part).matches()) {
        throw new IllegalArgumentException(
            "path: found '%s'; allowed: parts of a-z 0-9 . _ - or {name}, with / between them"
                .formatted(template));
      }
      if (isName && !names.add(part)) {
        throw new IllegalArgumentException("path: found " + part + " twice in " + template);
      }
    }
  }

  /** The template without the names in it: two with one shape cannot be told apart. */
  public String shape() {
    return method + " " + NAME.matcher(template).replaceAll("{}");
  }

  /**
   * What stands for the names of the template; empty when the path is another one.
   *
   * @param sent the decoded parts of the path
   */
  public Optional<Map<String, String>> fit(List<String> sent) {
    List<String> wanted = new ArrayList<>(List.of(template.split("/", -1)));
    if (wanted.size() != sent.size()) {
      return Optional.empty();
    }
    Map<String, String> parts = new HashMap<>();
    for (int i = 0; i < sent.size(); i++) {
      String each = wanted.get(i);
      if (each.startsWith("{")) {
        parts.put(each.substring(1, each.length() - 1), sent.get(i));
      } else if (!each.equals(sent.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }
}
