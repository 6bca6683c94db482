package maestro.cli.table;

import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One column of a {@link Table}: a name, a unit and a function. Immutable.
 *
 * @param group what stands above it and its neighbours of the same group; empty for nothing
 * @param name its title for people, and its key in CSV
 * @param unit how people read its numbers; scripts get them as they are
 * @param value of a row: a text, a number or a truth value
 * @param lean to which side its cells lean
 */
public record Column<R>(
    String group, String name, DoubleFunction<String> unit, Function<R, ?> value, Lean lean) {
  /** To which side cells lean. */
  enum Lean {
    LEFT,
    RIGHT,

    /** Those of the first column to the left, of others to the right. */
    BY_PLACE
  }

  /** A column whose values people read as they are. */
  public Column(String group, String name, Function<R, ?> value) {
    this(group, name, String::valueOf, value, Lean.BY_PLACE);
  }

  /** The same without a group. */
  public Column(String name, Function<R, ?> value) {
    this("", name, value);
  }

  /** A column of numbers; NaN is unknown. */
  public Column(String group, String name, DoubleFunction<String> unit, ToDoubleFunction<R> value) {
    this(group, name, unit, value::applyAsDouble, Lean.BY_PLACE);
  }

  /** A column of words. */
  public static <R> Column<R> words(String name, Function<R, String> value) {
    return new Column<>("", name, String::valueOf, value, Lean.LEFT);
  }

  /** A column that leans to the right also as the first one. */
  public static <R> Column<R> numbers(String name, Function<R, String> value) {
    return new Column<>("", name, String::valueOf, value, Lean.RIGHT);
  }

  /** What stands above its cells. */
  Grid.Head head() {
    return new Grid.Head(group, name, lean == Lean.LEFT, lean == Lean.RIGHT);
  }

  /** The cell of a row for people. */
  String text(R row) {
    Object found = value.apply(row);
    return found instanceof Double number ? unit.apply(number) : String.valueOf(found);
  }

  /** The cell of a row for scripts; empty when it is unknown. */
  String plain(R row) {
    Object found = value.apply(row);
    if (found instanceof OptionalDouble number) {
      found = number.orElse(Double.NaN);
    }
    return found instanceof Double number && !Double.isFinite(number) ? "" : String.valueOf(found);
  }
}
