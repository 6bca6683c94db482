package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import maestro.api.BatchStage;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.flood.FloodEntries;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeHosts;
import maestro.apps.testkit.FakeRequest;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * Switches with flow tables, the cables between them, and hosts. Packets move one hop at a time, in
 * an order that chance decides; those that no entry matches are given to a stage, whose answers
 * happen at once.
 */
final class SimulatedNetwork {
  /** A packet that goes out of so many ports has got into a loop. */
  private static final int LOOP = 20_000;

  private record FlowKey(int inPort, long ethSrc, long ethDst) {}

  /** A copy of a frame at a port. Frames of different numbers have different bytes. */
  private record Packet(Port at, long ethSrc, long ethDst, int frame) {
    FakeRequest request() {
      byte[] payload = ByteBuffer.allocate(50).putInt(frame).array();
      byte[] bytes = FakeRequest.ethernet(ethSrc, ethDst, 0x0800, payload);
      return new FakeRequest(at.datapathId(), at.number(), 0, bytes);
    }
  }

  private record Copy(long host, int frame) {}

  private static int frameOf(FlowRequest request) {
    int frame = 0;
    for (int i = 14; i < 18; i++) {
      frame = frame << 8 | request.untracked().frameByte(i);
    }
    return frame;
  }

  private final Random random;
  private final Set<Long> switches = new HashSet<>();
  private final Map<Port, Port> cables = new LinkedHashMap<>();
  private final Set<Port> cut = new HashSet<>();
  private final Set<Long> absent = new HashSet<>();

  /** By legacy switch, which learns by itself, the ports by which it reaches addresses. */
  private final Map<Long, Map<Long, Integer>> legacy = new HashMap<>();

  /** The legacy switches that the last packet has been to. */
  private final Set<Long> passed = new HashSet<>();

  private final Map<Long, Port> hosts = new TreeMap<>();
  private final Set<Port> hostPorts = new HashSet<>();
  private final FakeHosts known = new FakeHosts();
  private final Map<Long, Map<FlowKey, Integer>> flows = new HashMap<>();
  private final Map<Long, Map<FlowKey, int[]>> broadcasts = new HashMap<>();
  private final IdentityHashMap<int[], Long> expiriesNs = new IdentityHashMap<>();
  private final List<Packet> moving = new ArrayList<>();
  private final List<Copy> received = new ArrayList<>();
  private final Map<Port, Integer> passes = new HashMap<>();
  private final Map<EntryVerdict, Integer> shown = new HashMap<>();
  private final SwitchOutput output = new SimulatedOutput(this);
  private BatchStage stage;
  private RequestStage first = (request, out) -> {};
  private int hops;
  private int requests;
  private long nowNs;
  private long mostLagNs;
  private Runnable whileMoving = () -> {};
  private int hopsBetween = 1;
  private int hopsWhenTimePassed;

  /** Entries on their way, by the time at which they arrive. */
  private final TreeMap<Long, List<Runnable>> late = new TreeMap<>();

  SimulatedNetwork(long seed) {
    random = new Random(seed);
  }

  // ---- what it is made of ----

  void controlledBy(BatchStage newStage) {
    stage = newStage;
  }

  /** A stage sees each request before the one that controls. */
  void seenFirstBy(RequestStage stageBefore) {
    first = stageBefore;
  }

  void addSwitch(long datapathId) {
    switches.add(datapathId);
    flows.put(datapathId, new HashMap<>());
    broadcasts.put(datapathId, new HashMap<>());
  }

  /** Adds a switch of no controller, which passes packets as an unmanaged switch does. */
  void addLegacySwitch(long id) {
    legacy.put(id, new HashMap<>());
  }

  /** Legacy switches do not know any more where anybody is, as after a time of silence. */
  void forgetByLegacySwitches() {
    legacy.values().forEach(Map::clear);
  }

  boolean isLegacy(long id) {
    return legacy.containsKey(id);
  }

  void connect(Port one, Port other) {
    cables.put(one, other);
    cables.put(other, one);
  }

  /** Plugs a host in; the controller does not know where it is. */
  void plug(long host, Port port) {
    hosts.put(host, port);
    hostPorts.add(port);
  }

  /** Takes a host out, and makes its port what it was before. */
  void unplug(long host) {
    hostPorts.remove(hosts.remove(host));
  }

  /** The controller does not know any more where the hosts of a switch are. */
  void forget(long datapathId) {
    known.forgetHostsAt(datapathId);
  }

  /** The controller learns where a host is. */
  void locate(long host) {
    Port port = hosts.get(host);
    known.put(host, port.datapathId(), port.number());
  }

  /** The controller does not know any more where a host is. */
  void forgetHost(long host) {
    known.forget(host);
  }

  /** The controller learns that a host is at a port, or behind it. */
  void locate(long host, Port port) {
    known.put(host, port.datapathId(), port.number());
  }

  /** The controller does not know any more where anybody is. */
  void forgetHosts() {
    known.forgetAll();
  }

  /** Where the controller thinks that hosts are. */
  FakeHosts known() {
    return known;
  }

  /** A switch loses its channel: it forwards by its entries, and asks nobody. */
  void disconnect(long datapathId) {
    absent.add(datapathId);
  }

  void reconnect(long datapathId) {
    absent.remove(datapathId);
  }

  void cut(Port end) {
    cut.add(end);
    cut.add(cables.get(end));
  }

  void mend(Port end) {
    cut.remove(end);
    cut.remove(cables.get(end));
  }

  /** Where the cable of a port leads. */
  Port otherEnd(Port end) {
    return cables.get(end);
  }

  /** One end of each cable, cut or not. */
  List<Port> cables() {
    return cables.entrySet().stream()
        .filter(cable -> cable.getKey().datapathId() < cable.getValue().datapathId())
        .map(Map.Entry::getKey)
        .toList();
  }

  boolean isCut(Port end) {
    return cut.contains(end);
  }

  Set<Long> switches() {
    return switches;
  }

  Set<Long> hosts() {
    return hosts.keySet();
  }

  /** What discovery would say, but for some ports of which it knows nothing. */
  Topology topologyWithout(Collection<Port> unknown) {
    List<Link> links = new ArrayList<>();
    Map<Port, Role> roles = new HashMap<>();
    cables.forEach(
        (from, to) -> {
          if (!cut.contains(from) && !unknown.contains(from)) {
            links.add(new Link(from.datapathId(), from.number(), to.datapathId(), to.number()));
            roles.put(from, Role.SWITCH);
          }
        });
    hostPorts.stream()
        .filter(port -> !unknown.contains(port))
        .forEach(port -> roles.put(port, Role.HOST));
    return Topology.of(switches, links, roles);
  }

  // ---- what happens in it ----

  /** Sends a packet and lets everything move until nothing does; who received it, and how often. */
  List<Long> send(long ethSrc, long ethDst) {
    received.clear();
    passes.clear();
    hops = 0;
    hopsWhenTimePassed = 0;
    requests = 0;
    passed.clear();
    sendToo(ethSrc, ethDst, 0);
    run();
    return received();
  }

  /** Sends a frame while another one is under way. */
  void sendToo(long ethSrc, long ethDst, int frame) {
    moving.add(new Packet(hosts.get(ethSrc), ethSrc, ethDst, frame));
  }

  /** How often a host has received a frame since the last call of {@link #send}. */
  long timesReceived(long host, int frame) {
    return received.stream().filter(copy -> copy.host() == host && copy.frame() == frame).count();
  }

  /** Who received the last packet, and how often. */
  List<Long> received() {
    return received.stream().map(Copy::host).toList();
  }

  private void run() {
    while (!moving.isEmpty()) {
      if (hops > LOOP) {
        throw new AssertionError("a loop: " + moving.size() + " packets, such as " + moving.get(0));
      }
      if (hops / hopsBetween != hopsWhenTimePassed / hopsBetween) {
        hopsWhenTimePassed = hops;
        whileMoving.run();
      }
      arrive(moving.remove(random.nextInt(moving.size())));
    }
  }

  private void arrive(Packet packet) {
    long here = packet.at().datapathId();
    int inPort = packet.at().number();
    if (isLegacy(here)) {
      passOn(packet);
      return;
    }
    Integer port = flows.get(here).get(new FlowKey(inPort, packet.ethSrc(), packet.ethDst()));
    if (port != null) {
      transmit(here, port, packet);
      return;
    }
    int[] ports = broadcasts.get(here).get(new FlowKey(inPort, packet.ethSrc(), packet.ethDst()));
    if (ports != null) {
      for (int each : ports) {
        if (each != inPort) { // a switch sends nothing back
          transmit(here, each, packet);
        }
      }
      return;
    }
    if (absent.contains(here)) {
      return;
    }
    requests++;
    FakeRequest request = packet.request().at(nowNs);
    first.onRequest(request, output);
    stage.onBatch(new FakeBatch(request), output);
  }

  /** A legacy switch learns and forwards; it must not get a packet again. */
  private void passOn(Packet packet) {
    long here = packet.at().datapathId();
    assertThat(passed.add(here)).as("%s comes once to %d", packet, here).isTrue();
    legacy.get(here).put(packet.ethSrc(), packet.at().number());
    Integer learned = legacy.get(here).get(packet.ethDst());
    Stream.concat(cables.keySet().stream(), hosts.values().stream())
        .filter(port -> port.datapathId() == here && !port.equals(packet.at()))
        .filter(port -> learned == null || learned == port.number())
        .forEach(port -> transmit(here, port.number(), packet));
  }

  /** The ports of switches that a frame reaches by legacy switches, or by a cable. */
  List<Port> reachedFrom(Port port, boolean isDropped) {
    Port end = cut.contains(port) ? null : cables.get(port);
    if (end == null || !isLegacy(end.datapathId())) {
      return end == null ? List.of() : List.of(end);
    }
    return cables.keySet().stream()
        .filter(next -> next.datapathId() == end.datapathId() && !next.equals(end) && !isDropped)
        .flatMap(next -> reachedFrom(next, isDropped).stream())
        .toList();
  }

  /** A packet goes out of a port of its switch. */
  void transmit(FlowRequest request, int number) {
    transmit(request.datapathId(), number, request.ethSrc(), request.ethDst(), frameOf(request));
  }

  private void transmit(long datapathId, int number, Packet packet) {
    transmit(datapathId, number, packet.ethSrc(), packet.ethDst(), packet.frame());
  }

  private void transmit(long datapathId, int number, long ethSrc, long ethDst, int frame) {
    Port port = new Port(datapathId, number);
    hops++;
    passes.merge(port, 1, Integer::sum);
    if (cables.containsKey(port) && !cut.contains(port)) {
      moving.add(new Packet(cables.get(port), ethSrc, ethDst, frame));
    }
    hosts.forEach(
        (host, where) -> {
          if (where.equals(port)) {
            received.add(new Copy(host, frame));
          }
        });
  }

  /** What happens while packets move, each time that they have gone some hops. */
  void whileMoving(int hopsEach, Runnable task) {
    hopsBetween = hopsEach;
    whileMoving = task;
  }

  /** Whether any switch has an entry that sends packets to a host, or a group, to several ports. */
  boolean hasBroadcastEntriesTo(long ethDst) {
    return broadcasts.values().stream()
        .anyMatch(of -> of.keySet().stream().anyMatch(key -> key.ethDst() == ethDst));
  }

  /** From now on entries come to switches up to a time later than the packets that asked. */
  void lag(long newMostLagNs) {
    mostLagNs = newMostLagNs;
  }

  private void later(Runnable install) {
    if (mostLagNs == 0) {
      install.run();
    } else {
      late.computeIfAbsent(nowNs + random.nextLong(mostLagNs), due -> new ArrayList<>())
          .add(install);
    }
  }

  /** A switch gets an entry that sends packets to one port. */
  void install(long datapathId, int inPort, long ethSrc, long ethDst, int port) {
    later(
        () -> {
          if (!absent.contains(datapathId)) {
            flows.get(datapathId).put(new FlowKey(inPort, ethSrc, ethDst), port);
          }
        });
  }

  /** A switch gets an entry that sends packets such as this one to several ports, for a time. */
  void installBroadcast(FlowRequest request, int[] ports, long lifeNs) {
    long datapathId = request.datapathId();
    FlowKey key = new FlowKey(request.inPort(), request.ethSrc(), request.ethDst());
    later(
        () -> {
          broadcasts.get(datapathId).put(key, ports);
          expiriesNs.put(ports, nowNs + lifeNs);
        });
  }

  /** How many times the last packet went out of a port. */
  int hops() {
    return hops;
  }

  /** How many times the last packet went out of the port that it passed most often. */
  int mostPasses() {
    return passes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** How often the controller was asked about the last packet. */
  int requests() {
    return requests;
  }

  /** What time requests come at; entries for broadcasts expire by it. */
  void setTime(long newNowNs) {
    nowNs = newNowNs;
    while (!late.isEmpty() && late.firstKey() <= nowNs) {
      late.pollFirstEntry().getValue().forEach(Runnable::run);
    }
    expiriesNs
        .entrySet()
        .removeIf(
            each -> {
              boolean isExpired = each.getValue() <= nowNs;
              if (isExpired) {
                broadcasts.values().forEach(entries -> entries.values().remove(each.getKey()));
              }
              return isExpired;
            });
  }

  /** Entries of all switches that send a packet to several ports. */
  int broadcastEntries() {
    return broadcasts.values().stream().mapToInt(Map::size).sum();
  }

  /** Flow entries of all switches. */
  int flowCount() {
    return flows.values().stream().mapToInt(Map::size).sum();
  }

  /** Flow entries of one switch. */
  int flowCount(long datapathId) {
    return flows.get(datapathId).size();
  }

  /** Entries for broadcasts expire. */
  void forgetBroadcasts() {
    broadcasts.values().forEach(Map::clear);
  }

  void forgetFlowsOf(long datapathId) {
    flows.get(datapathId).clear();
  }

  /** Does what a message tells a switch, and lets everything move that it sets free. */
  void tell(long datapathId, OFMessage message) {
    if (absent.contains(datapathId)) {
      return;
    }
    if (message instanceof OFFlowDelete delete) {
      MacAddress to = delete.getMatch().get(MatchField.ETH_DST);
      MacAddress from = delete.getMatch().get(MatchField.ETH_SRC);
      OFPort in = delete.getMatch().get(MatchField.IN_PORT);
      OFPort port = delete.getOutPort();
      if (takes(delete, FloodEntries.OF_ROUTE_FLOW) && port.equals(OFPort.ANY)) {
        broadcasts
            .get(datapathId)
            .keySet()
            .removeIf(key -> to == null || to.getLong() == key.ethDst());
      }
      if (!takes(delete, RouteFlow.COOKIE)) {
        return;
      }
      flows
          .get(datapathId)
          .entrySet()
          .removeIf(
              flow ->
                  (to == null || to.getLong() == flow.getKey().ethDst())
                      && (from == null || from.getLong() == flow.getKey().ethSrc())
                      && (in == null || in.getPortNumber() == flow.getKey().inPort())
                      && (port.equals(OFPort.ANY) || port.getPortNumber() == flow.getValue()));
    } else if (message instanceof OFFlowAdd add) {
      int inPort = add.getMatch().get(MatchField.IN_PORT).getPortNumber();
      long ethSrc = add.getMatch().get(MatchField.ETH_SRC).getLong();
      long ethDst = add.getMatch().get(MatchField.ETH_DST).getLong();
      install(datapathId, inPort, ethSrc, ethDst, outPort(add.getActions(), inPort));
    } else if (message instanceof OFPacketOut out) {
      FakeRequest packet = new FakeRequest(datapathId, 0, 0, out.getData());
      int port = outPort(out.getActions(), out.getInPort().getPortNumber());
      transmit(packet, port);
      run();
    } else {
      throw new AssertionError("not expected: " + message);
    }
  }

  private static boolean takes(OFFlowDelete delete, long cookie) {
    return delete.getVersion() == OFVersion.OF_10 || delete.getCookie().getValue() == cookie;
  }

  /** Shows the entries of a switch one by one, and removes those that are worth nothing. */
  void show(SwitchInfo info, EntryReconciler reconciler) {
    Map<FlowKey, Integer> own = flows.get(info.datapathId());
    own.entrySet()
        .removeIf(
            flow -> {
              FakeEntry entry = entry(flow.getKey(), flow.getValue());
              boolean isDead =
                  isDead(new Port(info.datapathId(), flow.getValue()))
                      || isDead(new Port(info.datapathId(), flow.getKey().inPort()));
              EntryVerdict verdict =
                  reconciler.verdict(info, isDead ? entry.leadingNowhere() : entry);
              shown.merge(verdict, 1, Integer::sum);
              return verdict == EntryVerdict.REMOVE;
            });
    assertThat(reconciler.missing(info)).isEmpty();
  }

  /** How many entries of that verdict were shown since this was last asked. */
  int takeShown(EntryVerdict verdict) {
    Integer count = shown.remove(verdict);
    return count == null ? 0 : count;
  }

  private boolean isDead(Port port) {
    return cut.contains(port);
  }

  private static FakeEntry entry(FlowKey key, int outPort) {
    return entry(key.inPort(), key.ethSrc(), key.ethDst(), outPort);
  }

  /** An entry of OpenFlow 1.3 as a switch shows it. */
  static FakeEntry entry(int inPort, long ethSrc, long ethDst, int... outPorts) {
    OFFactory factory = OFFactories.getFactory(OFVersion.OF_13);
    List<OFAction> actions = new ArrayList<>();
    for (int port : outPorts) {
      OFPort out = port == inPort ? OFPort.IN_PORT : OFPort.of(port);
      actions.add(factory.actions().output(out, 0xffff));
    }
    return FakeEntry.of(
        factory
            .buildFlowStatsEntry()
            .setCookie(U64.of(RouteFlow.COOKIE))
            .setMatch(
                factory
                    .buildMatch()
                    .setExact(MatchField.IN_PORT, OFPort.of(inPort))
                    .setExact(MatchField.ETH_SRC, MacAddress.of(ethSrc))
                    .setExact(MatchField.ETH_DST, MacAddress.of(ethDst))
                    .build())
            .setInstructions(List.of(factory.instructions().applyActions(actions)))
            .build());
  }

  private static int outPort(List<OFAction> actions, int inPort) {
    OFPort port = ((OFActionOutput) actions.get(0)).getPort();
    return port.equals(OFPort.IN_PORT) ? inPort : port.getPortNumber();
  }
}
