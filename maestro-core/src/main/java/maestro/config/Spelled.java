package maestro.config;

import java.util.Locale;

/** A constant of an enum that operators write in a configuration. */
public interface Spelled {
  /** The constant's name, as {@link Enum#name} gives it. */
  String name();

  /** The constant as written in a configuration: {@code FAIR_SHARE} is {@code fair-share}. */
  default String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
