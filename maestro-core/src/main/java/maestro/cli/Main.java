package maestro.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import maestro.cli.line.CommandLines;
import maestro.cli.line.CommandLines.Mistakes;
import maestro.cli.line.WrongArguments;
import maestro.cli.log.JournalErrors;
import maestro.cli.log.LogFormat;
import maestro.cli.log.LogSetup;
import maestro.cli.remote.RemoteCommands;
import maestro.cli.remote.client.ControlException;
import maestro.cli.tls.TlsCommand;
import maestro.config.file.BadConfigurationException;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The controller's command line. Results go to stdout, everything else to stderr. Exits with 0 on
 * success, 1 after a failure, 2 when the command line is wrong; {@code status} has its own.
 */
@Command(
    name = "maestro",
    description = "An OpenFlow controller that shares itself fairly between its switches.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.Version.class,
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      AppsCommand.class,
      NewAppCommand.class,
      TlsCommand.class,
      CommandLine.HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "The launcher has the emulator's commands, too: demo, compare, emulate, network, diff, agent,"
          + " bench; and simulate, paper.",
      "Each command tells its options with --help."
    })
public final class Main implements Runnable {
  /** Commands that other programs of the launcher have. */
  static final List<String> OF_LAUNCHER =
      List.of(
          "demo", "compare", "emulate", "network", "diff", "agent", "bench", "simulate", "paper");

  @CommandLine.Spec private CommandSpec spec;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      scope = ScopeType.INHERIT,
      description = "What is logged to stderr: ${COMPLETION-CANDIDATES}. Default: INFO.")
  void setLogLevel(Level level) {
    LogSetup.setLevel(ch.qos.logback.classic.Level.toLevel(level.name()));
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description =
          "How it is logged: text, journal (for systemd) or json (an object a line). Default:"
              + " text.")
  void setLogFormat(LogFormat format) {
    if (!LogSetup.setFormat(format)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--log-format: not with a logback file of your own, which has the format");
    }
    if (format == LogFormat.JOURNAL) {
      CommandLine all = spec.commandLine();
      all.setErr(new PrintWriter(new JournalErrors(all.getErr()), true));
    }
  }

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    Optional<String> mistake = LogSetup.mistake();
    if (mistake.isPresent()) { // logback would use another format and log every level
      System.err.println("maestro: " + mistake.get());
      System.exit(CommandLine.ExitCode.USAGE);
    }
    System.exit(commandLine().execute(args));
  }

  /** The command line with all commands; for tests, too. */
  public static CommandLine commandLine() {
    CommandSpec program = CommandSpec.forAnnotatedObject(new Main());
    RemoteCommands.addTo(program);
    program.addSubcommand("completion", CommandSpec.forAnnotatedObject(new CompletionCommand()));
    return CommandLines.of("maestro", program, Main::mistakes, OF_LAUNCHER.toArray(String[]::new));
  }

  private static Mistakes mistakes(Exception e) {
    if (e instanceof ControlException control) {
      return control.mistakes();
    }
    return e instanceof BadConfigurationException bad
        ? new Mistakes(bad.problems(), bad.isInOptions())
        : Mistakes.NONE;
  }

  @Override
  public void run() {
    throw WrongArguments.noCommand(spec.commandLine());
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"maestro " + (version == null ? "(not packaged)" : version)};
    }
  }
}
