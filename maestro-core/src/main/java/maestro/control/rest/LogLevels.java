package maestro.control.rest;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import maestro.control.http.Endpoint;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import org.slf4j.LoggerFactory;

/**
 * {@code PUT /v1/log-level}: how much a part of the program logs, until it ends. Only loggers that
 * exist can be named, so requests make no new ones. Confined to the control thread.
 */
public final class LogLevels implements Endpoint {
  private static final String LEVEL = "level";
  private static final String LOGGER = "logger";
  private static final List<String> LEVELS =
      List.of("off", "error", "warn", "info", "debug", "trace");

  /** Libraries that log dozens of lines for nobody. */
  private static final List<String> NOT_OURS = List.of("io.netty", "java", "javax", "jdk", "sun");

  private final Changes changes;

  public LogLevels(Changes changes) {
    this.changes = changes;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    JsonFields body = JsonFields.of(question.body(), List.of(LOGGER, LEVEL));
    String level = body.text(LEVEL).filter(LEVELS::contains).orElse("");
    if (level.isEmpty()) {
      throw body.notAllowed(LEVEL, String.join(", ", LEVELS));
    }
    String name = body.text(LOGGER).orElse(Logger.ROOT_LOGGER_NAME);
    Logger logger =
        find(name)
            .orElseThrow(
                () ->
                    new RefusedQuestion(
                        404,
                        "Not Found",
                        "logger: found '%s'; allowed: a logger that has logged, such as maestro.net"
                            .formatted(RefusedQuestion.shown(name))));
    Level next = Level.toLevel(level.toUpperCase(Locale.ROOT));
    if (name.equals(Logger.ROOT_LOGGER_NAME)) {
      setAll(logger.getLoggerContext(), next);
    } else {
      logger.setLevel(next);
    }
    String text = "the log level of %s is %s".formatted(name, level);
    return changes.changed(question.from(), text);
  }

  /**
   * Sets the level of all loggers that have none of their own. Netty and the JDK stay at {@code
   * INFO}, unless the operator's file has a level for them. At {@code DEBUG} Netty logs dozens of
   * lines about the platform, and the JDK a stack trace at exit. Any thread.
   */
  public static void setAll(LoggerContext context, Level level) {
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level);
    for (String name : NOT_OURS) {
      Logger logger = context.getLogger(name);
      if (!level.isGreaterOrEqual(Level.INFO) && logger.getLevel() == null) {
        logger.setLevel(Level.INFO);
      }
    }
  }

  private static Optional<Logger> find(String name) {
    return LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        ? Optional.ofNullable(context.exists(name))
        : Optional.empty();
  }
}
