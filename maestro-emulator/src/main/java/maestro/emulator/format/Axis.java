package maestro.emulator.format;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * An axis of a {@link Chart}. It is as long as the values need. Immutable.
 *
 * @param label with the unit
 * @param places names of the ticks when the values only count them from 1; else empty
 * @param spans values that it reaches in any case
 */
public record Axis(
    String label, Scale scale, Format format, List<String> places, List<Double> spans) {
  /** Where values stand. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /** Ticks at 1, 2, 4, 8 and so on. */
    DOUBLING,
    /** Ticks where the values are, at distances that are theirs, or at equal ones with names. */
    PLACES
  }

  /** How ticks are written. */
  public enum Format {
    /** {@code 1.5 k}, {@code 2 M}. */
    COUNT,
    /** All digits. */
    PLAIN,
    /** The same with its sign. */
    SIGNED
  }

  /** Keeps copies of the lists. */
  public Axis {
    places = List.copyOf(places);
    spans = List.copyOf(spans);
  }

  /** An axis without named places. */
  public Axis(String label, Scale scale, Format format, double... spans) {
    this(label, scale, format, List.of(), DoubleStream.of(spans).boxed().toList());
  }

  /** From 0 on. */
  public static Axis counts(String label) {
    return new Axis(label, Scale.LINEAR, Format.COUNT, 0);
  }

  /** Linear, and as long as to have these values. */
  public static Axis linear(String label, double... spans) {
    return new Axis(label, Scale.LINEAR, Format.PLAIN, spans);
  }

  /** In powers of ten. */
  public static Axis logarithmic(String label, double... spans) {
    return new Axis(label, Scale.LOGARITHMIC, Format.PLAIN, spans);
  }
}
