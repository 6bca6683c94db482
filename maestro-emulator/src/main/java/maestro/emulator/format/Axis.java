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
public record Axis(String label, Scale scale, List<String> places, List<Double> spans) {
  /** Where values stand. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /** Ticks at 1, 2, 4, 8 and so on. */
    DOUBLING,
    /** Ticks where the values are, at distances that are theirs, or at equal ones with names. */
    PLACES
  }

  /** Keeps copies of the lists. */
  public Axis {
    places = List.copyOf(places);
    spans = List.copyOf(spans);
  }

  /** An axis without named places. */
  public Axis(String label, Scale scale, double... spans) {
    this(label, scale, List.of(), DoubleStream.of(spans).boxed().toList());
  }

  /** Linear. */
  public static Axis linear(String label, double... spans) {
    return new Axis(label, Scale.LINEAR, spans);
  }

  /** In powers of ten; linear when some value has no logarithm. */
  public static Axis logarithmic(String label, double... spans) {
    return new Axis(label, Scale.LOGARITHMIC, spans);
  }
}
