package maestro.emulator.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import maestro.config.Spelled;
import maestro.emulator.topology.Generators;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.TopologyException;
import maestro.emulator.topology.TopologyFile;

/**
 * What the emulator does in one run. Immutable and made of plain values only, so that it travels as
 * JSON; {@link ScenarioFile} reads and validates it.
 *
 * @param name one word, for tables and file names
 * @param description one sentence; may be empty
 * @param load when the switches send
 * @param openflow the version they speak
 * @param network the switches and how they are linked
 * @param hosts the addresses behind them
 * @param packets what a request looks like
 * @param shape how the total rate is divided among the switches, and how each one's requests are
 *     spaced; matters when load is rate
 * @param schedule the total rate over measured time; the first step is at 0 and also holds for the
 *     warm-up; times increase; empty unless load is rate, and for a replay
 * @param weights weight of a switch, by its number from 1, where it is not 1; the controller must
 *     have been given the same ones
 * @param outstandingLimit how many requests of one switch wait for an answer at most; 0 for as many
 *     as its socket takes
 * @param probing the switch that measures delay without a queue of its own
 * @param durations how long each part of the run takes
 * @param threads load threads of one emulator process; 0 leaves the choice to the emulator
 * @param events what happens to the network in measured time, in the order of their times
 */
public record Scenario(
    String name,
    String description,
    LoadMode load,
    ProtocolVersion openflow,
    Network network,
    Hosts hosts,
    Packets packets,
    Shape shape,
    List<Step> schedule,
    Map<Integer, Double> weights,
    int outstandingLimit,
    Probing probing,
    Durations durations,
    int threads,
    List<TopologyEvent> events) {

  /** Keeps copies of the collections. */
  public Scenario {
    schedule = List.copyOf(schedule);
    weights = Map.copyOf(weights);
    events = List.copyOf(events);
  }

  /**
   * The emulated network.
   *
   * @param kind how the switches are linked
   * @param switchCount switches without the probing switch; for {@code FILE} what the file holds
   * @param linkCount links in all
   * @param hostPortCount ports of each switch that lead to hosts, after those to neighbours
   * @param seed of what is random in a generated network
   * @param file FILE only: absolute path of a map; else empty
   */
  public record Network(
      Kind kind, int switchCount, int linkCount, int hostPortCount, long seed, String file) {
    /** How switches are linked. */
    public enum Kind implements Spelled {
      /** Not at all, as with cbench. */
      NONE,
      LINEAR,
      RING,
      TORUS,
      FAT_TREE,
      ISP,
      FILE
    }

    /**
     * Generates or reads the network.
     *
     * @throws TopologyException when a file changed since the scenario was loaded, or the numbers
     *     do not suit the kind
     */
    public SwitchTopology topology() throws TopologyException {
      return switch (kind) {
        case NONE -> Generators.unlinked(switchCount, hostPortCount);
        case LINEAR -> Generators.linear(switchCount, hostPortCount);
        case RING -> Generators.ring(switchCount, hostPortCount);
        case TORUS -> Generators.torus(switchCount, hostPortCount);
        case FAT_TREE -> Generators.fatTree(switchCount, hostPortCount);
        case ISP -> Generators.isp(switchCount, linkCount, seed, hostPortCount);
        case FILE -> TopologyFile.read(Path.of(file), hostPortCount);
      };
    }
  }

  /**
   * Unique host addresses.
   *
   * @param count how many
   * @param perSwitch whether the count is that of one switch; else of all together
   */
  public record Hosts(int count, boolean perSwitch) {
    /** Addresses in all. */
    public long total(int switchCount) {
      return perSwitch ? (long) count * switchCount : count;
    }

    /**
     * Addresses on one switch; what does not divide evenly goes to the first switches.
     *
     * @param index of the switch, from 0
     */
    public int on(int index, int switchCount) {
      return perSwitch ? count : count / switchCount + (index < count % switchCount ? 1 : 0);
    }
  }

  /**
   * What a flow request carries.
   *
   * @param frameSizeBytes Ethernet frame without its checksum, 60 to 1500
   * @param buffered whether the switch keeps the frame and sends a buffer id; else the frame has to
   *     come back in the answer
   */
  public record Packets(int frameSizeBytes, boolean buffered) {}

  /**
   * How the total rate is divided.
   *
   * @param distribution family and parameter
   * @param arrivals how the requests of one switch are spaced
   * @param seed of the order of the switches, of random rates and of random times
   * @param unsent what becomes of requests that a full socket keeps from leaving
   */
  public record Shape(RateShape distribution, Arrivals arrivals, long seed, Unsent unsent) {}

  /**
   * From here on, this rate.
   *
   * @param atNs from the start of measured time
   * @param rate of all switches together
   */
  public record Step(long atNs, TotalRate rate) {}

  /**
   * One more switch, beside the counted ones, that sends now and then.
   *
   * @param enabled whether there is one
   * @param requestsPerSecond how often it asks
   */
  public record Probing(boolean enabled, double requestsPerSecond) {}

  /**
   * How long each part of a run takes.
   *
   * @param learnNs at most this long for the controller to be taught all addresses
   * @param warmUpNs load that is not measured
   * @param measureNs load that is measured
   * @param drainNs at most this long for the answers that are still missing
   */
  public record Durations(long learnNs, long warmUpNs, long measureNs, long drainNs) {}

  /** Weight of a switch. */
  public double weight(int index) {
    return weights.getOrDefault(index + 1, 1.0);
  }

  /** Whether times stand in a file, and not rates in the schedule. */
  public boolean replays() {
    return load == LoadMode.RATE && shape.arrivals().kind() == Arrivals.Kind.REPLAY;
  }

  /** Whether some rate is relative, so that the controller's capacity must be measured first. */
  public boolean needsCapacity() {
    return schedule.stream().anyMatch(step -> step.rate().ofCapacity());
  }

  /** The same scenario with absolute rates. */
  public Scenario resolve(double capacityRequestsPerSecond) {
    return withSchedule(
        schedule.stream()
            .map(step -> new Step(step.atNs(), step.rate().resolve(capacityRequestsPerSecond)))
            .toList());
  }

  /** The same scenario, with other total rates. */
  Scenario withSchedule(List<Step> steps) {
    return with(steps, durations);
  }

  /** The same scenario, measured for another time. */
  public Scenario withDurations(Durations other) {
    return with(schedule, other);
  }

  private Scenario with(List<Step> steps, Durations other) {
    return new Scenario(
        name,
        description,
        load,
        openflow,
        network,
        hosts,
        packets,
        shape,
        steps,
        weights,
        outstandingLimit,
        probing,
        other,
        threads,
        events);
  }

  /** The same network and hosts under full load, to measure the controller's capacity with. */
  public Scenario asCapacityProbe(Durations shorter) {
    return new Scenario(
        name + "-capacity",
        "",
        LoadMode.MAX,
        openflow,
        network,
        hosts,
        packets,
        new Shape(RateShape.UNIFORM, Arrivals.EVEN, shape.seed(), Unsent.MADE_UP),
        List.of(),
        weights,
        outstandingLimit,
        new Probing(false, probing.requestsPerSecond()),
        shorter,
        threads,
        List.of());
  }
}
