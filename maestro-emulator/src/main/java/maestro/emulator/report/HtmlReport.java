package maestro.emulator.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Results as one page that needs nothing else: style, script and data are inside, and the page
 * forbids itself to load anything.
 */
public final class HtmlReport {
  private HtmlReport() {}

  /** The page. */
  public static String page(List<RunResult> results) {
    return resource("report.html")
        .replace("/*STYLE*/", resource("report.css"))
        .replace("/*CHARTS*/", resource("charts.js"))
        .replace("/*REPORT*/", resource("report.js"))
        .replace("/*DATA*/", safe(ResultJson.writeCompact(results)));
  }

  /** JSON that cannot end the element it stands in, whatever a controller is called. */
  static String safe(String json) {
    return json.replace("<", "\\u003c");
  }

  static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
