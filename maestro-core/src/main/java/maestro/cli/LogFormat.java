package maestro.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;

/** The formats of the log: {@code --log-format}. */
enum LogFormat {
  /** For people: date and time with the zone's offset (ISO 8601), level, class and text. */
  TEXT {
    @Override
    Encoder<ILoggingEvent> encoder(LoggerContext context) {
      PatternLayoutEncoder encoder = new PatternLayoutEncoder();
      encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %level %logger - %msg%n");
      return started(encoder, context);
    }
  },

  /** For systemd's journal: the priority, class and text. The journal has the time itself. */
  JOURNAL {
    @Override
    Encoder<ILoggingEvent> encoder(LoggerContext context) {
      PatternLayout layout = new PatternLayout();
      layout.setContext(context);
      layout.setPattern("%logger - %msg%n");
      layout.start();
      return started(new JournalEncoder(layout), context);
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

  private static Encoder<ILoggingEvent> started(
      Encoder<ILoggingEvent> encoder, LoggerContext context) {
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }
}
