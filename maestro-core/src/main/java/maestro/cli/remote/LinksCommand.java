package maestro.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Lists the links that an application has found. */
@Command(name = "links", description = "Lists the links between switches.")
final class LinksCommand extends RemoteCommand {
  @Override
  ControlPath path() {
    return ControlPath.of("/v1/links");
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
    if (!answer.at("known").isTrue()) {
      out.println("no application looks for links; discovery does");
      return;
    }
    Table table = new Table("FROM", ">PORT", "TO", ">PORT", "DIRECTION");
    for (JsonValue each : answer.at("links").items()) {
      boolean twoWay = each.at("twoWay").isTrue();
      if (twoWay && !isFirstOfTwo(each)) {
        continue; // the line of the other direction is for both
      }
      table.add(
          each.at("from").text(),
          Ports.text(each.at("fromPort")),
          each.at("to").text(),
          Ports.text(each.at("toPort")),
          twoWay ? "both" : "one");
    }
    table.print(out);
  }

  private static boolean isFirstOfTwo(JsonValue link) {
    int order = link.at("from").text().compareTo(link.at("to").text());
    return order < 0
        || (order == 0 && link.at("fromPort").number(0) <= link.at("toPort").number(0));
  }
}
