package maestro.sequence.event;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import maestro.metrics.OperatorEvent.Severity;
import maestro.metrics.OperatorEvents;
import maestro.net.session.LogLines;

/**
 * Reports events of applications to operators. An application may report {@value #BURST} events at
 * once, and then one a second; those beyond are left out, and the next event says how many.
 *
 * <p>Threads: any.
 */
final class ApplicationEvents {
  private static final int BURST = 60;
  private static final long REFILL_NS = 1_000_000_000;
  private static final int MOST_CHARS = 500;
  private static final int MOST_DETAILS = 16;
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private final OperatorEvents operatorEvents;
  private final LongSupplier clock;
  private final LogLines allowed = new LogLines(BURST, REFILL_NS);

  ApplicationEvents(OperatorEvents operatorEvents, LongSupplier clock) {
    this.operatorEvents = operatorEvents;
    this.clock = clock;
  }

  /** Reports an event of an application. */
  void add(
      String application, Severity severity, String type, String text, Map<String, ?> details) {
    if (!TYPE.matcher(type).matches()) {
      throw new IllegalArgumentException(
          "event '" + type + "'; allowed: a-z, 0-9 and -, 64 characters, with a letter first");
    }
    if (details.size() > MOST_DETAILS) {
      throw new IllegalArgumentException(
          "%d details; allowed: %d at most".formatted(details.size(), MOST_DETAILS));
    }
    long leftOut = allowed.take(application, clock.getAsLong());
    if (leftOut < 0) {
      return;
    }
    Map<String, Object> plain = new HashMap<>();
    details.forEach((name, value) -> plain.put(cut(name), plain(value)));
    plain.put("application", application);
    if (leftOut > 0) {
      plain.put("leftOut", leftOut);
    }
    operatorEvents.add(application + "." + type, severity, cut(text), plain);
  }

  /** A text or a number, of no class of the application: another thread reads it later. */
  private static Object plain(Object value) {
    return value instanceof Number number ? number.longValue() : cut(String.valueOf(value));
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS);
  }
}
