package maestro.apps.log;

import java.time.Duration;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import org.slf4j.Logger;

/**
 * Limits the log lines a second about one kind of change. Further changes are counted, and logged
 * in one line at the end of the second. So the log shows the changes of a usual day one by one, and
 * stays readable when a whole network comes or goes.
 *
 * <p>Event thread.
 */
public final class LineLimit {
  private static final String KEY = "log-lines-per-second";
  private static final int MOST = 1000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ApplicationContext context;
  private final Logger log;
  private final String changes;
  private final int linesPerSecond;

  /** Whether a second is under way; it begins with a change. */
  private boolean counting;

  private int lines;
  private long leftOut;

  private LineLimit(ApplicationContext context, Logger log, String changes, int linesPerSecond) {
    this.context = context;
    this.log = log;
    this.changes = changes;
    this.linesPerSecond = linesPerSecond;
  }

  /**
   * Makes a limit by the application's setting {@code log-lines-per-second}.
   *
   * @param log receives the line with the count
   * @param changes the name of the changes in that line: {@code link changes}
   * @throws BadSettingException when the setting is not 0 to 1000
   */
  public static LineLimit configured(ApplicationContext context, Logger log, String changes) {
    int lines = context.config().getInt(KEY);
    if (lines < 0 || lines > MOST) {
      throw new BadSettingException(KEY, lines, "0 to " + MOST);
    }
    return new LineLimit(context, log, changes, lines);
  }

  /** Whether {@link #permit} would permit a line now. */
  public boolean hasRoom() {
    return lines < linesPerSecond;
  }

  /** Whether a change may have a line. Otherwise it is counted. */
  public boolean permit() {
    if (!counting) {
      counting = true;
      context.after(SECOND, this::endSecond);
    }
    if (hasRoom()) {
      lines++;
      return true;
    }
    leftOut++;
    return false;
  }

  private void endSecond() {
    if (leftOut > 0) {
      String count = lines == 0 ? leftOut + " " : "and " + leftOut + " further ";
      log.info("{}{} in the last second", count, changes);
    }
    counting = false;
    lines = 0;
    leftOut = 0;
  }
}
