package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import maestro.emulator.agents.Agent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code agent}: offers load for a coordinator, until SIGTERM. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = "Offer load for an emulate or compare --agents on another machine.")
final class AgentCommand implements Callable<Integer> {
  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description = "Where emulate or compare listens for agents.")
  private InetSocketAddress coordinator;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "The secret shared with the coordinator (default: MAESTRO_SECRET).")
  private Path secretFile;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What errors call this agent (default: host name and process id).")
  private String name;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    String ownName = name == null ? Agent.defaultName() : name;
    try (Agent agent =
        new Agent(
            coordinator,
            AgentsOptions.secret(spec.commandLine(), secretFile),
            ownName,
            line -> {
              err.println("agent " + ownName + ": " + line);
              err.flush();
            })) {
      agent.run();
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--name: " + e.getMessage(), e);
    }
  }
}
