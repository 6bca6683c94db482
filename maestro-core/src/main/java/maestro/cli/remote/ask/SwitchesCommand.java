package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the connected switches. */
@Command(
    name = "switches",
    description =
        "Lists the connected switches: what each asked for and got, and how far that is from its"
            + " fair share.")
public final class SwitchesCommand extends RemoteCommand {
  @Option(
      names = "--window",
      paramLabel = "1s|10s|60s",
      description = "The time over which rates are measured. Default: ${DEFAULT-VALUE}.",
      defaultValue = "10s",
      converter = Window.Converter.class)
  private Window window = Window.TEN_SECONDS;

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/switches");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.print(ShareText.table(window, true).text(answer.at("switches").items()));
  }
}
