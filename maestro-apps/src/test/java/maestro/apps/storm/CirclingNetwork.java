package maestro.apps.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.ReceivedFrame;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.apps.flood.FloodEntries;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.Asked;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import maestro.apps.testkit.LogOfClass;
import maestro.apps.testkit.SilentOutput;
import org.projectfloodlight.openflow.protocol.OFBarrierRequest;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMeterFeaturesStatsRequest;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * Learning switches and unmanaged switches, any of them in a loop, and the broadcasts of their
 * hosts, frame by frame in virtual time: a frame passes a cable in one step. The second of two
 * equal broadcasts gets an entry that floods, which lasts as long as the switch likes.
 */
final class CirclingNetwork implements AutoCloseable {
  static final Duration STEP = Duration.ofNanos(250_000);
  static final int STEPS_A_SECOND = 4000;
  static final long ALLOWED = 500;

  /** The most frames of a cable in a step. */
  private static final int CABLE = 2;

  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long ENTRY_S = 2;

  /** How long frames must have been too many for a line to be wrong that says it is over. */
  private static final int TOO_LONG_S = 4;

  private final Random random;
  private final LogOfClass log = new LogOfClass(Storms.class);
  private final FakePlatform platform;
  private final BatchStage stage;
  private final EventStage events;
  private final SilentOutput output = new SilentOutput();
  private final boolean hasEntries;

  /** The ports of each node; the first {@link #managed} nodes are switches with a controller. */
  private final List<List<Plug>> nodes = new ArrayList<>();

  private final int managed;
  private final List<Double> framesAStep = new ArrayList<>();
  private final List<Plug> hosts = new ArrayList<>();
  private final List<Integer> addresses = new ArrayList<>();
  private final Set<Plug> named = new HashSet<>();
  private int linesSeen;
  private long now;

  /** The ports that were bounded so far. */
  final Set<Port> bounded = new HashSet<>();

  /** Lines that said too early that a storm is over. */
  final List<String> wrong = new ArrayList<>();

  /** An entry that floods or bounds, for one source or any. */
  private static final class Entry {
    long cookie;
    long sinceStep;
    long endStep;
    long frames;
    boolean isMetered;
    double passing;
  }

  /** A port of a switch, and what has arrived there and is under way to it. */
  private static final class Plug {
    final int node;
    final int number;
    Plug peer;
    int[] arriving = new int[0];
    int[] leaving = new int[0];
    int onCable;
    final Map<Integer, Entry> floods = new HashMap<>();
    final Map<Integer, Entry> bounds = new HashMap<>();
    final Map<Integer, Long> heard = new HashMap<>();
    final Map<Integer, Long> sent = new HashMap<>();

    /** The sources of bounds so far. */
    final Set<Integer> boundSources = new HashSet<>();

    /** The frames of the second by source, and how many seconds in a row had too many. */
    final Map<Integer, Long> second = new HashMap<>();

    final Map<Integer, Integer> tooMany = new HashMap<>();

    Plug(int node, int number) {
      this.node = node;
      this.number = number;
    }
  }

  /** Nodes without cables; the first of them have the controller. */
  CirclingNetwork(Random random, int managed, int unmanaged, boolean hasEntries, String settings) {
    this.random = random;
    this.managed = managed;
    this.hasEntries = hasEntries;
    platform = FakePlatform.withSettings("storm-control", "only-host-ports = false, " + settings);
    for (int node = 0; node < managed + unmanaged; node++) {
      nodes.add(new ArrayList<>());
      if (node < managed) {
        platform.switches().add(node + 1, 0);
      }
    }
    Stages stages = platform.start(new StormControl(platform::nowNs));
    stage = stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
  }

  @Override
  public void close() {
    log.close();
  }

  private Plug plug(int node) {
    Plug plug = new Plug(node, nodes.get(node).size() + 1);
    nodes.get(node).add(plug);
    if (node < managed) {
      platform.switches().setPort(node + 1, plug.number, true);
    }
    return plug;
  }

  /** Connects two nodes; the ports of switches at its ends. */
  List<Port> cable(int one, int other) {
    Plug a = plug(one);
    Plug b = plug(other);
    a.peer = b;
    b.peer = a;
    List<Port> ends = new ArrayList<>();
    for (Plug each : List.of(a, b)) {
      if (each.node < managed) {
        ends.add(portOf(each));
      }
    }
    return ends;
  }

  /** Adds a host that sends broadcasts, with an address of its own. */
  Port host(int node, double framesASecond) {
    return host(node, framesASecond, hosts.size());
  }

  /** Adds a host with the address of another one. */
  Port host(int node, double framesASecond, int address) {
    Plug plug = plug(node);
    hosts.add(plug);
    addresses.add(address);
    framesAStep.add(framesASecond / STEPS_A_SECOND);
    return portOf(plug);
  }

  /** Changes what the last host sends. */
  void setLastRate(double framesASecond) {
    framesAStep.set(framesAStep.size() - 1, framesASecond / STEPS_A_SECOND);
  }

  private static Port portOf(Plug plug) {
    return new Port(plug.node + 1, plug.number);
  }

  List<String> said() {
    return log.lines();
  }

  String text() {
    return String.join("\n", said());
  }

  // ---- time ----

  void run(int seconds) {
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < STEPS_A_SECOND; i++) {
        step();
      }
      everySecond();
    }
  }

  private void step() {
    now++;
    for (List<Plug> node : nodes) {
      for (Plug plug : node) {
        int[] arrived = plug.leaving;
        plug.leaving = plug.arriving.length == hosts.size() ? plug.arriving : new int[hosts.size()];
        plug.arriving = arrived.length == hosts.size() ? arrived : new int[hosts.size()];
        plug.onCable = 0;
      }
    }
    for (int host = 0; host < hosts.size(); host++) {
      double rate = framesAStep.get(host);
      if (random.nextDouble() < rate) {
        hosts.get(host).arriving[addresses.get(host)]++;
      }
    }
    for (List<Plug> node : nodes) {
      for (Plug plug : node) {
        for (int source = 0; source < plug.arriving.length; source++) {
          for (; plug.arriving[source] > 0; plug.arriving[source]--) {
            arrives(plug, source);
          }
        }
      }
    }
    expire();
    platform.advance(STEP);
    obey();
    hearLines();
  }

  private void arrives(Plug plug, int source) {
    if (plug.node >= managed) {
      flood(plug, source);
      return;
    }
    Entry bound = plug.bounds.getOrDefault(source, plug.bounds.get(-1));
    if (bound != null) {
      bound.frames++;
      if (bound.isMetered && bound.passing >= 1) {
        bound.passing--;
        asks(plug, source);
      }
      return;
    }
    plug.second.merge(source, 1L, Long::sum);
    Entry entry = plug.floods.get(source);
    if (entry != null && entry.sinceStep <= now) {
      entry.frames++;
      flood(plug, source);
    } else {
      asks(plug, source);
    }
  }

  private void asks(Plug plug, int source) {
    FakeRequest request =
        FakeRequest.between(plug.node + 1, plug.number, addressOf(source), BROADCAST);
    stage.onBatch(FakeBatch.flooded(request.at(platform.nowNs())), output);
    long before = plug.heard.getOrDefault(source, now - STEPS_A_SECOND);
    long sent = plug.sent.getOrDefault(source, now - 10 * STEPS_A_SECOND);
    plug.heard.put(source, now);
    if (hasEntries
        && now - before <= STEPS_A_SECOND / 4
        && now - sent >= ENTRY_S * STEPS_A_SECOND / 2
        && !plug.floods.containsKey(source)) {
      plug.sent.put(source, now);
      Entry entry = new Entry();
      entry.sinceStep = now + 1 + random.nextInt(STEPS_A_SECOND / 50);
      entry.endStep = entry.sinceStep + ENTRY_S * STEPS_A_SECOND + random.nextInt(STEPS_A_SECOND);
      entry.cookie = FloodEntries.OF_LEARNING_SWITCH;
      plug.floods.put(source, entry);
    }
    flood(plug, source);
  }

  private void flood(Plug from, int source) {
    for (Plug plug : nodes.get(from.node)) {
      if (plug != from && plug.peer != null && plug.peer.onCable < CABLE) {
        plug.peer.onCable++;
        plug.peer.leaving[source]++;
      }
    }
  }

  private static long addressOf(int source) {
    return 0x0200_0000_0000L + source;
  }

  private static int sourceOf(Match match) {
    return match.isFullyWildcarded(MatchField.ETH_SRC)
        ? -1
        : (int) (match.get(MatchField.ETH_SRC).getLong() - addressOf(0));
  }

  // ---- entries ----

  private void expire() {
    for (List<Plug> node : nodes.subList(0, managed)) {
      for (Plug plug : node) {
        if (!plug.floods.isEmpty()) {
          expire(plug, plug.floods);
        }
        if (!plug.bounds.isEmpty()) {
          expire(plug, plug.bounds);
        }
      }
    }
  }

  private void expire(Plug plug, Map<Integer, Entry> entries) {
    for (Map.Entry<Integer, Entry> each : List.copyOf(entries.entrySet())) {
      Entry entry = each.getValue();
      entry.passing = Math.min(ALLOWED, entry.passing + (double) ALLOWED / STEPS_A_SECOND);
      if (now >= entry.endStep) {
        entries.remove(each.getKey());
        removed(plug, each.getKey(), entry);
      }
    }
  }

  private void removed(Plug plug, int source, Entry entry) {
    OFFactory factory = platform.switches().factory(plug.node + 1);
    Match.Builder match =
        factory
            .buildMatch()
            .setExact(MatchField.IN_PORT, OFPort.of(plug.number))
            .setExact(MatchField.ETH_DST, MacAddress.of(BROADCAST));
    if (source >= 0) {
      match.setExact(MatchField.ETH_SRC, MacAddress.of(addressOf(source)));
    }
    long lifeNs = (now - entry.sinceStep) * STEP.toNanos();
    events.onFlowRemoved(
        info(plug.node + 1),
        factory
            .buildFlowRemoved()
            .setCookie(U64.of(entry.cookie))
            .setMatch(match.build())
            .setReason(OFFlowRemovedReason.HARD_TIMEOUT)
            .setDurationSec(lifeNs / 1_000_000_000)
            .setDurationNsec(lifeNs % 1_000_000_000)
            .setPacketCount(U64.of(entry.frames))
            .build());
  }

  private static SwitchInfo info(long datapathId) {
    return new SwitchInfo(datapathId, 4, 1, 0);
  }

  private void obey() {
    for (Asked asked : platform.switches().takeAsked()) {
      OFFactory factory = platform.switches().factory(asked.datapathId());
      if (asked.message() instanceof OFBarrierRequest) {
        asked.answer().complete(List.of());
      } else if (asked.message() instanceof OFMeterFeaturesStatsRequest) {
        asked
            .answer()
            .complete(
                List.of(
                    factory
                        .buildMeterFeaturesStatsReply()
                        .setFeatures(factory.buildMeterFeatures().setMaxMeter(1000).build())
                        .build()));
      }
    }
    for (SentMessage sent : platform.switches().takeSent()) {
      List<Plug> plugs = nodes.get((int) sent.datapathId() - 1);
      if (sent.message() instanceof OFPacketOut probe) {
        int out = ((OFActionOutput) probe.getActions().get(0)).getPort().getPortNumber();
        Plug peer = plugs.get(out - 1).peer;
        probed(peer, probe.getData(), 0);
      } else if (sent.message() instanceof OFFlowAdd add
          && add.getMatch().isFullyWildcarded(MatchField.ETH_TYPE)) {
        bounds(plugs.get(add.getMatch().get(MatchField.IN_PORT).getPortNumber() - 1), add);
      } else if (sent.message() instanceof OFFlowDeleteStrict delete) {
        Match match = delete.getMatch();
        plugs.get(match.get(MatchField.IN_PORT).getPortNumber() - 1).bounds.remove(sourceOf(match));
      }
    }
  }

  private void bounds(Plug plug, OFFlowAdd add) {
    Entry entry = new Entry();
    entry.sinceStep = now;
    entry.endStep =
        now + (long) add.getHardTimeout() * STEPS_A_SECOND + random.nextInt(STEPS_A_SECOND);
    entry.cookie = add.getCookie().getValue();
    entry.isMetered = !add.getInstructions().isEmpty() && add.getActions().isEmpty();
    entry.passing = ALLOWED;
    plug.bounds.put(sourceOf(add.getMatch()), entry);
    plug.boundSources.add(sourceOf(add.getMatch()));
    bounded.add(portOf(plug));
  }

  private void probed(Plug in, byte[] frame, int hops) {
    if (in != null && in.node < managed) {
      events.onLldp(new ReceivedFrame(info(in.node + 1), in.number, frame));
    } else if (in != null && hops < 4) {
      for (Plug out : nodes.get(in.node)) {
        if (out != in) {
          probed(out.peer, frame, hops + 1);
        }
      }
    }
  }

  // ---- the truth ----

  private void everySecond() {
    for (List<Plug> node : nodes) {
      for (Plug plug : node) {
        for (int source = 0; source < hosts.size(); source++) {
          boolean isTooMany = plug.second.getOrDefault(source, 0L) > ALLOWED * 3 / 2;
          plug.tooMany.merge(source, 1, (before, one) -> isTooMany ? before + one : 0);
        }
        plug.second.clear();
      }
    }
  }

  private void hearLines() {
    List<String> lines = log.lines();
    for (; linesSeen < lines.size(); linesSeen++) {
      String line = lines.get(linesSeen);
      Plug at = plugOf(line);
      if (line.contains(" a storm of ")) {
        named.add(at);
      } else if (line.contains("the storm is over")) {
        named.remove(at);
        if (goesOn(at)) {
          wrong.add(now / STEPS_A_SECOND + " s: " + line);
        }
      }
    }
  }

  private Plug plugOf(String line) {
    return switchPorts()
        .filter(each -> line.startsWith(textOf(portOf(each)) + ": "))
        .findFirst()
        .orElseThrow();
  }

  static String textOf(Port port) {
    return SwitchInfo.format(port.datapathId()) + " port " + port.number();
  }

  private Stream<Plug> switchPorts() {
    return nodes.subList(0, managed).stream().flatMap(List::stream);
  }

  /** Whether frames are too many at a port, or, from a source bounded there, at an unnamed one. */
  private boolean goesOn(Plug at) {
    return switchPorts()
        .filter(each -> !named.contains(each))
        .anyMatch(
            each ->
                each.tooMany.entrySet().stream()
                    .filter(of -> of.getValue() >= TOO_LONG_S)
                    .anyMatch(of -> each == at || at.boundSources.contains(of.getKey())));
  }
}
