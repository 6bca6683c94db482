package maestro.network.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import maestro.emulator.format.Json;
import maestro.network.fabric.Fabric;
import maestro.network.flow.Flow;
import maestro.network.host.Host;
import maestro.network.host.HostSettings;
import maestro.network.host.Leases;
import maestro.network.link.Links;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.report.ScenarioReport;

/**
 * Writes what has become of a scenario as JSON. The same result gives the same bytes.
 *
 * <pre>
 *  scenario, description, clock, seed, durationNs, interrupted
 *  pings     planned, sent, judged, cut, lost, stretch, duplicates, firstPacket, roundTrip,
 *            rounds [atNs, planned, sent, judged, cut, lost]
 *  traffic   begun, complete, sentFrames, lostFrames, retransmitted, duplicates, stretch, bytes, …
 *  loops, stopped, named, lostOnLinks, firstPacket, mostEntries
 *  events    [atNs, kind, place]
 *  intervalNs   of what follows over time
 *  switches  [number, name, datapathId, mostEntries, entries: at the end of each interval]
 *  links     [a: switch, b: switch or "h1", ports, delayNs, bitsPerSecond, loss,
 *             ab and ba: frames, bytes, dropped, lost, bytesOverTime]
 *  hosts     [number, ip, ethernet, vlan, switch, port]
 *  dhcp      clients, bound, renewals, slowestNs; only with hosts that use DHCP
 *  flows     [number, kind, from, to, begunNs, sizeBytes, frames, received, …]
 * </pre>
 *
 * <p>Switches and hosts are numbered from 1. Used once, by one thread.
 */
final class ScenarioJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final NetworkScenario scenario;
  private final NetworkPlan plan;
  private final Fabric fabric;
  private final Links links;
  private final List<Flow> flows;
  private final Samples samples;
  private final List<ScenarioRun.PingRound> rounds;
  private final long beginNs;

  ScenarioJson(
      NetworkScenario scenario,
      Fabric fabric,
      List<Flow> flows,
      Samples samples,
      List<ScenarioRun.PingRound> rounds,
      long beginNs) {
    this.scenario = scenario;
    this.plan = scenario.plan();
    this.fabric = fabric;
    this.links = fabric.links();
    this.flows = flows;
    this.samples = samples;
    this.rounds = rounds;
    this.beginNs = beginNs;
  }

  /** Everything, indented. */
  String write(ScenarioReport report) {
    ObjectNode json = NODES.objectNode();
    ScenarioReport.Run run = report.run();
    json.put("scenario", run.name()).put("description", scenario.description());
    json.put("clock", run.clock()).put("seed", scenario.seed());
    json.put("durationNs", run.durationNs()).put("interrupted", run.interrupted());
    json.set("pings", pings(report.pings()));
    json.set("traffic", traffic(report.flows()));
    ScenarioReport.Loops loops = report.loops();
    json.put("loops", loops.passedTwice()).put("stopped", loops.stopped());
    loops.named().forEach(json.putArray("named")::add);
    json.put("lostOnLinks", report.lostOnLinks());
    json.set("firstPacket", Json.treeOf(report.firstPacket()));
    json.put("mostEntries", report.mostEntries());
    ArrayNode events = json.putArray("events");
    for (NetworkEvent each : scenario.eventsUntil(run.durationNs())) {
      events
          .addObject()
          .put("atNs", each.atNs())
          .put("kind", each.kind().text())
          .put("place", each.place());
    }
    json.put("intervalNs", samples.intervalNs());
    switches(json.putArray("switches"));
    links(json.putArray("links"), beginNs + run.durationNs());
    hosts(json.putArray("hosts"));
    Leases leases = report.leases();
    if (leases.clients() > 0) {
      json.putObject("dhcp")
          .put("clients", leases.clients())
          .put("bound", leases.bound())
          .put("renewals", leases.renewals())
          .put("slowestNs", leases.slowestNs());
    }
    flows.forEach(flow -> flow(json.withArray("flows").addObject(), flow));
    return json.toPrettyString();
  }

  private ObjectNode pings(ScenarioReport.Pings pings) {
    ObjectNode json = NODES.objectNode();
    json.put("planned", pings.planned()).put("sent", pings.sent());
    json.put("judged", pings.judged()).put("cut", pings.cut()).put("lost", pings.lost());
    json.set("stretch", Json.treeOf(pings.stretch()));
    json.put("duplicates", pings.duplicates());
    json.set("firstPacket", Json.treeOf(pings.firstPacket()));
    json.set("roundTrip", Json.treeOf(pings.roundTrip()));
    ArrayNode array = json.putArray("rounds");
    long planned = scenario.pingCount();
    for (ScenarioRun.PingRound each : rounds) {
      ObjectNode round = array.addObject();
      round.put("atNs", each.atNs()).put("planned", planned).put("sent", each.sent());
      round.put("judged", each.judged()).put("cut", planned - each.judged());
      round.put("lost", each.lost());
    }
    return json;
  }

  private static ObjectNode traffic(ScenarioReport.Flows flows) {
    ObjectNode json = NODES.objectNode();
    json.put("begun", flows.begun()).put("complete", flows.complete());
    json.put("sentFrames", flows.sentFrames()).put("lostFrames", flows.lostFrames());
    json.put("retransmitted", flows.retransmitted()).put("duplicates", flows.duplicates());
    json.set("stretch", Json.treeOf(flows.stretch()));
    return json.put("bytes", flows.bytes()).put("medianBitsPerSecond", flows.bitsPerSecond());
  }

  private void switches(ArrayNode array) {
    for (int i = 0; i < plan.switchCount(); i++) {
      ObjectNode json = array.addObject();
      json.put("number", i + 1).put("name", plan.switchName(i));
      json.put("datapathId", String.format(Locale.ROOT, "%016x", i + 1));
      json.put("mostEntries", samples.mostEntries(i));
      ArrayNode entries = json.putArray("entries");
      Arrays.stream(samples.entries(i)).forEach(entries::add);
    }
  }

  private void links(ArrayNode array, long endNs) {
    for (NetworkPlan.Ends link : plan.links()) {
      ObjectNode json = array.addObject();
      json.put("a", link.a() + 1).put("portA", link.portA());
      json.put("b", link.b() + 1).put("portB", link.portB());
      int ab = links.toSwitch(link.b(), link.portB());
      settings(json, links.settings(ab));
      json.set("ab", direction(ab, endNs));
      json.set("ba", direction(links.toSwitch(link.a(), link.portA()), endNs));
    }
    for (int host = 0; host < plan.hostCount(); host++) {
      ObjectNode json = array.addObject();
      int index = plan.switchOf(host);
      int port = plan.portOf(host);
      json.put("a", index + 1).put("portA", port).put("b", "h" + (host + 1));
      settings(json, links.settings(links.toHost(host)));
      json.set("ab", direction(links.toHost(host), endNs));
      json.set("ba", direction(links.toSwitch(index, port), endNs));
    }
  }

  private static void settings(ObjectNode json, LinkSettings settings) {
    json.put("delayNs", settings.delayNs()).put("bitsPerSecond", settings.bitsPerSecond());
    json.put("loss", settings.loss());
  }

  private ObjectNode direction(int direction, long endNs) {
    ObjectNode json = NODES.objectNode();
    json.put("frames", links.frames(direction)).put("bytes", links.bytes(direction, endNs));
    json.put("dropped", links.dropped(direction)).put("lost", links.lost(direction));
    ArrayNode overTime = json.putArray("bytesOverTime");
    Arrays.stream(samples.bytes(direction)).forEach(overTime::add);
    return json;
  }

  private void hosts(ArrayNode array) {
    for (int host = 0; host < plan.hostCount(); host++) {
      ObjectNode json = array.addObject();
      json.put("number", host + 1).put("ip", fabric.ips().text(host));
      json.put("ethernet", String.format(Locale.ROOT, "%012x", Host.ethernet(host)));
      if (fabric.vlan(host) != HostSettings.UNTAGGED) {
        json.put("vlan", fabric.vlan(host));
      }
      json.put("switch", plan.switchOf(host) + 1).put("port", plan.portOf(host));
    }
  }

  private void flow(ObjectNode json, Flow flow) {
    json.put("number", flow.number + 1).put("kind", flow.settings.kind().text());
    json.put("from", flow.source + 1).put("to", flow.target + 1);
    json.put("begunNs", flow.begunNs - beginNs).put("sizeBytes", flow.sizeBytes);
    json.put("frames", flow.frameCount).put("sentFrames", flow.sentFrames());
    json.put("received", flow.receivedFrames()).put("duplicates", flow.duplicateFrames());
    json.put("retransmitted", flow.retransmittedFrames());
    json.put("firstPacketNs", flow.firstPacketNs());
    json.put("bitsPerSecond", flow.bitsPerSecond());
    if (flow.receivedFrames() > 0) {
      json.put("endedNs", flow.lastReceivedNs() - beginNs);
    }
    if (flow.shortestHopCount() > 0) {
      json.put("stretch", (double) flow.hopCount() / flow.shortestHopCount());
    }
  }
}
