package maestro.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The log as it is without a file for it: lines to stderr, from {@code INFO} on. In code, since
 * every start would wait for an XML parser otherwise.
 *
 * <p>Found by logback as a service. An operator's own file goes first: the one that the system
 * property {@code logback.configurationFile} names, or {@code logback.xml} in the class path.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String FILE_PROPERTY = "logback.configurationFile";
  private static final String PATTERN = "%d{HH:mm:ss.SSS} %level %logger - %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (hasFile()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();

    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("STDERR");
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();

    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(appender);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static boolean hasFile() {
    ClassLoader loader = LogSetup.class.getClassLoader();
    return System.getProperty(FILE_PROPERTY) != null
        || loader.getResource("logback-test.xml") != null
        || loader.getResource("logback.xml") != null;
  }
}
