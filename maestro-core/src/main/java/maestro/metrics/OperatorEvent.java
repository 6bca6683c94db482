package maestro.metrics;

import java.util.Map;

/**
 * An event of the controller for operators, as {@code /v1/events} and the page show it. Immutable.
 *
 * @param timeNs when, by the clock of {@link System#nanoTime}
 * @param type its name for programs, such as {@code switch-connected}
 * @param severity how urgent it is
 * @param text its text for people
 * @param details texts and whole numbers by name, for programs
 */
public record OperatorEvent(
    long timeNs, String type, Severity severity, String text, Map<String, Object> details) {
  /** How urgent an event is. */
  public enum Severity {
    /** No action is needed. */
    INFO,
    /** An operator should look. */
    WARNING,
    /** Something does not work any more. */
    ERROR
  }

  /** Copies the map. */
  public OperatorEvent {
    details = Map.copyOf(details);
  }
}
