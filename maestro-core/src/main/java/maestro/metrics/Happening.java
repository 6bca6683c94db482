package maestro.metrics;

import java.util.Map;

/**
 * Something that happened in the controller and that operators want to know. Immutable.
 *
 * @param timeNs when, by the clock of {@link System#nanoTime}
 * @param type what, as a name for programs, such as {@code switch-connected}
 * @param severity how much it matters
 * @param text what, for people
 * @param details texts and whole numbers by name, for programs
 */
public record Happening(
    long timeNs, String type, Severity severity, String text, Map<String, Object> details) {
  /** How much it matters. */
  public enum Severity {
    /** Usual. */
    INFO,
    /** Somebody should look. */
    WARNING,
    /** Something does not work any more. */
    ERROR
  }

  /** Copies the map. */
  public Happening {
    details = Map.copyOf(details);
  }
}
