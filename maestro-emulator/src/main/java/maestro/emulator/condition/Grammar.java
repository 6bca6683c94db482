package maestro.emulator.condition;

import java.util.ArrayList;
import java.util.List;
import maestro.config.Nearest;

/**
 * Reads comparisons that {@code and}, {@code or} and parentheses join.
 *
 * <pre>
 * any  = all { "or" all }
 * all  = term { "and" term }
 * term = "(" any ")" | comparison
 * </pre>
 *
 * <p>Used once, by one thread.
 *
 * @param <T> what is made of the text
 */
abstract class Grammar<T> {
  private final List<Token> tokens;
  private int next;

  Grammar(String text) throws ConditionException {
    this.tokens = Token.of(text);
  }

  /** A comparison, from {@link #now} on. */
  abstract T comparison() throws ConditionException;

  /** What holds when each of several does. */
  abstract T allOf(List<T> terms);

  /** What holds when one of several does. */
  abstract T anyOf(List<T> terms);

  final T parse() throws ConditionException {
    T term = any();
    if (now().kind() != Token.Kind.END) {
      throw wrong(now(), "and, or, the end", Nearest.hint(now().text(), List.of("and", "or")));
    }
    return term;
  }

  private T any() throws ConditionException {
    List<T> terms = new ArrayList<>(List.of(all()));
    while (take("or")) {
      terms.add(all());
    }
    return terms.size() == 1 ? terms.get(0) : anyOf(terms);
  }

  private T all() throws ConditionException {
    List<T> terms = new ArrayList<>(List.of(term()));
    while (take("and")) {
      terms.add(term());
    }
    return terms.size() == 1 ? terms.get(0) : allOf(terms);
  }

  private T term() throws ConditionException {
    if (!take("(")) {
      return comparison();
    }
    T inside = any();
    if (!take(")")) {
      throw wrong(now(), "and, or, )", "");
    }
    return inside;
  }

  final Operator operator() throws ConditionException {
    Token operator = now();
    if (operator.kind() != Token.Kind.OPERATOR) {
      throw wrong(operator, "< <= > >= = !=", "");
    }
    skip();
    return Operator.of(operator.text());
  }

  /** Whether this token may be a unit. */
  static boolean isUnit(Token token) {
    return token.is("%")
        || (token.kind() == Token.Kind.WORD && !token.is("and") && !token.is("or"));
  }

  /** A unit as the quantities have it. */
  static String unitOf(Token token) {
    return token.is("µs") ? "us" : token.text();
  }

  /** The token that is to be read. */
  final Token now() {
    return tokens.get(Math.min(next, tokens.size() - 1));
  }

  final void skip() {
    next++;
  }

  /** Skips a word or sign when it is there. */
  final boolean take(String text) {
    boolean here = now().is(text);
    next += here ? 1 : 0;
    return here;
  }

  static ConditionException wrong(Token token, String allowed, String hint) {
    return new ConditionException(token.column(), token.found() + "; allowed: " + allowed + hint);
  }
}
