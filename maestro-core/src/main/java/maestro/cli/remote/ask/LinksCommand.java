package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists the links that an application has found. */
@Command(
    name = "links",
    description =
        "Lists the links between switches, with what they carry in their direction and back.")
public final class LinksCommand extends RemoteCommand {
  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/links");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    if (!answer.at("known").isTrue()) {
      out.println("no application looks for links; discovery does");
      return;
    }
    Map<String, JsonValue> byEnds = new HashMap<>();
    List<JsonValue> links = answer.at("links").items();
    links.forEach(each -> byEnds.put(key(each, "from", "to"), each));
    Table table =
        new Table("FROM", ">PORT", "TO", ">PORT", "DIRECTION", ">BIT/S", ">BACK BIT/S", ">LOAD");
    for (JsonValue each : links) {
      boolean twoWay = each.at("twoWay").isTrue();
      JsonValue back = twoWay ? byEnds.get(key(each, "to", "from")) : null;
      if (twoWay && !isFirstOfTwo(each)) {
        continue; // the line of the other direction is for both
      }
      table.add(
          ShareText.named(each, "from", "fromName"),
          NamedPorts.text(each, "fromPort", "fromPortName"),
          ShareText.named(each, "to", "toName"),
          NamedPorts.text(each, "toPort", "toPortName"),
          twoWay ? "both" : "one",
          ReadableNumbers.bits(each.at("bitsPerSecond")),
          back == null ? ReadableNumbers.NONE : ReadableNumbers.bits(back.at("bitsPerSecond")),
          load(each, back));
    }
    table.print(out);
  }

  private static String key(JsonValue link, String from, String to) {
    return link.at(from).text()
        + " "
        + NamedPorts.text(link.at(from + "Port"))
        + " "
        + link.at(to).text()
        + " "
        + NamedPorts.text(link.at(to + "Port"));
  }

  /** That of the busier direction. */
  private static String load(JsonValue link, @Nullable JsonValue back) {
    double there = link.at("load").number(-1);
    double load = back == null ? there : Math.max(there, back.at("load").number(-1));
    return load < 0 ? ReadableNumbers.NONE : String.format(Locale.ROOT, "%.1f %%", 100 * load);
  }

  private static boolean isFirstOfTwo(JsonValue link) {
    int order = link.at("from").text().compareTo(link.at("to").text());
    return order < 0
        || (order == 0 && link.at("fromPort").number(0) <= link.at("toPort").number(0));
  }
}
