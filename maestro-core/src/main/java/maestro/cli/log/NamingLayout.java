package maestro.cli.log;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import maestro.config.SwitchNames;

/**
 * Lines of the log with the names of switches and ports behind them, whoever has written them. Any
 * thread.
 */
public final class NamingLayout extends PatternLayout {
  /** Volatile: a start and reloads set it; threads that log read it. */
  private static volatile SwitchNames names = SwitchNames.NONE;

  /** Names switches as a configuration says, from now on. */
  public static void use(SwitchNames next) {
    names = next;
  }

  /** A text with the names. */
  static String named(String text) {
    return names.inText(text);
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    return named(super.doLayout(event));
  }
}
