package maestro.cli.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;

/** The formats of the log: {@code --log-format}. */
public enum LogFormat {
  /** For people: date and time with the zone's offset (ISO 8601), level, class and text. */
  TEXT {
    @Override
    Encoder<ILoggingEvent> encoder(LoggerContext context) {
      LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
      encoder.setLayout(
          layout("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %level %logger - %msg%n", context));
      return started(encoder, context);
    }
  },

  /** For systemd's journal: the priority, class and text. The journal has the time itself. */
  JOURNAL {
    @Override
    Encoder<ILoggingEvent> encoder(LoggerContext context) {
      return started(new JournalEncoder(layout("%logger - %msg%n", context)), context);
    }
  },

  /** For programs: a JSON object a line. */
  JSON {
    @Override
    Encoder<ILoggingEvent> encoder(LoggerContext context) {
      return started(new JsonLogEncoder(), context);
    }
  };

  /** A new encoder, started. */
  abstract Encoder<ILoggingEvent> encoder(LoggerContext context);

  private static PatternLayout layout(String pattern, LoggerContext context) {
    PatternLayout layout = new NamingLayout();
    layout.setContext(context);
    layout.setPattern(pattern);
    layout.start();
    return layout;
  }

  private static Encoder<ILoggingEvent> started(
      Encoder<ILoggingEvent> encoder, LoggerContext context) {
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }
}
