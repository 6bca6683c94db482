package maestro.emulator.report;

/** Arithmetic with numbers that may be unknown, which is NaN. Stateless. */
public final class MaybeUnknown {
  private MaybeUnknown() {}

  /** The larger of two numbers; a known one is larger than an unknown one. */
  public static double larger(double one, double other) {
    return one >= other || Double.isNaN(other) ? one : other;
  }
}
