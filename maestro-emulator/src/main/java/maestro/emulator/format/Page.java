package maestro.emulator.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page that needs nothing else: style, script and data are inside, and the page forbids itself to
 * load anything. It consists of parts, from top to bottom: lines of text, and sections with a
 * {@link Grid}, a {@link Chart}, or a {@link Picture} each. One script draws them all. Used by one
 * thread.
 */
public final class Page {
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
  public Page(String title, String numbers) {
    this.title = title;
    this.numbers = numbers;
  }

  /** A paragraph in a style of the page's style sheet. */
  record Text(String style, String text) {}

  /** What stands under a title; its number of parts may be 0. */
  record Section(String id, String title, List<String> tags, String note, List<Object> parts) {}

  /** Where the page's own script draws. */
  record Place(String place) {}

  /** Parts in two columns. */
  record Pairs(List<Object> pairs) {}

  /** Adds the title above all. */
  public Page heading(String text) {
    return text("h1", text);
  }

  /** Adds the sentence that says most. */
  public Page lead(String text) {
    return text("lead", text);
  }

  /** Adds a line of conditions, such as the machine; empty facts are left out. */
  public Page facts(String... facts) {
    return text(
        "soft", Arrays.stream(facts).filter(f -> !f.isEmpty()).collect(Collectors.joining(" · ")));
  }

  /** Adds what readers must know before they believe a number. */
  public Page warning(String text) {
    return text("warn", text);
  }

  /** Nothing is added of an empty text. */
  private Page text(String style, String text) {
    if (!text.isEmpty()) {
      parts.add(new Text(style, text));
    }
    return this;
  }

  /** Adds a section of grids, charts, pictures, pairs and notes. */
  public Page section(String heading, String note, Object... content) {
    return section("", heading, List.of(), note, List.of(content));
  }

  /**
   * Adds a section that links lead to.
   *
   * @param id of the links
   * @param tags words behind the heading
   */
  public Page section(String id, String heading, List<String> tags, String note, List<?> content) {
    parts.add(new Section(id, heading, List.copyOf(tags), note, List.copyOf(content)));
    return this;
  }

  /** A part of a section: others side by side. */
  public static Object pairs(List<?> others) {
    return new Pairs(List.copyOf(others));
  }

  /** A part of a section: how to read what follows. */
  public static Object note(String text) {
    return new Text("note", text);
  }

  /** A part of a section: what readers must know before they believe a number. */
  public static Object warn(String text) {
    return new Text("warn", text);
  }

  /** Parts of a section: one, and how to read it, a line each. */
  public static List<Object> noted(Object part, List<String> notes) {
    return Stream.concat(Stream.of(part), notes.stream().map(Page::note)).toList();
  }

  /** Adds two sections side by side. */
  public Page pair(String left, Object leftPart, String right, Object rightPart) {
    parts.add(
        new Pairs(
            List.of(
                new Section("", left, List.of(), "", List.of(leftPart)),
                new Section("", right, List.of(), "", List.of(rightPart)))));
    return this;
  }

  /** Adds an empty element where the page's own script draws. */
  public Page place(String id) {
    parts.add(new Place(id));
    return this;
  }

  /** Adds {@code drawn}, where a script draws from JSON what only this page has. */
  public Page drawn(String by, String json) {
    this.script = by;
    this.data = json;
    return place("drawn");
  }

  /** The page. */
  public String html() {
    return resource(Page.class, "page.html")
        .replace("/*TITLE*/", title)
        .replace("/*NUMBERS*/", numbers)
        .replace("/*STYLE*/", resource(Page.class, "page.css"))
        .replace("/*CHARTS*/", resource(Page.class, "charts.js") + resource(Page.class, "page.js"))
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
