package maestro.emulator.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A page that needs nothing else: style, script and data are inside, and the page forbids itself to
 * load anything. It consists of lines of text and of sections, from top to bottom. One script draws
 * them all. Used by one thread.
 */
public final class ReportPage {
  private final String title;
  private final String numbers;
  private final List<Object> parts = new ArrayList<>();
  private String script = "";
  private String data = "null";

  /**
   * An empty page.
   *
   * @param title of the window
   * @param numbers where those who run no scripts find the numbers
   */
  public ReportPage(String title, String numbers) {
    this.title = title;
    this.numbers = numbers;
  }

  /** A paragraph in a style of the page's style sheet. */
  record Text(String style, String text) {}

  /** What stands under a heading. */
  record Section(String id, String title, List<String> tags, String note, List<Object> parts) {}

  /** Where the page's own script draws. */
  record Place(String place) {}

  /** Parts of a section in two columns. */
  public record Pairs(List<?> pairs) {}

  /** Adds the title above all. */
  public ReportPage heading(String text) {
    return text("h1", text);
  }

  /** Adds the sentence that says most. */
  public ReportPage lead(String text) {
    return text("lead", text);
  }

  /** Adds a line of conditions, such as the machine; empty facts are left out. */
  public ReportPage facts(String... facts) {
    return text(
        "soft", Arrays.stream(facts).filter(f -> !f.isEmpty()).collect(Collectors.joining(" · ")));
  }

  /** Adds what readers must know before they believe a number. */
  public ReportPage warning(String text) {
    return text("warn", text);
  }

  /** Nothing is added of an empty text. */
  private ReportPage text(String style, String text) {
    if (!text.isEmpty()) {
      parts.add(new Text(style, text));
    }
    return this;
  }

  /**
   * Adds a section.
   *
   * @param note how to read it
   * @param content of these: {@link maestro.cli.table.Grid}, {@link Chart}, {@link Scores}, {@link
   *     Pairs}, a text, which is a warning when it begins with {@code *}, and lists of them
   */
  public ReportPage section(String heading, String note, Object... content) {
    return section(heading, List.of(), note, content);
  }

  /** The same with words behind the heading. */
  public ReportPage section(String heading, List<String> tags, String note, Object... content) {
    List<Object> all = new ArrayList<>();
    for (Object each : content) {
      all.addAll(each instanceof List<?> list ? list : List.of(each));
    }
    parts.add(new Section(id(heading), heading, tags, note, all));
    return this;
  }

  /** Where a link to a section leads. */
  public static String link(String heading) {
    return "#" + id(heading);
  }

  private static String id(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  /** Adds an empty element where the page's own script draws. */
  public ReportPage place(String id) {
    parts.add(new Place(id));
    return this;
  }

  /** Adds {@code drawn}, where a script draws from JSON what only this page has. */
  public ReportPage drawn(String by, String json) {
    this.script = by;
    this.data = json;
    return place("drawn");
  }

  /** The page. */
  public String html() {
    return resource(ReportPage.class, "page.html")
        .replace("/*TITLE*/", title)
        .replace("/*NUMBERS*/", numbers)
        .replace("/*STYLE*/", resource(ReportPage.class, "page.css"))
        .replace(
            "/*CHARTS*/",
            resource(ReportPage.class, "charts.js") + resource(ReportPage.class, "page.js"))
        .replace("/*SCRIPT*/", script)
        .replace("/*PARTS*/", safe(Json.compact(parts)))
        .replace("/*DATA*/", safe(data));
  }

  /** JSON that cannot end the element it stands in, whatever a controller is called. */
  private static String safe(String json) {
    return json.replace("<", "\\u003c");
  }

  /** The text of a resource that lies beside a class. */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
