package maestro.config.file;

import com.typesafe.config.ConfigValueFactory;
import java.util.Optional;
import java.util.OptionalLong;

/** How often something is done that can be turned off. */
final class Intervals {
  /** Turns it off. */
  static final String OFF = "off";

  private static final String ALLOWED =
      OFF + ", or a duration from 1 s to 1 h, with its unit: ms, s, m or h";
  private static final long LEAST_NS = 1_000_000_000L;
  private static final long MOST_NS = 3_600_000_000_000L;

  private Intervals() {}

  /** Reads an interval in nanoseconds; empty for {@code off}. */
  static OptionalLong offOrNs(Section section, String key) {
    return section.parsed(key, ALLOWED, OptionalLong.empty(), Intervals::parse);
  }

  private static Optional<OptionalLong> parse(String text) {
    if (text.equals(OFF)) {
      return Optional.of(OptionalLong.empty());
    }
    return Values.durationNs(ConfigValueFactory.fromAnyRef(text))
        .filter(ns -> ns >= LEAST_NS && ns <= MOST_NS)
        .map(OptionalLong::of);
  }
}
