package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Lists the reservations of bandwidth. */
@Command(
    name = "reservations",
    description =
        "Lists the reservations of bandwidth: those that were asked for (r1), and those of flows"
            + " (f1). The application bandwidth-on-demand makes them.")
public final class ReservationsCommand extends RemoteCommand {
  private static final String TEMPLATE = "/v1/apps/{application}/{path}";
  private static final String PATH = "/v1/apps/bandwidth-on-demand/reservations";

  private static final Table<JsonValue> TABLE =
      Table.of(
          Column.words("ID", each -> each.at("id").text()),
          Column.words("FROM", each -> each.at("from").text()),
          Column.words("TO", each -> each.at("to").text()),
          new Column<>("KBPS", each -> each.at("rateKbps").text()),
          Column.words("STATE", each -> each.at("state").text()),
          Column.words("PATH", each -> route(each.at("path").items())));

  /** Where reservations are. */
  public static ControlPath all() {
    return new ControlPath(TEMPLATE, PATH);
  }

  /** Where the reservation with an id is. */
  public static ControlPath one(String id) {
    return new ControlPath(TEMPLATE, ControlPath.of(PATH + "/{id}", "id", id).text());
  }

  @Override
  public ControlPath path() {
    return all();
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    List<JsonValue> all = answer.at("reservations").items();
    if (all.isEmpty()) {
      out.println("none; maestro reservations ask FROM TO RATE asks for one");
      return;
    }
    out.print(TABLE.text(all));
  }

  private static String route(List<JsonValue> path) {
    return path.stream().map(hop -> hop.at("dpid").text()).collect(Collectors.joining(" "));
  }

  /** A reservation in a line. */
  public static String line(JsonValue each) {
    return "reservation %s: %s kbps from %s to %s by %s"
        .formatted(
            each.at("id").text(),
            each.at("rateKbps").text(),
            each.at("from").text(),
            each.at("to").text(),
            route(each.at("path").items()));
  }
}
