package maestro.emulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import maestro.emulator.format.Figures;

/**
 * What a metric is measured in, and the units that may stand behind a number of it. Immutable.
 *
 * @param units how much of the metric one of each is; {@code ""} when a bare number is allowed
 */
public record Quantity(Map<String, Double> units) {
  /** Nanoseconds; a unit is needed. */
  public static final Quantity TIME = of(List.of("us", "ms", "s"), List.of(1e3, 1e6, 1e9));

  /** A part of one; per cent is needed. */
  public static final Quantity PART = of(List.of("%"), List.of(0.01));

  /** A count, or a count a second. */
  public static final Quantity COUNT = of(List.of("", "k", "M"), List.of(1.0, 1e3, 1e6));

  /** An index whose best value is 1. */
  public static final Quantity INDEX = of(List.of(""), List.of(1.0));

  private static final int DIGITS = 4;

  /** Keeps a copy of the map, in its order. */
  public Quantity {
    units = new LinkedHashMap<>(units);
  }

  private static Quantity of(List<String> names, List<Double> values) {
    Map<String, Double> units = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      units.put(names.get(i), values.get(i));
    }
    return new Quantity(units);
  }

  /** Whether a bare number means something. */
  public boolean mayBeBare() {
    return units.containsKey("");
  }

  /** How much of its metric's base unit a unit is, whichever quantity has it; NaN when none has. */
  public static double factor(String unit) {
    return Stream.of(TIME, PART, COUNT)
        .filter(quantity -> quantity.units.containsKey(unit))
        .mapToDouble(quantity -> quantity.units.get(unit))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The units to be written, for people: {@code us, ms, s}. */
  public List<String> names() {
    return units.keySet().stream().filter(name -> !name.isEmpty()).toList();
  }

  /**
   * A value with four digits that count, in the unit that leaves the fewest zeros; an index as
   * {@link Figures#index} shows it everywhere.
   */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "not measured";
    }
    if (equals(INDEX)) {
      return Figures.index(value);
    }
    String unit = units.keySet().iterator().next();
    for (Map.Entry<String, Double> each : units.entrySet()) {
      if (Math.abs(value) >= each.getValue() * 0.99995) {
        unit = each.getKey();
      }
    }
    String number = digits(value / units.get(unit));
    return unit.isEmpty() ? number : number + " " + unit;
  }

  private static String digits(double value) {
    double magnitude = Math.abs(value);
    if (magnitude >= 9999.5 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    int before = Math.max(-2, (int) Math.floor(Math.log10(magnitude)) + 1);
    return String.format(Locale.ROOT, "%." + (DIGITS - before) + "f", value);
  }
}
