package maestro.emulator.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import maestro.emulator.metrics.Quantity;

/**
 * A claim about several measurements, such as {@code rps(round-robin, 7) > 2 * rps(shared-queue,
 * 7)}. Immutable.
 */
public final class Claim {
  private final Statement statement;

  private Claim(Statement statement) {
    this.statement = statement;
  }

  /**
   * A number that is measured.
   *
   * @param metric what is measured
   * @param subject of whom
   * @param at under which condition, such as a number of workers
   */
  public record Value(String metric, String subject, String at) {
    @Override
    public String toString() {
      return metric + "(" + subject + ", " + at + ")";
    }
  }

  /**
   * What a claim may name.
   *
   * @param metrics with what each is measured in
   * @param subjects all
   * @param places all conditions
   */
  public record Vocabulary(
      Map<String, Quantity> metrics, Set<String> subjects, Set<String> places) {}

  /** A claim of the form {@code value = number}. */
  public record Equation(Value value, double number) {}

  /**
   * Reads a claim.
   *
   * @throws ConditionException with the column, what was found and what is allowed
   */
  public static Claim parse(String text, Vocabulary vocabulary) throws ConditionException {
    return new Claim(new ClaimParser(text, vocabulary).parse());
  }

  /** All values that it names, each once. */
  public List<Value> values() {
    return statement.values().distinct().toList();
  }

  /** Whether it is true of numbers, none of which is NaN. */
  public boolean holds(ToDoubleFunction<Value> measured) {
    return statement.holds(measured);
  }

  /** What it says when it says that a value is a number, and no more. */
  public Optional<Equation> equation() {
    return statement instanceof Comparison c
            && c.left() instanceof Measurement m
            && c.operator() == Operator.EQUAL
            && c.right() instanceof Constant number
        ? Optional.of(new Equation(m.value(), number.value()))
        : Optional.empty();
  }

  /** A claim or a part of one. */
  sealed interface Statement {
    boolean holds(ToDoubleFunction<Value> measured);

    Stream<Value> values();
  }

  /** A number that is computed. */
  sealed interface Expression {
    double of(ToDoubleFunction<Value> measured);

    Stream<Value> values();
  }

  /** Two numbers. */
  record Comparison(Expression left, Operator operator, Expression right) implements Statement {
    @Override
    public boolean holds(ToDoubleFunction<Value> measured) {
      return operator.holds(left.of(measured), right.of(measured));
    }

    @Override
    public Stream<Value> values() {
      return Stream.concat(left.values(), right.values());
    }
  }

  /** True when each part is, or when some part is. */
  record Joined(boolean needsAll, List<Statement> parts) implements Statement {
    Joined {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean holds(ToDoubleFunction<Value> measured) {
      return needsAll
          ? parts.stream().allMatch(part -> part.holds(measured))
          : parts.stream().anyMatch(part -> part.holds(measured));
    }

    @Override
    public Stream<Value> values() {
      return parts.stream().flatMap(Statement::values);
    }
  }

  /** A number as written, in the base unit. */
  record Constant(double value) implements Expression {
    @Override
    public double of(ToDoubleFunction<Value> measured) {
      return value;
    }

    @Override
    public Stream<Value> values() {
      return Stream.empty();
    }
  }

  /** A number that is measured. */
  record Measurement(Value value) implements Expression {
    @Override
    public double of(ToDoubleFunction<Value> measured) {
      return measured.applyAsDouble(value);
    }

    @Override
    public Stream<Value> values() {
      return Stream.of(value);
    }
  }

  /** Factors; those of the second list divide. */
  record Product(List<Expression> factors, List<Expression> divisors) implements Expression {
    Product {
      factors = List.copyOf(factors);
      divisors = List.copyOf(divisors);
    }

    @Override
    public double of(ToDoubleFunction<Value> measured) {
      double product = 1;
      for (Expression each : factors) {
        product *= each.of(measured);
      }
      for (Expression each : divisors) {
        product /= each.of(measured);
      }
      return product;
    }

    @Override
    public Stream<Value> values() {
      List<Expression> all = new ArrayList<>(factors);
      all.addAll(divisors);
      return all.stream().flatMap(Expression::values);
    }
  }
}
