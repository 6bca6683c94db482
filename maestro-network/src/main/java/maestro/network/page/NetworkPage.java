package maestro.network.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.emulator.format.Json;
import maestro.emulator.format.ReportPage;
import maestro.network.fabric.PingOutcome;
import maestro.network.flow.Flow;
import maestro.network.host.HostIps;
import maestro.network.link.Links;
import maestro.network.link.SentBytes;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;
import maestro.network.report.NetworkReport;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;
import org.jspecify.annotations.Nullable;

/**
 * What the page of a network shows: the topology, the load of its links over time, and the ways of
 * pings; of a scenario also its flows, and what failed. It notes at most {@link #MOST_PINGS} pings;
 * of those beyond, only the lost ones until as many are noted. Confined to the network's thread.
 */
public final class NetworkPage {
  static final int MOST_PINGS = 20_000;

  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;

  private final String name;
  private final NetworkPlan plan;
  private final Links links;
  private final SentBytes loads;
  private final HostIps ips;
  private final List<PingOutcome> pings = new ArrayList<>();
  private int lostBeyond;
  private @Nullable NetworkReport report;
  private @Nullable ObjectNode scenario;

  /**
   * From now on the load of the links is noted.
   *
   * @param clock that of the network
   */
  public NetworkPage(String name, NetworkPlan plan, Links links, HostIps ips, LongSupplier clock) {
    this.name = name;
    this.plan = plan;
    this.links = links;
    this.loads = new SentBytes(links, clock);
    links.count(loads);
    this.ips = ips;
  }

  /** A ping is over. */
  public void note(PingOutcome ping) {
    if (pings.size() - lostBeyond < MOST_PINGS) {
      pings.add(ping);
    } else if (!ping.answered() && lostBeyond < MOST_PINGS) {
      pings.add(ping);
      lostBeyond++;
    }
  }

  /** A ping-all is over; the page shows the last one. */
  public void note(NetworkReport last) {
    report = last;
  }

  /** A scenario is over. */
  public void note(NetworkScenario run, ScenarioReport result, List<Flow> flows) {
    scenario = new ScenarioPage(run, loads.beganNs()).json(result, flows);
  }

  /** One HTML page that needs nothing else. */
  public String html() {
    return new ReportPage("Maestro network " + name, "the file of --json")
        .drawn(ReportPage.resource(NetworkPage.class, "network.js"), json().toString())
        .html();
  }

  private ObjectNode json() {
    loads.fillAll();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", name).put("stepSeconds", loads.stepNs() / NS_PER_S);
    ArrayNode switches = json.putArray("switches");
    for (int i = 0; i < plan.switchCount(); i++) {
      switches.add(plan.switchName(i));
    }
    ArrayNode hosts = json.putArray("hosts");
    for (int host = 0; host < plan.hostCount(); host++) {
      int index = plan.switchOf(host);
      ObjectNode node = hosts.addObject();
      node.put("at", index).put("ip", ips.text(host));
      int port = plan.portOf(host);
      put(node.putArray("up"), loads.of(links.toSwitch(index, port)));
      put(node.putArray("down"), loads.of(links.toHost(host)));
    }
    Places places = new Places(plan);
    ArrayNode cables = json.putArray("links");
    for (int index = 0; index < plan.switchCount(); index++) {
      for (int port = 1; port <= plan.portCount(index); port++) {
        if (!plan.leadsToSwitch(index, port)) {
          continue;
        }
        int other = plan.neighbor(index, port);
        int otherPort = plan.neighborPort(index, port);
        if (index < other) {
          ObjectNode node = cables.addObject();
          node.put("cable", places.cable(index, port));
          node.put("a", index).put("aPort", port).put("b", other).put("bPort", otherPort);
          put(node.putArray("up"), loads.of(links.toSwitch(other, otherPort)));
          put(node.putArray("down"), loads.of(links.toSwitch(index, port)));
        }
      }
    }
    if (scenario != null) {
      json.set("scenario", scenario);
    }
    ArrayNode all = json.putArray("pings");
    for (PingOutcome ping : pings) {
      ArrayNode node = all.addArray().add(ping.source()).add(ping.target());
      node.add(ping.answered() ? Math.round(ping.roundTripNs() / NS_PER_MS * 1000) / 1000.0 : -1);
      node.add(Math.round((ping.begunNs() - loads.beganNs()) / NS_PER_MS) / 1000.0);
      ping.way().forEach(node.addArray()::add);
      ping.wayBack().forEach(node.addArray()::add);
    }
    if (report != null) {
      json.set("report", Json.treeOf(report));
    }
    return json;
  }

  /** Writes numbers without the zeros at their end. */
  private static void put(ArrayNode node, long[] numbers) {
    int end = numbers.length;
    while (end > 0 && numbers[end - 1] == 0) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      node.add(numbers[i]);
    }
  }
}
