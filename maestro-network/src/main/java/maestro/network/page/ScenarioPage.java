package maestro.network.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import maestro.network.flow.Flow;
import maestro.network.plan.Places;
import maestro.network.report.NetworkReport;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkEvent;
import maestro.network.scenario.NetworkScenario;

/**
 * What the page of a network shows of a scenario: in numbers, what became of flows, and what failed
 * when. Used once, by the network's thread.
 *
 * <pre>
 *  name, description, clock, seconds, lines [name, value]
 *  events  [at: seconds, text, thing, fails, index: cable or switch; −1 for all switches]
 *  flows   [source, target, udp or tcp, begun: seconds, bytes, frames, received, sent again,
 *          first packet: ms or −1, Mbit/s, [[since: seconds, [switches]]], sent at least once],
 *          switches and hosts from 0
 *  flowsBegun
 * </pre>
 */
final class ScenarioPage {
  /** The most flows on the page: first those of which something did not arrive. */
  static final int MOST_FLOWS = 5_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;
  private static final double BITS_PER_MEGABIT = 1e6;

  private final NetworkScenario scenario;
  private final long beganNs;
  private final Places places;

  /**
   * @param beganNs the page's first moment, from which its times count
   */
  ScenarioPage(NetworkScenario scenario, long beganNs) {
    this.scenario = scenario;
    this.beganNs = beganNs;
    this.places = new Places(scenario.plan());
  }

  ObjectNode json(ScenarioReport report, List<Flow> flows) {
    ObjectNode json = NODES.objectNode();
    json.put("name", scenario.name()).put("description", scenario.description());
    ScenarioReport.Run run = report.run();
    json.put("clock", run.clock()).put("seconds", run.durationNs() / NS_PER_S);
    ArrayNode lines = json.putArray("lines");
    for (String line : report.text().lines().toList()) {
      String name = line.substring(0, NetworkReport.NAME_WIDTH).strip();
      if (!name.equals("event")) {
        lines.addArray().add(name).add(line.substring(NetworkReport.NAME_WIDTH));
      }
    }
    ArrayNode events = json.putArray("events");
    scenario.eventsUntil(run.durationNs()).forEach(event -> event(events.addObject(), event));
    json.put("flowsBegun", flows.size());
    ArrayNode array = json.putArray("flows");
    shown(flows).forEach(flow -> flow(array.addArray(), flow));
    return json;
  }

  private void event(ObjectNode json, NetworkEvent event) {
    NetworkEvent.Kind kind = event.kind();
    boolean isPort = kind.thing().equals("port");
    int index = event.index();
    json.put("at", event.atNs() / NS_PER_S).put("text", event.text());
    json.put("thing", isPort ? "link" : kind.thing()).put("fails", kind.fails());
    json.put("index", isPort ? places.cable(index / Places.PORTS, index % Places.PORTS) : index);
  }

  /** At most {@link #MOST_FLOWS}, in the order in which they began. */
  private static List<Flow> shown(List<Flow> flows) {
    if (flows.size() <= MOST_FLOWS) {
      return flows;
    }
    List<Flow> shown = new ArrayList<>(flows);
    shown.sort(Comparator.comparing(Flow::isComplete)); // it is stable
    List<Flow> kept = new ArrayList<>(shown.subList(0, MOST_FLOWS));
    kept.sort(Comparator.comparingInt(flow -> flow.number));
    return kept;
  }

  private void flow(ArrayNode json, Flow flow) {
    json.add(flow.source).add(flow.target).add(flow.settings.kind().text());
    json.add(rounded((flow.begunNs - beganNs) / NS_PER_S)).add(flow.sizeBytes);
    json.add(flow.frameCount).add(flow.receivedFrames()).add(flow.retransmittedFrames());
    json.add(flow.firstPacketNs() < 0 ? -1 : rounded(flow.firstPacketNs() / NS_PER_MS));
    json.add(rounded(flow.bitsPerSecond() / BITS_PER_MEGABIT));
    ArrayNode ways = json.addArray();
    for (Flow.Way way : flow.ways()) {
      ArrayNode node = ways.addArray().add(rounded((way.sinceNs() - beganNs) / NS_PER_S));
      ArrayNode switches = node.addArray();
      for (int each : way.switches()) {
        switches.add(each);
      }
    }
    json.add(flow.neededFrames());
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
