package maestro.emulator.condition;

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
 * comparison = metric ( "&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "=" | "!=" ) number [ unit ]
 * </pre>
 *
 * <p>Used once, by one thread.
 */
final class ConditionParser extends Grammar<Term> {
  private final List<Metric> metrics;

  ConditionParser(String text, List<Metric> metrics) throws ConditionException {
    super(text);
    this.metrics = metrics;
  }

  @Override
  Term allOf(List<Term> terms) {
    return new All(terms);
  }

  @Override
  Term anyOf(List<Term> terms) {
    return new Any(terms);
  }

  @Override
  Term comparison() throws ConditionException {
    Metric metric = metric();
    Operator operator = operator();
    Token number = now();
    if (number.kind() != Token.Kind.NUMBER) {
      throw wrong(number, "a number" + units(metric), "");
    }
    skip();
    String unit = unit(metric, number);
    double limit = Double.parseDouble(number.text()) * metric.quantity().units().get(unit);
    String text = number.text() + (unit.isEmpty() ? "" : " " + unit);
    return new Comparison(metric, operator, limit, text);
  }

  private Metric metric() throws ConditionException {
    Token first = now();
    if (first.kind() != Token.Kind.WORD) {
      throw wrong(first, "a metric or (", "");
    }
    skip();
    String name = first.text();
    if (take("(")) {
      Token of = now();
      skip();
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
    if (!isUnit(token)) {
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
    String unit = unitOf(token);
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
    skip();
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
}
