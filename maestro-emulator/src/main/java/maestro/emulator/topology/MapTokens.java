package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a text in GML or in SNDlib's native format: brackets, texts in quotation marks, and
 * what stands between blanks. {@code #} starts a comment. Confined to one thread.
 */
final class MapTokens {
  private static final Pattern TOKEN =
      Pattern.compile("\\R|#[^\\r\\n]*|[()\\[\\]]|\"[^\"]*\"|[^\\s()\\[\\]\"]+|\"");
  private static final Pattern LINE_END = Pattern.compile("\\R");

  private record Token(String text, int line) {}

  private final MapBuilder map;
  private final List<Token> tokens = new ArrayList<>();
  private int next;

  MapTokens(String text, MapBuilder map) {
    this.map = map;
    int line = 1;
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      String found = matcher.group();
      boolean isLineEnd = LINE_END.matcher(found).matches();
      if (!isLineEnd && !found.startsWith("#")) {
        tokens.add(new Token(found, line));
      }
      line += (int) LINE_END.matcher(found).results().count();
    }
  }

  boolean hasNext() {
    return next < tokens.size();
  }

  /** The line of the word that comes next, or of the last one. */
  int line() {
    return tokens.isEmpty() ? 1 : tokens.get(Math.min(next, tokens.size() - 1)).line();
  }

  /** Whether this word comes next. */
  boolean isNext(String word) {
    return hasNext() && tokens.get(next).text().equals(word);
  }

  /** Goes past this word, if it comes next. */
  boolean skip(String word) {
    boolean isNext = isNext(word);
    next += isNext ? 1 : 0;
    return isNext;
  }

  /** Goes past this word. */
  void expect(String word) throws TopologyException {
    if (!skip(word)) {
      throw unexpected(word);
    }
  }

  /** A word that is no bracket, without its quotation marks. */
  String word(String allowed) throws TopologyException {
    if (!hasNext() || tokens.get(next).text().matches("[()\\[\\]\"]")) {
      throw unexpected(allowed);
    }
    String text = tokens.get(next++).text();
    return text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
  }

  /** Goes past what is in parentheses, and others in them. */
  void skipParentheses() throws TopologyException {
    expect("(");
    for (int depth = 1; depth > 0; next++) {
      if (!hasNext()) {
        throw unexpected(")");
      }
      depth += isNext("(") ? 1 : isNext(")") ? -1 : 0;
    }
  }

  TopologyException unexpected(String allowed) {
    String found =
        hasNext() ? "'" + TopologyFile.shortened(tokens.get(next).text()) + "'" : "the end";
    return map.bad(line(), "found " + found + "; allowed: " + allowed);
  }
}
