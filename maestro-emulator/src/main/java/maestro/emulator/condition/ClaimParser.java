package maestro.emulator.condition;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import maestro.config.Nearest;
import maestro.emulator.condition.Claim.Comparison;
import maestro.emulator.condition.Claim.Constant;
import maestro.emulator.condition.Claim.Expression;
import maestro.emulator.condition.Claim.Joined;
import maestro.emulator.condition.Claim.Measurement;
import maestro.emulator.condition.Claim.Product;
import maestro.emulator.condition.Claim.Statement;
import maestro.emulator.condition.Claim.Value;
import maestro.emulator.condition.Claim.Vocabulary;
import maestro.emulator.metrics.Quantity;

/**
 * Reads a claim.
 *
 * <pre>
 * comparison = product ( "&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "=" | "!=" ) product
 * product    = factor { ( "*" | "/" ) factor }
 * factor     = number [ unit ] | metric "(" subject "," place ")"
 * </pre>
 *
 * <p>A unit is one of those of the metrics that the comparison names. Used once, by one thread.
 */
final class ClaimParser extends Grammar<Statement> {
  private final Vocabulary vocabulary;

  /** Of the comparison that is being read. */
  private final Set<Quantity> quantities = new LinkedHashSet<>();

  /** Of the same. */
  private final List<Token> units = new ArrayList<>();

  ClaimParser(String text, Vocabulary vocabulary) throws ConditionException {
    super(text);
    this.vocabulary = vocabulary;
  }

  @Override
  Statement allOf(List<Statement> terms) {
    return new Joined(true, terms);
  }

  @Override
  Statement anyOf(List<Statement> terms) {
    return new Joined(false, terms);
  }

  @Override
  Statement comparison() throws ConditionException {
    quantities.clear();
    units.clear();
    Token first = now();
    Expression left = product();
    Operator operator = operator();
    Expression right = product();
    if (quantities.isEmpty()) {
      throw wrong(first, "a comparison that names a metric", "");
    }
    for (Token unit : units) {
      List<String> allowed = quantities.stream().flatMap(q -> q.names().stream()).toList();
      if (!allowed.contains(unitOf(unit))) {
        String list = allowed.isEmpty() ? "none" : String.join(", ", allowed);
        throw new ConditionException(
            unit.column(), "found the unit '" + unit.text() + "'; allowed here: " + list);
      }
    }
    boolean isBare = units.isEmpty() && quantities.stream().noneMatch(Quantity::mayBeBare);
    if (isBare
        && (left instanceof Constant || right instanceof Constant)
        && !isRatio(left, right)) {
      String list = quantities.stream().flatMap(q -> q.names().stream()).collect(joining(", "));
      throw new ConditionException(
          first.column(), "found a number without a unit; allowed: " + list);
    }
    return new Comparison(left, operator, right);
  }

  /** Whether one side divides what is measured by what is measured. */
  private static boolean isRatio(Expression left, Expression right) {
    return Stream.of(left, right)
        .anyMatch(side -> side instanceof Product product && !product.divisors().isEmpty());
  }

  private Expression product() throws ConditionException {
    List<Expression> factors = new ArrayList<>(List.of(factor()));
    List<Expression> divisors = new ArrayList<>();
    while (now().is("*") || now().is("/")) {
      List<Expression> list = now().is("*") ? factors : divisors;
      skip();
      list.add(factor());
    }
    return factors.size() + divisors.size() == 1 ? factors.get(0) : new Product(factors, divisors);
  }

  private Expression factor() throws ConditionException {
    Token token = now();
    return switch (token.kind()) {
      case NUMBER -> constant(token);
      case WORD -> new Measurement(value(token));
      case OPERATOR, SIGN, END -> throw wrong(token, "a metric, a number or (", "");
    };
  }

  private Expression constant(Token number) {
    skip();
    Token unit = now();
    double value = Double.parseDouble(number.text());
    if (!isUnit(unit)) {
      return new Constant(value);
    }
    skip();
    units.add(unit);
    return new Constant(value * Quantity.factor(unitOf(unit)));
  }

  private Value value(Token first) throws ConditionException {
    Collection<String> metrics = vocabulary.metrics().keySet();
    String metric = known(first, first.text(), metrics);
    skip();
    if (!take("(")) {
      throw wrong(now(), "( and a subject, as in " + metric + "(" + example() + ")", "");
    }
    String subject = argument(vocabulary.subjects());
    if (!take(",")) {
      throw wrong(now(), ", and a place, as in " + metric + "(" + example() + ")", "");
    }
    String place = argument(vocabulary.places());
    if (!take(")")) {
      throw wrong(now(), ")", "");
    }
    quantities.add(vocabulary.metrics().get(metric));
    return new Value(metric, subject, place);
  }

  /** A name, which may begin with a number: {@code 1.4M}. */
  private String argument(Collection<String> allowed) throws ConditionException {
    Token first = now();
    StringBuilder name = new StringBuilder();
    while (now().kind() == Token.Kind.WORD || now().kind() == Token.Kind.NUMBER) {
      name.append(now().text());
      skip();
    }
    if (name.isEmpty()) {
      throw wrong(first, String.join(", ", allowed), "");
    }
    return known(first, name.toString(), allowed);
  }

  private static String known(Token at, String name, Collection<String> allowed)
      throws ConditionException {
    if (!allowed.contains(name)) {
      throw new ConditionException(
          at.column(),
          "found '"
              + name
              + "'; allowed: "
              + String.join(", ", allowed)
              + Nearest.hint(name, allowed));
    }
    return name;
  }

  private String example() {
    return vocabulary.subjects().iterator().next() + ", " + vocabulary.places().iterator().next();
  }
}
