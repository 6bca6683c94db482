package maestro.apps.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged from now on. One thread. */
public final class LogOfClass implements AutoCloseable {
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger;

  /** By one class. */
  public LogOfClass(Class<?> type) {
    this(type.getName());
  }

  /** By a logger and those below it. */
  public LogOfClass(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    appender.start();
    logger.addAppender(appender);
  }

  /** All of it, oldest first. */
  public List<String> lines() {
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** The lines that are warnings or worse. */
  public List<String> warnings() {
    return appender.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** Forgets what there is. */
  public void clear() {
    appender.list.clear();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
