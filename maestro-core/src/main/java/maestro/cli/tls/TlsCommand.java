package maestro.cli.tls;

import maestro.cli.line.WrongArguments;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Makes keys and certificates. */
@Command(
    name = "tls",
    description = "Makes the keys and certificates with which switches connect over TLS.",
    subcommands = {TlsInitCommand.class, TlsAddCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class TlsCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw WrongArguments.noCommand(spec.commandLine());
  }
}
