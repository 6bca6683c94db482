package maestro.emulator.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A piece of a condition.
 *
 * @param kind what it is
 * @param text as it stands there; empty at the end
 * @param column where it begins, from 1
 */
record Token(Kind kind, String text, int column) {
  private static final Pattern NEXT =
      Pattern.compile(
          "\\s*(?:(?<number>[+-]?[0-9]+(?:\\.[0-9]+)?)"
              + "|(?<word>[A-Za-zµ][A-Za-z0-9_-]*)"
              + "|(?<operator>[<>]=?|[!=]=|=)"
              + "|(?<sign>[()%,*/]))");

  /** What a piece can be. */
  enum Kind {
    NUMBER,
    WORD,
    OPERATOR,
    /** A parenthesis, per cent, a comma, or what multiplies and divides. */
    SIGN,
    END
  }

  /** The pieces of a text; the last one is the end. */
  static List<Token> of(String text) throws ConditionException {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = NEXT.matcher(text);
    int at = 0;
    while (!text.substring(at).isBlank()) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        int column = at + 1 + leadingBlanks(text.substring(at));
        throw new ConditionException(
            column,
            "found '"
                + Character.toString(text.codePointAt(column - 1))
                + "'; allowed: metrics, numbers with units, < <= > >= = !=, and, or, ( )");
      }
      for (Kind kind : Kind.values()) {
        String name = kind.name().toLowerCase(java.util.Locale.ROOT);
        if (kind != Kind.END && matcher.group(name) != null) {
          tokens.add(new Token(kind, matcher.group(name), matcher.start(name) + 1));
        }
      }
      at = matcher.end();
    }
    tokens.add(new Token(Kind.END, "", text.length() + 1));
    return tokens;
  }

  private static int leadingBlanks(String text) {
    return text.length() - text.stripLeading().length();
  }

  /** Whether it is this word or sign. */
  boolean is(String expected) {
    return text.equals(expected);
  }

  /** For a message. */
  String found() {
    return kind == Kind.END ? "found the end" : "found '" + text + "'";
  }
}
