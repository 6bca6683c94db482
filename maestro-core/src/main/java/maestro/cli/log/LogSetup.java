package maestro.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.Optional;
import maestro.control.rest.LogLevels;
import org.slf4j.LoggerFactory;

/**
 * Sets up the default log: lines to stderr, from {@code INFO} on. It is code, since an XML file
 * would delay every start by its parser.
 *
 * <p>Logback finds this class as a service. An operator's own file has precedence: the file that
 * the system property {@code logback.configurationFile} names, or {@code logback.xml} in the class
 * path.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String FILE_PROPERTY = "logback.configurationFile";
  private static final String APPENDER = "STDERR";

  /** Warns where there is only loopback; its number for the machine is used for nothing here. */
  private static final String NUMBER_OF_MACHINE = "io.netty.util.internal.MacAddressUtil";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (hasFile()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName(APPENDER);
    appender.setTarget("System.err");
    appender.setEncoder(LogFormat.TEXT.encoder(context));
    appender.start();

    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(appender);
    context.getLogger(NUMBER_OF_MACHINE).setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /**
   * Sets the format of {@code --log-format}.
   *
   * @return whether it is in force: an operator's file has formats of its own
   */
  public static boolean setFormat(LogFormat format) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    if (hasFile()
        || !(root.getAppender(APPENDER) instanceof ConsoleAppender<ILoggingEvent> appender)) {
      return false;
    }
    appender.setEncoder(format.encoder(context));
    return true;
  }

  /** Sets the level of {@code --log-level}. */
  public static void setLevel(Level level) {
    LogLevels.setAll((LoggerContext) LoggerFactory.getILoggerFactory(), level);
  }

  /** The mistake in the name of the operator's log configuration, if any. */
  public static Optional<String> mistake() {
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
    } catch (IOException e) { // also thrown when the name is no address
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
