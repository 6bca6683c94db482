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
    return page(
        "Maestro emulator report",
        "summary.csv",
        resource("switches.js") + resource("report.js"),
        PageData.of(results));
  }

  /**
   * A page that a script draws.
   *
   * @param title of the window
   * @param numbers where those who run no scripts find the numbers
   * @param script draws into the element {@code report} what is in the element {@code data}
   * @param json what it draws
   */
  public static String page(String title, String numbers, String script, String json) {
    return resource("page.html")
        .replace("/*TITLE*/", title)
        .replace("/*NUMBERS*/", numbers)
        .replace("/*STYLE*/", resource("report.css"))
        .replace("/*CHARTS*/", resource("charts.js"))
        .replace("/*SCRIPT*/", script)
        .replace("/*DATA*/", safe(json));
  }

  /** JSON that cannot end the element it stands in, whatever a controller is called. */
  static String safe(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String resource(String name) {
    return resource(HtmlReport.class, name);
  }

  /** The text of a resource that lies beside a class, such as the script of a page. */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
