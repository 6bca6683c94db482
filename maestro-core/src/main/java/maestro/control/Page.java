package maestro.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import maestro.control.http.Answer;

/**
 * The live page: one HTML document with its style and its script inside, which reads the paths
 * under {@code /v1/}. It has no data of its own, so that anybody may load it. Its
 * Content-Security-Policy names the style and the script by their hashes: a browser runs nothing
 * else, loads nothing from elsewhere, and shows the page in no frame.
 */
final class Page {
  private static final String STYLE = "/*STYLE*/";
  private static final String SCRIPT = "/*SCRIPT*/";

  /** The parts of the script, in order: each may use what those before it define. */
  private static final List<String> SCRIPTS =
      List.of(
          "text.js",
          "source.js",
          "labels.js",
          "bars.js",
          "spread.js",
          "ends.js",
          "curves.js",
          "tables.js",
          "layout.js",
          "dots.js",
          "movable.js",
          "topology.js",
          "changes.js",
          "inside.js",
          "detail.js",
          "ways.js",
          "hosts.js",
          "events.js",
          "main.js");

  private Page() {}

  /** Puts the document together. */
  static Answer make() {
    String style = read("page.css");
    String script = SCRIPTS.stream().map(Page::read).collect(Collectors.joining());
    String text = read("page.html").replace(STYLE, style).replace(SCRIPT, script);
    String policy =
        String.join(
            "; ",
            "default-src 'none'",
            "style-src " + hash(style),
            "script-src " + hash(script),
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'");
    return new Answer(200, "text/html; charset=utf-8", text)
        .with("Content-Security-Policy", policy);
  }

  private static String hash(String text) {
    try {
      byte[] sha256 =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sha256) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String read(String name) {
    try (InputStream in = Page.class.getResourceAsStream("page/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
