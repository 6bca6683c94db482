package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
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
    Function<JsonValue, @Nullable JsonValue> back =
        each -> each.at("twoWay").isTrue() ? byEnds.get(key(each, "to", "from")) : null;
    Table<JsonValue> table =
        Table.of(
            Column.words("FROM", each -> ShareText.named(each, "from", "fromName")),
            new Column<>("PORT", each -> NamedPorts.text(each, "fromPort", "fromPortName")),
            Column.words("TO", each -> ShareText.named(each, "to", "toName")),
            new Column<>("PORT", each -> NamedPorts.text(each, "toPort", "toPortName")),
            Column.words("DIRECTION", each -> each.at("twoWay").isTrue() ? "both" : "one"),
            new Column<>("BIT/S", LinksCommand::bits),
            new Column<>("BACK BIT/S", each -> bits(back.apply(each))),
            new Column<>("LOAD", each -> load(each, back.apply(each))));
    // The line of one direction is for both.
    out.print(
        table.text(
            links.stream()
                .filter(each -> !each.at("twoWay").isTrue() || isFirstOfTwo(each))
                .toList()));
  }

  private static String bits(@Nullable JsonValue link) {
    return link == null ? ReadableNumbers.NONE : ReadableNumbers.bits(link.at("bitsPerSecond"));
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
