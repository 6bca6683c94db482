package maestro.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The log as it is without a file for it: lines to stderr, from {@code INFO} on. In code, since
 * every start would wait for an XML parser otherwise.
 *
 * <p>Found by logback as a service. An operator's own file goes first: the one that the system
 * property {@code logback.configurationFile} names, or {@code logback.xml} in the class path.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String FILE_PROPERTY = "logback.configurationFile";
  private static final List<String> NOT_OURS = List.of("io.netty", "java", "javax", "jdk", "sun");

  /** ISO 8601: the time of the machine's zone, to the millisecond, and how far it is from UTC. */
  private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %level %logger - %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (hasFile()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("STDERR");
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context));
    appender.start();

    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(appender);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** What a line looks like. */
  static PatternLayoutEncoder encoder(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  /**
   * What {@code --log-level} asks for. Netty tells how it finds its way around a machine, in dozens
   * of lines, and the JDK how it was told to end, with a stack: they stay at {@code INFO} unless
   * the operator's file has a level for them.
   */
  static void setLevel(Level level) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(level);
    for (String name : NOT_OURS) {
      Logger logger = context.getLogger(name);
      if (!level.isGreaterOrEqual(Level.INFO) && logger.getLevel() == null) {
        logger.setLevel(Level.INFO);
      }
    }
  }

  /** What is wrong with the file that the operator wants the log to be set up from. */
  static Optional<String> mistake() {
    String named = System.getProperty(FILE_PROPERTY);
    return named == null || isThere(named)
        ? Optional.empty()
        : Optional.of(
            FILE_PROPERTY
                + ": found '"
                + named
                + "'; allowed: a file, an address or a resource of the class path that is there");
  }

  private static boolean isThere(String named) {
    if (new File(named).isFile() || LogSetup.class.getClassLoader().getResource(named) != null) {
      return true;
    }
    try {
      new URL(named).openStream().close();
      return true;
    } catch (IOException e) { // also when it is no address
      return false;
    }
  }

  private static boolean hasFile() {
    ClassLoader loader = LogSetup.class.getClassLoader();
    return System.getProperty(FILE_PROPERTY) != null
        || loader.getResource("logback-test.xml") != null
        || loader.getResource("logback.xml") != null;
  }
}
