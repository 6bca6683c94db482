package maestro.emulator.format;

import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One column of a {@link ReportTable}: a name, a unit and a function. Immutable.
 *
 * @param group what stands above it and its neighbours of the same group; empty for nothing
 * @param name its title for people, and its key in CSV
 * @param unit how people read its numbers; scripts get them as they are
 * @param value of a row: a text, a number or a truth value
 * @param leansLeft whether its cells do; those of the first column always do
 */
public record Column<R>(
    String group,
    String name,
    DoubleFunction<String> unit,
    Function<R, ?> value,
    boolean leansLeft) {

  /** A column whose values people read as they are. */
  public Column(String group, String name, Function<R, ?> value) {
    this(group, name, String::valueOf, value, false);
  }

  /** The same without a group. */
  public Column(String name, Function<R, ?> value) {
    this("", name, value);
  }

  /** A column of numbers; NaN is unknown. */
  public Column(String group, String name, DoubleFunction<String> unit, ToDoubleFunction<R> value) {
    this(group, name, unit, value::applyAsDouble, false);
  }

  /** A column of words. */
  public static <R> Column<R> words(String name, Function<R, String> value) {
    return new Column<>("", name, String::valueOf, value, true);
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
