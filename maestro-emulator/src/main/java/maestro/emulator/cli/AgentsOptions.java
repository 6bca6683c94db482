package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import maestro.cli.line.Bounds;
import maestro.emulator.agents.Coordinator;
import maestro.emulator.agents.Secret;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.scenario.Scenario;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Who offers the load: this process, or agents. */
final class AgentsOptions {
  private static final String VARIABLE = "MAESTRO_SECRET";
  private static final String LISTEN = "--listen-agents";
  private static final String SECRET_FILE = "--secret-file";

  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "Wait for so many agents and let them offer the load.")
  private Integer agentCount;

  @Option(
      names = LISTEN,
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      defaultValue = "127.0.0.1:6699",
      description = "Where to wait for agents (default: ${DEFAULT-VALUE}).")
  private InetSocketAddress listen;

  @Option(
      names = SECRET_FILE,
      paramLabel = "FILE",
      description = "The secret shared with the agents (default: MAESTRO_SECRET).")
  private Path secretFile;

  private Coordinator coordinator;

  /** Refuses what agents cannot do, before anybody waits for them. */
  void check(CommandLine command, Scenario scenario, TlsOptions tls) {
    if (agentCount == null) {
      for (String option : List.of(LISTEN, SECRET_FILE)) {
        if (command.getParseResult().hasMatchedOption(option)) {
          throw new ParameterException(
              command, option + ": found without --agents; allowed: with --agents N");
        }
      }
      return;
    }
    Bounds.atLeast(command, "--agents", agentCount, 1);
    if (tls.isWanted()) {
      throw new ParameterException(
          command,
          "--agents: found with an option of TLS; allowed: without, as" + " agents speak no TLS");
    }
    if (!scenario.events().isEmpty()) {
      throw new ParameterException(
          command,
          "--agents: found with a scenario of "
              + scenario.events().size()
              + " events; allowed: without events, as nobody takes the agents' switches down");
    }
  }

  /** Whether agents were asked for. */
  boolean areWanted() {
    return agentCount != null;
  }

  /** The agents, or this process, when all are here. The caller calls {@link #close}. */
  LoadRunner runner(CommandLine command) throws IOException {
    if (agentCount == null) {
      return LoadRunner.HERE;
    }
    PrintWriter err = command.getErr();
    coordinator =
        Coordinator.listen(
            listen,
            secret(command, secretFile),
            agentCount,
            line -> {
              err.println(line);
              err.flush();
            });
    try {
      coordinator.await();
      return coordinator;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for agents", e);
    }
  }

  /** Where a controller has to listen so that the agents, or this process, reach it. */
  String controllerHost() {
    if (agentCount == null) {
      return "127.0.0.1";
    }
    String host = listen.getAddress().getHostAddress();
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  void close() throws IOException {
    if (coordinator != null) {
      coordinator.close();
    }
  }

  static Secret secret(CommandLine command, Path file) throws IOException {
    if (file != null) {
      return Secret.read(file);
    }
    String text = System.getenv(VARIABLE);
    if (text == null) {
      throw new ParameterException(
          command,
          "found no secret; allowed: --secret-file FILE, or the environment variable " + VARIABLE);
    }
    return Secret.of(text, VARIABLE);
  }
}
