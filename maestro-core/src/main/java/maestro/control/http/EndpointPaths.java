package maestro.control.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which endpoint answers which path. The fixed parts of a path are compared as they were sent: an
 * encoded or unclean path is an unknown one. What stands for a name of a template, such as {@code
 * {dpid}}, is decoded, and is no part of a path any more. {@code {path}} at the end stands for one
 * part or more, as they were sent.
 *
 * <p>Immutable.
 */
public final class EndpointPaths {
  private static final String GET = "GET";
  private static final String HEAD = "HEAD";
  private static final String DELETE = "DELETE";

  /** Ends a template in which everything that follows, with its slashes, stands for a name. */
  private static final String REST = "{path}";

  /** One line of the table. */
  private record Route(
      String method, String template, List<String> parts, Access access, Endpoint endpoint) {}

  /**
   * What was found for a request.
   *
   * @param access who may ask
   * @param endpoint null when the path is unknown or the method is wrong
   * @param parts what stands for the names of the template
   * @param allowed the methods of the path; empty when it is unknown
   */
  public record Match(
      Access access,
      @Nullable Endpoint endpoint,
      Map<String, String> parts,
      List<String> allowed) {}

  private final List<Route> routes;

  private EndpointPaths(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  /** Builds the table. */
  public static final class Builder {
    private final List<Route> routes = new ArrayList<>();

    /** A GET that anybody may do. */
    public Builder open(String path, Endpoint endpoint) {
      return add(GET, path, Access.OPEN, endpoint);
    }

    /** A GET for those who may read. */
    public Builder read(String path, Endpoint endpoint) {
      return add(GET, path, Access.READ, endpoint);
    }

    /** A method that changes the controller. */
    public Builder change(String method, String path, Endpoint endpoint) {
      return add(method, path, method.equals(DELETE) ? Access.REMOVE : Access.CHANGE, endpoint);
    }

    private Builder add(String method, String path, Access access, Endpoint endpoint) {
      routes.add(new Route(method, path, List.of(path.split("/", -1)), access, endpoint));
      return this;
    }

    public EndpointPaths build() {
      return new EndpointPaths(routes);
    }
  }

  /** The methods and templates, such as {@code GET /v1/switches/{dpid}}. */
  public List<String> templates() {
    return routes.stream().map(route -> route.method() + " " + route.template()).toList();
  }

  /** Finds the endpoint of a request. HEAD is answered as GET. */
  public Match match(String method, String path) {
    String asked = method.equals(HEAD) ? GET : method;
    List<String> sent = List.of(path.split("/", -1));
    TreeSet<String> allowed = new TreeSet<>();
    Access access = Access.READ;
    for (Route route : routes) {
      Optional<Map<String, String>> parts = fit(route.parts(), sent);
      if (parts.isPresent()) {
        if (route.method().equals(asked)) {
          return new Match(route.access(), route.endpoint(), parts.get(), List.of());
        }
        access = route.access() == Access.OPEN ? Access.OPEN : access;
        allowed.add(route.method());
        if (route.method().equals(GET)) {
          allowed.add(HEAD);
        }
      }
    }
    return new Match(access, null, Map.of(), List.copyOf(allowed));
  }

  private static Optional<Map<String, String>> fit(List<String> template, List<String> sent) {
    boolean open = template.get(template.size() - 1).equals(REST);
    if (open ? template.size() > sent.size() : template.size() != sent.size()) {
      return Optional.empty();
    }
    Map<String, String> parts = new HashMap<>();
    if (open) {
      int last = template.size() - 1;
      parts.put("path", String.join("/", sent.subList(last, sent.size())));
    }
    for (int i = 0; i < (open ? template.size() - 1 : sent.size()); i++) {
      String wanted = template.get(i);
      if (wanted.startsWith("{")) {
        Optional<String> decoded = decoded(sent.get(i));
        if (decoded.isEmpty() || decoded.get().isEmpty()) {
          return Optional.empty();
        }
        parts.put(wanted.substring(1, wanted.length() - 1), decoded.get());
      } else if (!wanted.equals(sent.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  /** Replaces {@code %3A} and the like; empty when that is malformed. */
  public static Optional<String> decoded(String text) {
    if (text.indexOf('%') < 0) {
      return Optional.of(text);
    }
    byte[] bytes = new byte[text.length()];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= text.length()
            || !HexFormat.isHexDigit(text.charAt(i + 1))
            || !HexFormat.isHexDigit(text.charAt(i + 2))) {
          return Optional.empty();
        }
        bytes[count++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
        i += 2;
      } else {
        bytes[count++] = (byte) c;
      }
    }
    return Optional.of(new String(bytes, 0, count, StandardCharsets.UTF_8));
  }
}
