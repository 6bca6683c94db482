package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.Table;
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
    Table table =
        new Table(
            "SWITCH",
            ">OFFERED/s",
            ">GOT/s",
            ">FAIR/s",
            ">DEVIATION",
            ">P99 WAIT",
            ">WEIGHT",
            ">LIMIT/s",
            ">WORKER",
            ">PORTS",
            ">UP",
            "PROTOCOL",
            "ADDRESS",
            "STATE");
    for (JsonValue each : answer.at("switches").items()) {
      JsonValue share = each.at("windows", window.text());
      table.add(
          ShareText.named(each),
          ShareText.offered(share),
          ReadableNumbers.rate(share.at("rate")),
          ReadableNumbers.rate(share.at("fairRate")),
          ReadableNumbers.deviation(share.at("deviation")),
          ShareText.waiting(each),
          each.at("weight").text(),
          each.at("rateLimit").text(),
          each.at("worker").number(-1) < 0 ? ReadableNumbers.NONE : each.at("worker").text(),
          each.at("ports").text(),
          ReadableNumbers.time(each.at("connectedSeconds")),
          each.at("protocol").text(),
          each.at("address").text(),
          ShareText.state(each, share));
    }
    table.print(out);
  }
}
