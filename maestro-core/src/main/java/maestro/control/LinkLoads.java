package maestro.control;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.Maestro;
import maestro.PortReading;
import maestro.api.PortInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.net.Connection;
import org.jspecify.annotations.Nullable;

/**
 * How much traffic the links carry, from the byte counters of the ports at their ends.
 *
 * <ol>
 *   <li>Only switches with links are asked, each once an interval, and a bounded number a second:
 *       with thousands of switches each is asked less often. Those that have waited longest come
 *       first.
 *   <li>The second question follows soon after the first one, since a rate needs two readings.
 *   <li>A switch that refuses, is silent or reads too slowly is asked less and less often.
 *   <li>The load of a link is what its sending port has sent since the reading before; where that
 *       is not known, what the port at the other end has received. An old reading says nothing.
 * </ol>
 *
 * <p>Confined to the control thread. Workers only write counters into a {@link PortReading}.
 */
final class LinkLoads {
  /** Each question and its answer take some 20 µs of a worker. */
  static final int MOST_A_SECOND = 200;

  private static final long SOON_NS = 2_000_000_000;
  private static final long PATIENCE_NS = 3_000_000_000L;
  private static final int MOST_DOUBLINGS = 5;

  /** A reading says something for so many intervals. */
  private static final int FRESH_INTERVALS = 3;

  private static final double BITS_PER_BYTE = Byte.SIZE;
  private static final double BITS_PER_KILOBIT = 1e3;

  /**
   * What a link carries.
   *
   * @param bitsPerSecond in its direction
   * @param speedKbps of the slower port at its ends; 0 when none says it
   */
  record Load(double bitsPerSecond, long speedKbps) {
    /** The part of its speed that is in use; NaN when the speed is not known. */
    double part() {
      return speedKbps == 0 ? Double.NaN : bitsPerSecond / BITS_PER_KILOBIT / speedKbps;
    }
  }

  /** What is known of a switch. */
  private static final class Asked {
    private final Connection connection;
    private final int[] ports;
    private @Nullable PortReading before;
    private @Nullable PortReading last;
    private @Nullable PortReading awaited;
    private long askedNs;
    private long dueNs;
    private int failures;

    Asked(Connection connection, int[] ports, long nowNs) {
      this.connection = connection;
      this.ports = ports;
      this.dueNs = nowNs;
    }
  }

  private final Supplier<Topology> topologies;
  private final Supplier<List<Connection>> ready;
  private final Supplier<OptionalLong> intervals;
  private final LongSupplier clockNs;
  private Map<Long, Asked> byDatapathId = new HashMap<>();
  private Map<Link, Load> loads = Map.of();
  private Topology followed = Topology.EMPTY;
  private Map<Long, int[]> ports = Map.of();

  LinkLoads(Maestro maestro, SwitchShares shares) {
    this(
        () -> maestro.applications().network().topology().orElse(Topology.EMPTY),
        shares::ready,
        () -> maestro.config().control().portStatisticsNs(),
        System::nanoTime);
  }

  /**
   * For tests, which have other switches.
   *
   * @param intervals the time between two questions to a switch; empty: none is asked
   * @param clockNs for when an answer came
   */
  LinkLoads(
      Supplier<Topology> topologies,
      Supplier<List<Connection>> ready,
      Supplier<OptionalLong> intervals,
      LongSupplier clockNs) {
    this.clockNs = clockNs;
    this.topologies = topologies;
    this.ready = ready;
    this.intervals = intervals;
  }

  /** The links whose load is known. */
  Map<Link, Load> all() {
    return loads;
  }

  /** Takes answers and asks. To be called once a second. */
  void everySecond(long nowNs) {
    Topology topology = topologies.get();
    OptionalLong interval = intervals.get();
    if (interval.isEmpty() || topology.links().isEmpty()) {
      byDatapathId.values().forEach(LinkLoads::ignore);
      byDatapathId.clear();
      loads = Map.of();
      return;
    }
    long intervalNs = interval.getAsLong();
    follow(topology, nowNs);
    byDatapathId.values().forEach(each -> take(each, intervalNs, nowNs));
    loads = measured(topology, nowNs - FRESH_INTERVALS * intervalNs);
    byDatapathId.values().stream() // 1
        .filter(each -> each.awaited == null && each.dueNs - nowNs <= 0)
        .sorted(Comparator.comparingLong(each -> each.dueNs - nowNs))
        .limit(MOST_A_SECOND)
        .forEach(each -> ask(each, intervalNs, nowNs));
  }

  /** Keeps what is known of the switches that are still connected and have the same links. */
  @SuppressWarnings("ReferenceEquality") // the same publication, not equal values
  private void follow(Topology topology, long nowNs) {
    if (topology != followed) {
      ports = portsOf(topology);
      followed = topology;
    }
    Map<Long, Asked> next = new HashMap<>();
    for (Connection each : ready.get()) {
      long datapathId = SwitchShares.datapathId(each);
      int[] wanted = ports.get(datapathId);
      if (wanted == null) {
        continue;
      }
      Asked known = byDatapathId.get(datapathId);
      boolean isSame =
          known != null && known.connection == each && Arrays.equals(known.ports, wanted);
      next.put(datapathId, isSame ? known : new Asked(each, wanted, nowNs));
    }
    byDatapathId.forEach(
        (datapathId, before) -> {
          if (next.get(datapathId) != before) {
            ignore(before);
          }
        });
    byDatapathId = next;
  }

  /** The ports with links of each switch, in order. */
  private static Map<Long, int[]> portsOf(Topology topology) {
    Map<Long, TreeSet<Integer>> sorted = new HashMap<>();
    for (Link link : topology.links()) {
      sorted.computeIfAbsent(link.from(), id -> new TreeSet<>()).add(link.fromPort());
      sorted.computeIfAbsent(link.to(), id -> new TreeSet<>()).add(link.toPort());
    }
    Map<Long, int[]> ports = new HashMap<>();
    sorted.forEach(
        (id, each) -> ports.put(id, each.stream().mapToInt(Integer::intValue).toArray()));
    return ports;
  }

  /** The ports with links of each switch: the same map while the topology is the same one. */
  Map<Long, int[]> ports() {
    return ports;
  }

  private static void ignore(Asked each) {
    if (each.awaited != null) {
      each.awaited.forget();
      each.awaited = null;
    }
  }

  private static void take(Asked each, long intervalNs, long nowNs) {
    PortReading reading = each.awaited;
    if (reading == null) {
      return;
    }
    PortReading.State state = reading.state();
    if (state == PortReading.State.COMPLETE) {
      ignore(each);
      boolean isFirst = each.last == null;
      each.before = each.last;
      each.last = reading;
      each.failures = 0;
      each.dueNs = each.askedNs + (isFirst ? Math.min(SOON_NS, intervalNs) : intervalNs); // 2
    } else if (state == PortReading.State.REFUSED || nowNs - each.askedNs >= PATIENCE_NS) {
      ignore(each);
      failed(each, intervalNs);
    }
  }

  private static void failed(Asked each, long intervalNs) {
    each.failures = Math.min(each.failures + 1, MOST_DOUBLINGS);
    each.dueNs = each.askedNs + (intervalNs << each.failures); // 3
  }

  private void ask(Asked each, long intervalNs, long nowNs) {
    each.askedNs = nowNs;
    each.awaited = PortReading.ask(each.connection.session(), each.ports, clockNs);
    take(each, intervalNs, nowNs); // it may be refused at once
  }

  private Map<Link, Load> measured(Topology topology, long oldestNs) {
    Map<Link, Load> measured = new HashMap<>();
    Map<Long, Map<Integer, Long>> speeds = new HashMap<>();
    for (Link link : topology.links()) {
      double bytes = rate(byDatapathId.get(link.from()), link.fromPort(), oldestNs, true);
      if (Double.isNaN(bytes)) { // 4
        bytes = rate(byDatapathId.get(link.to()), link.toPort(), oldestNs, false);
      }
      if (!Double.isNaN(bytes)) {
        long one = speed(speeds, link.from(), link.fromPort());
        long other = speed(speeds, link.to(), link.toPort());
        long slower = one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
        measured.put(link, new Load(bytes * BITS_PER_BYTE, slower));
      }
    }
    return measured;
  }

  private static double rate(@Nullable Asked of, int port, long oldestNs, boolean sent) {
    if (of == null || of.before == null || of.last == null || of.last.atNs() - oldestNs < 0) {
      return Double.NaN;
    }
    return sent ? of.last.txRate(of.before, port) : of.last.rxRate(of.before, port);
  }

  private long speed(Map<Long, Map<Integer, Long>> speeds, long datapathId, int port) {
    return speeds.computeIfAbsent(datapathId, this::speeds).getOrDefault(port, 0L);
  }

  private Map<Integer, Long> speeds(long datapathId) {
    Map<Integer, Long> speeds = new HashMap<>();
    Asked asked = byDatapathId.get(datapathId);
    if (asked != null) {
      for (PortInfo port : asked.connection.session().portList()) {
        speeds.put(port.number(), port.speedKbps());
      }
    }
    return speeds;
  }

  /** How many switches have not answered yet. */
  int awaited() {
    return (int) byDatapathId.values().stream().filter(each -> each.awaited != null).count();
  }

  /** The links that carry most, the busiest first; a bounded number. */
  List<Map.Entry<Link, Load>> busiest(int most) {
    List<Map.Entry<Link, Load>> all = new ArrayList<>(loads.entrySet());
    all.sort(
        Comparator.comparingDouble((Map.Entry<Link, Load> each) -> each.getValue().bitsPerSecond())
            .reversed());
    return all.subList(0, Math.min(most, all.size()));
  }
}
