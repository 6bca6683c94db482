package maestro.apps.bandwidth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.RestRequest;
import maestro.api.SwitchInfo;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.bandwidth.AskedReservations.Asked;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.meters.SwitchMeters;
import maestro.apps.packets.Addresses;

/** Reservations by REST: ask for one, list them, give one back. On the event thread. */
final class ReservationPaths {
  private static final Set<String> FIELDS = new TreeSet<>(List.of("from", "to", "rate"));
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int CREATED = 201;
  private static final int MOST_SHOWN = 10_000;

  private final AskedReservations asked;
  private final ReservedFlows flows;
  private final View<HostLocations> hosts;

  private ReservationPaths(
      AskedReservations asked, ReservedFlows flows, View<HostLocations> hosts) {
    this.asked = asked;
    this.flows = flows;
    this.hosts = hosts;
  }

  /** Declares the paths. */
  static void declare(
      ApplicationContext context,
      AskedReservations asked,
      ReservedFlows flows,
      View<HostLocations> hosts) {
    ReservationPaths paths = new ReservationPaths(asked, flows, hosts);
    context.answers("GET", "reservations", request -> paths.list());
    context.answers("POST", "reservations", paths::ask);
    context.answers("GET", "reservations/{id}", paths::one);
    context.answers("DELETE", "reservations/{id}", paths::giveBack);
  }

  private RestAnswer list() {
    List<Object> all = new ArrayList<>();
    asked.all().forEach(each -> all.add(shown(each)));
    Set<ReservedFlow> present = flows.all();
    for (ReservedFlow each : present) {
      if (!each.isAsked() && all.size() < MOST_SHOWN) {
        all.add(shown(each));
      }
    }
    return RestAnswer.ok(Map.of("reservations", all));
  }

  private RestAnswer one(RestRequest request) {
    String id = request.part("id");
    Asked found = asked.find(id);
    return RestAnswer.ok(found != null ? shown(found) : shown(flow(id)));
  }

  private RestAnswer giveBack(RestRequest request) {
    String id = request.part("id");
    Asked found = asked.find(id);
    if (found != null) {
      asked.end(found, "an operator has given it back");
    } else {
      flows.end(flow(id));
    }
    asked.makeAgain();
    return RestAnswer.ok(Map.of("changed", "reservation " + id + " is given back"));
  }

  /** The flow that packets have begun, with an id such as f12. */
  private ReservedFlow flow(String id) {
    for (ReservedFlow each : flows.all()) {
      if (!each.isAsked() && id(each).equals(id)) {
        return each;
      }
    }
    throw new RestRefusal(NOT_FOUND, "there is no reservation " + shortened(id));
  }

  private static String id(ReservedFlow flow) {
    return "f" + (flow.cookie() & ~Entries.COOKIE_MASK);
  }

  private RestAnswer ask(RestRequest request) {
    Map<String, Object> body = request.json();
    for (String each : body.keySet()) {
      if (!FIELDS.contains(each)) {
        throw bad("unknown field '" + shortened(each) + "'", String.join(", ", FIELDS));
      }
    }
    long source = host(body, "from");
    long target = host(body, "to");
    if (source == target) {
      throw bad("from and to: found the same host", "two hosts");
    }
    long kbps = rate(body);
    Asked wanted = new Asked(FlowKey.between(source, target), kbps, null);
    Optional<String> refusal = asked.ask(wanted);
    if (refusal.isPresent()) {
      throw new RestRefusal(CONFLICT, refusal.get());
    }
    return RestAnswer.of(CREATED, shown(wanted));
  }

  private static long rate(Map<String, Object> body) {
    if (!(body.get("rate") instanceof String text)) {
      throw bad("rate: found no text", "a rate above 0 such as 500 kbps, 10 Mbps or 1 Gbps");
    }
    try {
      return Rates.kbps("rate", text);
    } catch (BadSettingException e) {
      throw bad("rate: found '" + shortened(text) + "'", e.allowed());
    }
  }

  /** The Ethernet address of a host that is known. */
  private long host(Map<String, Object> body, String field) {
    String allowed = "the Ethernet or IPv4 address of a host that /v1/hosts lists";
    if (!(body.get(field) instanceof String text)) {
      throw bad(field + ": found no text", allowed);
    }
    long ethAddress;
    OptionalInt ipv4 = ipv4(text);
    if (ipv4.isPresent()) {
      ethAddress = hosts.now().ethAddressOf(ipv4.getAsInt());
    } else {
      ethAddress = ethAddress(text);
      if (ethAddress < 0) {
        throw bad(field + ": found '" + shortened(text) + "'", allowed);
      }
    }
    if (ethAddress == HostLocations.UNKNOWN
        || hosts.now().locationOf(ethAddress) == HostLocations.UNKNOWN) {
      throw new RestRefusal(
          NOT_FOUND, field + ": host " + shortened(text) + " is not known, or is in a VLAN");
    }
    return ethAddress;
  }

  private static OptionalInt ipv4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return OptionalInt.empty();
    }
    int address = 0;
    for (String each : parts) {
      if (!each.matches("[0-9]{1,3}") || Integer.parseInt(each) > 255) {
        return OptionalInt.empty();
      }
      address = address << 8 | Integer.parseInt(each);
    }
    return OptionalInt.of(address);
  }

  private static long ethAddress(String text) {
    return text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}")
        ? Long.parseLong(text.replace(":", ""), 16)
        : -1;
  }

  private static RestRefusal bad(String found, String allowed) {
    return new RestRefusal(BAD_REQUEST, found + "; allowed: " + allowed);
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }

  // ---- what is shown ----

  private Map<String, Object> shown(Asked each) {
    ReservedFlow flow = asked.flowOf(each);
    Map<String, Object> fields = hosts(each.id(), each.key(), each.kbps());
    if (!each.application().isEmpty()) {
      fields.put("application", each.application());
    }
    addFlow(fields, each.key());
    fields.put("asked", true);
    fields.put("state", flow == null ? "waiting" : "reserved");
    fields.put("enforced", flow != null && flow.meter() != SwitchMeters.NONE);
    fields.put("path", flow == null ? List.of() : path(flow));
    return fields;
  }

  private static Map<String, Object> shown(ReservedFlow flow) {
    Map<String, Object> fields = hosts(id(flow), flow.key(), flow.reservation().kbps());
    addFlow(fields, flow.key());
    fields.put("asked", false);
    fields.put("state", "reserved");
    fields.put("path", path(flow));
    return fields;
  }

  private static void addFlow(Map<String, Object> fields, FlowKey key) {
    if (key.isOfAllPackets()) {
      return;
    }
    fields.put("ipSrc", Addresses.format(key.ipSrc()));
    fields.put("ipDst", Addresses.format(key.ipDst()));
    fields.put("protocol", key.protocol());
    if (key.l4Src() >= 0) {
      fields.put("l4Src", key.l4Src());
      fields.put("l4Dst", key.l4Dst());
    }
  }

  private static Map<String, Object> hosts(String id, FlowKey key, long kbps) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("from", Addresses.format(key.ethSrc()));
    fields.put("to", Addresses.format(key.ethDst()));
    fields.put("rateKbps", kbps);
    return fields;
  }

  private static List<Object> path(ReservedFlow flow) {
    List<Object> path = new ArrayList<>();
    for (Hop hop : flow.route().hops()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("dpid", SwitchInfo.format(hop.datapathId()));
      fields.put("inPort", Integer.toUnsignedLong(hop.inPort()));
      fields.put("outPort", Integer.toUnsignedLong(hop.outPort()));
      path.add(fields);
    }
    return path;
  }
}
