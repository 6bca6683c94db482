package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Shows the cluster as the asked member sees it. */
@Command(
    name = "cluster",
    description = "Shows the members of the cluster, and which of them serves which switch.")
public final class ClusterCommand extends RemoteCommand {
  private static final Table<JsonValue> SWITCHES =
      Table.of(
          Column.words("SWITCH", each -> each.at("dpid").text()),
          Column.words("MASTER", each -> each.at("master").text()),
          Column.words("BACKUP", each -> each.at("backup").text()),
          new Column<>("GENERATION", each -> each.at("generation").text()));

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/cluster");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    if (!answer.at("isConfigured").isTrue()) {
      out.println("this controller is alone; maestro.cluster has no members");
      return;
    }
    out.printf(
        "member %s, view %s of coordinator %s, table %s%n",
        answer.at("self").text(),
        answer.at("view").text(),
        answer.at("coordinator").text(),
        answer.at("table").text());
    if (answer.at("isLost").isTrue()) {
      out.println("LOST: it hears nothing of its coordinator, and takes no switches");
    } else if (!answer.at("mayTake").isTrue()) {
      out.println("no majority: it keeps the switches that it has, and takes none");
    }
    Map<String, Integer> masters = new TreeMap<>();
    Map<String, Integer> backups = new TreeMap<>();
    for (JsonValue each : answer.at("switches").items()) {
      masters.merge(each.at("master").text(), 1, Integer::sum);
      backups.merge(each.at("backup").text(), 1, Integer::sum);
    }
    Table<JsonValue> members =
        Table.of(
            Column.words("MEMBER", each -> each.at("name").text()),
            Column.words("STATE", ClusterCommand::state),
            new Column<>("MASTER OF", each -> masters.getOrDefault(each.at("name").text(), 0)),
            new Column<>("BACKUP OF", each -> backups.getOrDefault(each.at("name").text(), 0)));
    out.print(members.text(answer.at("members").items()));
    out.print(SWITCHES.text(answer.at("switches").items()));
  }

  private static String state(JsonValue member) {
    String state = member.at("isPresent").isTrue() ? "in the view" : "missing";
    return member.at("isWitness").isTrue() ? state + ", witness" : state;
  }
}
