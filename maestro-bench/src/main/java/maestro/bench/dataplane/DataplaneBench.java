package maestro.bench.dataplane;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.DataplaneResult.Round;
import maestro.bench.dataplane.forward.BurstWriter;
import maestro.bench.dataplane.forward.FlowChoice;
import maestro.bench.dataplane.forward.Forwarder;
import maestro.bench.dataplane.forward.Forwarders;
import maestro.bench.dataplane.forward.OfferedLoad;
import maestro.bench.dataplane.forward.ReceiveRing;
import maestro.bench.dataplane.forward.Technique;
import maestro.bench.dataplane.forward.ThroughputMeter;
import maestro.emulator.engine.Emulation;
import maestro.emulator.report.Timestamp;

/**
 * Measures the forwarding techniques. Used by one thread, which does everything.
 *
 * <ol>
 *   <li>Every technique runs for a while, so that its code is compiled.
 *   <li>The cells of a group are measured one after the other, round by round, every second round
 *       in reverse order, so that what disturbs the machine disturbs all of them.
 * </ol>
 */
public final class DataplaneBench {
  /** The link of the fairness experiment carries so many times what the technique forwards. */
  static final double LINK = 2;

  private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(700);

  /** A quick warm-up is no longer than so many measurements. */
  private static final int QUICK_TIMES = 10;

  /** Frames of the miss experiment are of one of so many flows without an entry. */
  private static final int UNKNOWN_FLOWS = 100_000;

  private final Plan plan;
  private final Consumer<String> progress;
  private final BooleanSupplier ended;
  private final Forwarders forwarders = new Forwarders();
  private final ThroughputMeter meter;
  private long seed = 1;

  /**
   * A bench.
   *
   * @param progress receives a line for each group
   * @param ended whether to stop; a group in progress does not count then
   */
  public DataplaneBench(Plan plan, Consumer<String> progress, BooleanSupplier ended) {
    this.plan = plan;
    this.progress = progress;
    this.ended = ended;
    this.meter = new ThroughputMeter(plan.warmUpNs(), plan.measureNs());
  }

  /** Measures everything. */
  public DataplaneResult run() {
    String startedAt = Timestamp.now();
    progress.accept("warming up");
    List<CellGroup> groups = Experiments.groups(plan.quick(), warmUp());
    List<Point> points = new ArrayList<>();
    long beginNs = System.nanoTime();
    int done = 0;
    for (CellGroup group : groups) {
      progress.accept(line(group, done, groups.size(), System.nanoTime() - beginNs));
      List<Point> measured = measure(group);
      if (ended.getAsBoolean()) {
        break;
      }
      points.addAll(measured);
      done++;
    }
    String note = done < groups.size() ? "stopped after " + done + " of " + groups.size() : "";
    return new DataplaneResult(
        startedAt, Emulation.machine(), plan, points, note.isEmpty() ? busy(points) : note);
  }

  /**
   * Runs every technique, so that its code is compiled.
   *
   * @return what the hash technique forwards with one entry, in frames of 64 bytes a second
   */
  public double warmUp() {
    long quickNs = Math.min(WARM_UP_NS / 2, QUICK_TIMES * plan.measureNs());
    ThroughputMeter warm = new ThroughputMeter(0, plan.quick() ? quickNs : WARM_UP_NS);
    BurstWriter writer = new BurstWriter(Experiments.SMALLEST_FRAME);
    for (int entries : List.of(1, Forwarders.MOST_WILDCARD, Experiments.SMALL)) {
      for (Technique technique : Experiments.SINGLE) {
        if (!ended.getAsBoolean() && (technique != Technique.LINEAR || entries <= 100)) {
          Forwarder forwarder = forwarders.get(technique, entries, 1);
          warm.measure(forwarder, FlowChoice.many(forwarder.flowCount(), seed++), writer, true);
        }
      }
    }
    if (!ended.getAsBoolean()) { // or the first misses would have the compiler begin anew
      int entries = Forwarders.MOST_EXACT + Forwarders.MOST_WILDCARD;
      Cell misses = new Cell(Technique.HASH_THEN_LINEAR, 64, entries, Traffic.MISSES, 0.5);
      Forwarder chain = forwarder(misses, 1);
      warm.measure(chain, flows(misses, chain), writer, false);
    }
    Forwarder hash = forwarders.get(Technique.HASH, 1, 1);
    return warm.measure(hash, FlowChoice.one(seed++), writer, true).framesPerSecond();
  }

  private static String line(CellGroup group, int done, int count, long tookNs) {
    String left = "";
    if (done > 0) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(tookNs / done * (count - done));
      left = seconds < 90 ? ", " + seconds + " s left" : ", " + (seconds + 30) / 60 + " min left";
    }
    return (done + 1) + "/" + count + "  " + group.figure().text() + ", " + group.name() + left;
  }

  /** The rounds of a group. */
  List<Point> measure(CellGroup group) {
    List<Cell> cells = group.cells();
    List<List<Round>> rounds = new ArrayList<>();
    cells.forEach(cell -> rounds.add(new ArrayList<>()));
    for (int round = 0; round < plan.rounds() && !ended.getAsBoolean(); round++) {
      for (int k = 0; k < cells.size(); k++) {
        int i = round % 2 == 0 ? k : cells.size() - 1 - k;
        rounds.get(i).add(measure(cells.get(i)));
      }
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      points.add(Point.of(group.figure(), cells.get(i), rounds.get(i)));
    }
    return points;
  }

  /** One round of a cell, after {@link #warmUp}. */
  public Round measure(Cell cell) {
    BurstWriter writer = new BurstWriter(cell.frameBytes());
    return switch (cell.traffic()) {
      case OFFERED -> offered(cell, writer);
      case ONE_PORT, TWO_PORTS -> twoFlows(cell, writer);
      default -> {
        Forwarder forwarder = forwarder(cell, 1);
        ThroughputMeter.Sample sample =
            meter.measure(
                forwarder, flows(cell, forwarder), writer, cell.traffic() != Traffic.MISSES);
        yield new Round(
            sample.framesPerSecond(),
            Double.NaN,
            Double.NaN,
            Double.NaN,
            sample.allocatedBytesPerFrame(),
            sample.processor());
      }
    };
  }

  private Forwarder forwarder(Cell cell, int inPorts) {
    return forwarders.get(cell.technique(), cell.entries(), inPorts);
  }

  private FlowChoice flows(Cell cell, Forwarder forwarder) {
    int count = forwarder.flowCount();
    return switch (cell.traffic()) {
      case ONE_FLOW -> FlowChoice.one(seed++);
      case MIX ->
          FlowChoice.mixed(
              Forwarders.MOST_EXACT,
              Forwarders.MOST_EXACT,
              Forwarders.MOST_WILDCARD,
              cell.load(),
              seed++);
      case MISSES ->
          FlowChoice.mixed(Forwarders.MOST_EXACT, count, UNKNOWN_FLOWS, 1 - cell.load(), seed++);
      default -> FlowChoice.many(count, seed++);
    };
  }

  private Round offered(Cell cell, BurstWriter writer) {
    FlowChoice flow = FlowChoice.one(seed++);
    OfferedLoad.Outcome outcome =
        OfferedLoad.run(
            forwarder(cell, 1),
            List.of(new ReceiveRing(cell.load(), 1, seed++)),
            List.of(flow, flow),
            writer,
            (double) plan.measureNs());
    return round(outcome, 1);
  }

  private Round twoFlows(Cell cell, BurstWriter writer) {
    boolean twoPorts = cell.traffic() == Traffic.TWO_PORTS;
    Forwarder forwarder = forwarder(cell, twoPorts ? 2 : 1);
    int count = forwarder.flowCount();
    ThroughputMeter.Sample most =
        meter.measure(forwarder, FlowChoice.many(count, seed++), writer, true);
    double capacity = most.framesPerSecond();
    double first = Experiments.FIRST_FLOW * LINK * capacity;
    double second = cell.load() * LINK * capacity;
    List<ReceiveRing> rings =
        twoPorts
            ? List.of(new ReceiveRing(first, 1, seed++), new ReceiveRing(second, 0, seed++))
            : List.of(new ReceiveRing(first + second, first / (first + second), seed++));
    List<FlowChoice> flows =
        List.of(FlowChoice.half(false, count, seed++), FlowChoice.half(true, count, seed++));
    OfferedLoad.Outcome outcome =
        OfferedLoad.run(forwarder, rings, flows, writer, (double) plan.measureNs());
    return round(outcome, most.processor());
  }

  private static Round round(OfferedLoad.Outcome outcome, double mostProcessor) {
    return new Round(
        outcome.framesPerSecond(),
        outcome.firstLoss(),
        outcome.secondLoss(),
        outcome.delayNs(),
        Double.NaN,
        Math.min(mostProcessor, outcome.processor()));
  }

  /** What to say when the thread often had to wait for a processor: that of the worst point. */
  private static String busy(List<Point> points) {
    double least =
        points.stream()
            .mapToDouble(point -> point.spread(Round::processor).median())
            .filter(share -> !Double.isNaN(share))
            .min()
            .orElse(1);
    return new Round(0, 0, 0, 0, 0, least).doubt();
  }
}
