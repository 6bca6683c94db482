package maestro.emulator.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.config.Nearest;
import maestro.emulator.condition.Condition.All;
import maestro.emulator.condition.Condition.Any;
import maestro.emulator.condition.Condition.Comparison;
import maestro.emulator.condition.Condition.Term;
import maestro.emulator.metrics.Metric;
import maestro.emulator.metrics.Quantity;

/**
 * Reads a condition.
 *
 * <pre>
 * any        = all { "or" all }
 * all        = term { "and" term }
 * term       = "(" any ")" | comparison
 * comparison = metric ( "&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "=" | "!=" ) number [ unit ]
 * </pre>
 *
 * <p>Used once, by one thread.
 */
final class ConditionParser {
  private final List<Token> tokens;
  private final List<Metric> metrics;
  private int next;

  ConditionParser(String text, List<Metric> metrics) throws ConditionException {
    this.metrics = metrics;
    this.tokens = Token.of(text);
  }

  Term parse() throws ConditionException {
    Term term = any();
    if (now().kind() != Token.Kind.END) {
      throw wrong(now(), "and, or, the end", Nearest.hint(now().text(), List.of("and", "or")));
    }
    return term;
  }

  private Term any() throws ConditionException {
    List<Term> terms = new ArrayList<>(List.of(all()));
    while (take("or")) {
      terms.add(all());
    }
    return terms.size() == 1 ? terms.get(0) : new Any(terms);
  }

  private Term all() throws ConditionException {
    List<Term> terms = new ArrayList<>(List.of(term()));
    while (take("and")) {
      terms.add(term());
    }
    return terms.size() == 1 ? terms.get(0) : new All(terms);
  }

  private Term term() throws ConditionException {
    if (!take("(")) {
      return comparison();
    }
    Term inside = any();
    if (!take(")")) {
      throw wrong(now(), "and, or, )", "");
    }
    return inside;
  }

  private Term comparison() throws ConditionException {
    Metric metric = metric();
    Token operator = now();
    if (operator.kind() != Token.Kind.OPERATOR) {
      throw wrong(operator, "< <= > >= = !=", "");
    }
    next++;
    Token number = now();
    if (number.kind() != Token.Kind.NUMBER) {
      throw wrong(number, "a number" + units(metric), "");
    }
    next++;
    String unit = unit(metric, number);
    double limit = Double.parseDouble(number.text()) * metric.quantity().units().get(unit);
    String text = number.text() + (unit.isEmpty() ? "" : " " + unit);
    return new Comparison(metric, Operator.of(operator.text()), limit, text);
  }

  private Metric metric() throws ConditionException {
    Token first = now();
    if (first.kind() != Token.Kind.WORD) {
      throw wrong(first, "a metric or (", "");
    }
    next++;
    String name = first.text();
    if (take("(")) {
      Token of = now();
      next++;
      if (of.kind() != Token.Kind.WORD || !take(")")) {
        throw wrong(of, "a word and ), as in p99(probing)", "");
      }
      name += "(" + of.text() + ")";
    }
    String wanted = name;
    Optional<Metric> metric = metrics.stream().filter(m -> m.name().equals(wanted)).findFirst();
    if (metric.isEmpty()) {
      List<String> names = metrics.stream().map(Metric::name).toList();
      throw new ConditionException(
          first.column(),
          "found '" + name + "'; allowed: " + String.join(", ", names) + Nearest.hint(name, names));
    }
    return metric.get();
  }

  private String unit(Metric metric, Token number) throws ConditionException {
    Quantity quantity = metric.quantity();
    Token token = now();
    boolean isUnit =
        token.is("%") || (token.kind() == Token.Kind.WORD && !token.is("and") && !token.is("or"));
    if (!isUnit) {
      if (!quantity.mayBeBare()) {
        throw new ConditionException(
            number.column(),
            "found '"
                + number.text()
                + "' without a unit for "
                + metric.name()
                + "; allowed: "
                + String.join(", ", quantity.names()));
      }
      return "";
    }
    String unit = token.is("µs") ? "us" : token.text();
    if (!quantity.units().containsKey(unit)) {
      String units = String.join(", ", quantity.names());
      throw new ConditionException(
          token.column(),
          "found the unit '"
              + token.text()
              + "' for "
              + metric.name()
              + "; allowed: "
              + (quantity.mayBeBare() ? "none" + (units.isEmpty() ? "" : ", " + units) : units));
    }
    next++;
    return unit;
  }

  private static String units(Metric metric) {
    List<String> names = metric.quantity().names();
    return names.isEmpty()
        ? ""
        : " with "
            + (metric.quantity().mayBeBare() ? "or without " : "")
            + String.join(", ", names);
  }

  private Token now() {
    return tokens.get(Math.min(next, tokens.size() - 1));
  }

  private boolean take(String text) {
    boolean here = now().is(text);
    next += here ? 1 : 0;
    return here;
  }

  private static ConditionException wrong(Token token, String allowed, String hint) {
    return new ConditionException(token.column(), token.found() + "; allowed: " + allowed + hint);
  }
}
