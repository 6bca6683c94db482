package maestro.cli.remote.change;

import java.util.Locale;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Changes how much a running controller logs. */
@Command(
    name = "log-level",
    description =
        "Sets how much a running controller logs, until it ends. The option --log-level of run"
            + " sets it from the start.")
public final class LogLevelCommand extends ChangeCommand {
  @Parameters(index = "0", paramLabel = "LEVEL", description = "${COMPLETION-CANDIDATES}.")
  private Level level;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LOGGER",
      description =
          "A part of the program, such as maestro.net; without it, all that have no level of their"
              + " own.")
  private @Nullable String logger;

  /** The levels, as an operator writes them. */
  private enum Level {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  String body() {
    String named = logger == null ? "" : ",\"logger\":" + JsonValue.quoted(logger);
    return "{\"level\":\"" + level + "\"" + named + "}";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/log-level");
  }
}
