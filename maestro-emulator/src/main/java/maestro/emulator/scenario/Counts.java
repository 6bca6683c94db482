package maestro.emulator.scenario;

import java.math.BigDecimal;

/** Numbers with a decimal suffix: {@code 10M} hosts, {@code 850k} requests. */
final class Counts {
  private Counts() {}

  /**
   * The number times its unit, without a rounding error on the way.
   *
   * @param unit empty, {@code k} or {@code M}
   */
  static double scaled(String number, String unit) {
    int zeros =
        switch (unit) {
          case "k" -> 3;
          case "M" -> 6;
          default -> 0;
        };
    return new BigDecimal(number).movePointRight(zeros).doubleValue();
  }
}
