package maestro.cli.remote.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The path and the query of a request to a controller.
 *
 * @param template the path as the controller's OpenAPI document names it
 * @param text the path and query to send
 */
public record ControlPath(String template, String text) {
  /** A path without variable parts. */
  public static ControlPath of(String path) {
    return new ControlPath(path, path);
  }

  /** A path in which a text stands for a name of the template, such as {@code {name}}. */
  public static ControlPath of(String template, String name, String value) {
    return new ControlPath(
        template, template.replace("{" + name + "}", encoded(value).replace("+", "%20")));
  }

  /** The same path with a parameter after those that it has. */
  public ControlPath with(String name, String value) {
    return new ControlPath(
        template, text + (text.indexOf('?') < 0 ? '?' : '&') + name + '=' + encoded(value));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
