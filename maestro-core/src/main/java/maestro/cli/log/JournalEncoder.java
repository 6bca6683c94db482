package maestro.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;

/**
 * Begins each line with the priority that systemd reads from there (sd-daemon(3)), so that {@code
 * journalctl -p warning} finds warnings. The journal keeps a line as an entry, so the lines of a
 * stack trace have the priority of their event, too.
 */
final class JournalEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  private final PatternLayout layout;

  /**
   * An encoder of lines.
   *
   * @param layout of an event, without priority; it ends each event with a line feed
   */
  JournalEncoder(PatternLayout layout) {
    this.layout = layout;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String prefix = "<" + priority(event.getLevel()) + ">";
    StringBuilder lines = new StringBuilder();
    layout.doLayout(event).lines().forEach(l -> lines.append(prefix).append(l).append('\n'));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** As syslog counts: 3 is an error, 4 a warning, 6 informational, 7 for debugging. */
  private static int priority(Level level) {
    if (level.isGreaterOrEqual(Level.ERROR)) {
      return 3;
    }
    if (level.isGreaterOrEqual(Level.WARN)) {
      return 4;
    }
    return level.isGreaterOrEqual(Level.INFO) ? 6 : 7;
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
