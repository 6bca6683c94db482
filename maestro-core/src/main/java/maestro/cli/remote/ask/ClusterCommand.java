package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.Table;
import picocli.CommandLine.Command;

/** Shows the cluster as the asked member sees it. */
@Command(
    name = "cluster",
    description = "Shows the members of the cluster, and which of them serves which switch.")
public final class ClusterCommand extends RemoteCommand {
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
    Table members = new Table("MEMBER", "STATE", ">MASTER OF", ">BACKUP OF");
    for (JsonValue each : answer.at("members").items()) {
      String name = each.at("name").text();
      String state = each.at("isPresent").isTrue() ? "in the view" : "missing";
      members.add(
          name,
          each.at("isWitness").isTrue() ? state + ", witness" : state,
          String.valueOf(masters.getOrDefault(name, 0)),
          String.valueOf(backups.getOrDefault(name, 0)));
    }
    members.print(out);
    Table switches = new Table("SWITCH", "MASTER", "BACKUP", ">GENERATION");
    for (JsonValue each : answer.at("switches").items()) {
      switches.add(
          each.at("dpid").text(),
          each.at("master").text(),
          each.at("backup").text(),
          each.at("generation").text());
    }
    switches.print(out);
  }
}
