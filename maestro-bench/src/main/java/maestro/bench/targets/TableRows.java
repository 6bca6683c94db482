package maestro.bench.targets;

import static maestro.bench.targets.TableScenarios.hosts;
import static maestro.bench.targets.TableScenarios.interleavedLoad;
import static maestro.bench.targets.TableScenarios.max;
import static maestro.bench.targets.TableScenarios.measure;
import static maestro.bench.targets.TableScenarios.scenario;
import static maestro.bench.targets.TableScenarios.twoHogs;
import static maestro.bench.targets.TableScenarios.zipf;
import static maestro.bench.targets.TableSetups.FAIR;
import static maestro.bench.targets.TableSetups.FAIR_BIG_TABLES;
import static maestro.bench.targets.TableSetups.FAIR_SMALL_HEAP;
import static maestro.bench.targets.TableSetups.FAIR_TWO_WORKERS;
import static maestro.bench.targets.TableSetups.ROBIN;
import static maestro.bench.targets.TableSetups.ROBIN_BIG_READS;
import static maestro.bench.targets.TableSetups.STATIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import maestro.bench.targets.EmulatedRun.Inspected;
import maestro.bench.targets.RowMethod.Over;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * How each row is measured, by the row's name; {@code targets.conf} has what each has to reach.
 * Controllers have one worker and run the learning switch, and switches speak OpenFlow 1.0, unless
 * a method says otherwise. Used by one thread.
 */
final class TableRows {
  private static final int STARTS = 11;
  private static final long ADDRESSES_FEW = 1_000;
  private static final long ADDRESSES_MANY = 10_000_000;

  private final Path root;
  private final String duration;
  private final String pauseDuration;
  private final RowMethods methods = new RowMethods();

  private TableRows(Path root, String duration, String pauseDuration) {
    this.root = root;
    this.duration = duration;
    this.pauseDuration = pauseDuration;
  }

  /**
   * All rows, in the order of {@code targets.conf}.
   *
   * @param root of the installation
   * @param duration measured time of runs for throughput, as a scenario has it
   * @param pauseDuration the same of the run for the longest pause
   * @throws ScenarioException when a duration is wrong
   * @throws BadConfigurationException when {@code targets.conf} has mistakes
   */
  static List<TableRow> all(Path root, String duration, String pauseDuration)
      throws ScenarioException, BadConfigurationException {
    TableRows table = new TableRows(root, duration, pauseDuration);
    table.addMethods();
    return TargetsFile.read(
        table.methods.byName(),
        Map.of("starts", Integer.toString(STARTS), "pause-duration", pauseDuration));
  }

  private void addMethods() throws ScenarioException {
    fullSpeed(16);
    fullSpeed(79);
    pingPong(1);
    pingPong(16);
    pingPong(64);
    OverloadRows.addTo(methods);
    load("delay-80", 0.8);
    load("delay-50", 0.5);
    twoWorkers();
    many();
    smallHeap();
    addresses();
    allocation();
    memory();
    start();
    pause();
  }

  private void fullSpeed(int switches) throws ScenarioException {
    String group = "full-speed-" + switches;
    Scenario scenario = interleavedLoad(switches, "load=max", measure(duration));
    Subject limit = InterleavedRun.of(ControllerSetup.LIMIT, group, scenario);
    Subject partition = InterleavedRun.of(STATIC, group, scenario);
    Subject fair = InterleavedRun.of(FAIR, group, scenario);
    Subject robin = InterleavedRun.of(ROBIN_BIG_READS, group, scenario);
    methods.ratio("max-" + switches, group, partition, limit);
    methods.ratio("fair-share-" + switches, group, fair, partition);
    methods.ratio("round-robin-" + switches, group, robin, partition);
    if (switches == 79) {
      delaysAtFullSpeed(group);
      modern(group, fair, limit);
      watched(group);
    }
  }

  /**
   * What it costs to be seen, while somebody scrapes, and ten browsers ask and listen. It is some
   * hundredths at most, so the turns are measured for longer.
   */
  private void watched(String fullSpeed) throws ScenarioException {
    String group = "watched";
    Scenario scenario =
        interleavedLoad(79, "load=max", TableScenarios.WATCHED_WARM_UP, measure("20 s"));
    InterleavedRun watched =
        InterleavedRun.of(watchedSetup("fair-share-watched"), fullSpeed, scenario);
    methods.ratio("watched-79", group, watched, watched.unwatched());
    ControllerSetup setup = watchedSetup("fair-share-watched-alone");
    List<Subject> alone = List.of(EmulatedRun.at(setup, "79 switches", max(79, duration)));
    methods.median("watched-delay-mean", group, alone, RowMethods::probingMeanMs);
    methods.median("watched-delay-p99", group, alone, RowMethods::probingP99Ms);
  }

  private static ControllerSetup watchedSetup(String name) {
    try {
      return ControllerSetup.watched(name, "fair-share", 1);
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free", e);
    }
  }

  /** Delays have runs of their own, since interleaved runs have none that mean anything. */
  private void delaysAtFullSpeed(String group) throws ScenarioException {
    List<Subject> alone =
        List.of(
            EmulatedRun.at(FAIR, "79 switches", max(79, duration)),
            EmulatedRun.at(ControllerSetup.LIMIT, "79 switches", max(79, duration)));
    methods.median("delay-full-mean", group, alone, RowMethods::probingMeanMs);
    methods.median("delay-full-p99", group, alone, RowMethods::probingP99Ms);
  }

  private void modern(String group, Subject fair, Subject limit) throws ScenarioException {
    String what = group + "-of13";
    Scenario scenario = interleavedLoad(79, "load=max", "openflow=1.3", measure(duration));
    methods.ratio(
        "openflow-1.3",
        group,
        InterleavedRun.of(FAIR, what, scenario),
        fair,
        InterleavedRun.of(ControllerSetup.LIMIT, what, scenario),
        limit);
  }

  private void pingPong(int switches) throws ScenarioException {
    String group = "ping-pong-" + switches;
    Scenario scenario = interleavedLoad(switches, "load=ping-pong", measure(duration));
    methods.ratio(
        group,
        group,
        InterleavedRun.of(FAIR, group, scenario),
        InterleavedRun.of(ControllerSetup.LIMIT, group, scenario));
  }

  private void load(String name, double part) throws ScenarioException {
    Scenario scenario = zipf(79, part, "3 s");
    Subject fair = EmulatedRun.at(FAIR, name, scenario);
    Subject limit = EmulatedRun.limitAtRateOfFair(name, scenario);
    methods.add(
        name,
        new RowMethod(
            name,
            0,
            Over.MEDIAN,
            List.of(fair, limit),
            runs -> RowMethods.probingMeanMs(runs.get(fair)),
            runs -> RowMethods.probingMeanMs(runs.get(limit))));
  }

  private void twoWorkers() throws ScenarioException {
    String group = "two-workers";
    Scenario hogs = twoHogs(root, "10 s");
    methods.median(
        group,
        group,
        List.of(EmulatedRun.at(FAIR_TWO_WORKERS, group, hogs)),
        run -> 100 * run.largestDeviation());
  }

  private void many() throws ScenarioException {
    String group = "many";
    Subject few = EmulatedRun.at(FAIR, "79", max(79, duration));
    Subject more = EmulatedRun.at(FAIR, "1347", max(1347, duration));
    Subject most = EmulatedRun.at(FAIR, "5000", max(5000, duration));
    Subject fewSkewed = EmulatedRun.at(FAIR, "79 skewed", zipf(79, 2.0, duration));
    Subject moreSkewed = EmulatedRun.at(FAIR, "1347 skewed", zipf(1347, 2.0, duration));
    methods.ratio("many-1347", group, more, few);
    methods.ratio("many-1347-skewed", group, moreSkewed, fewSkewed);
    methods.ratio("many-5000", group, most, few);
    methods.median("many-1347-delay", group, List.of(more), RowMethods::probingMeanMs);
    methods.median("connect-5000", group, List.of(most), run -> run.waits().setUpSeconds());
  }

  private void smallHeap() throws ScenarioException {
    String group = "small-heap";
    Scenario scenario = scenario(5000, "load=max", measure(duration), "hosts=10 per switch");
    Subject usual = EmulatedRun.at(FAIR, "5000 with 10 hosts each", scenario);
    Subject small = EmulatedRun.residentOf("5000 with 10 hosts each", FAIR_SMALL_HEAP, scenario);
    methods.ratio("small-heap-5000", group, small, usual);
    methods.median("small-heap-5000-memory", group, List.of(small), run -> run.memoryBytes() / 1e6);
  }

  private void addresses() throws ScenarioException {
    Subject few = known("1k", ADDRESSES_FEW);
    methods.ratio("addresses-100k", "addresses", known("100k", 100_000), few);
    methods.ratio("addresses-1m", "addresses", known("1m", 1_000_000), few);
    methods.ratio("addresses-10m", "addresses", known("10m", ADDRESSES_MANY), few);
  }

  private Subject known(String count, long addresses) throws ScenarioException {
    return EmulatedRun.at(
        FAIR_BIG_TABLES, count + " addresses", hosts(addresses, "load=max", measure(duration)));
  }

  private void allocation() throws ScenarioException {
    Scenario warm = // until the workers have made the buffers that their batches take
        scenario(79, "load=max", TableScenarios.WARM_UP, measure(duration));
    ControllerSetup queue = ControllerSetup.strategy("shared-queue", "shared-queue", 1);
    ControllerSetup dynamic = ControllerSetup.strategy("dynamic-partition", "dynamic-partition", 1);
    for (ControllerSetup setup : List.of(queue, STATIC, dynamic, ROBIN, FAIR)) {
      Subject subject =
          new EmulatedRun(setup.name() + " allocation", setup, warm, setup, Inspected.ALLOCATION);
      methods.add(
          "allocation-" + setup.name(),
          RowMethods.once(
              "allocation",
              List.of(subject),
              runs -> runs.get(subject).allocatedBytesPerRequest()));
    }
  }

  private void memory() throws ScenarioException {
    Scenario idle =
        scenario(5000, "load=rate", "rates.total=5", measure("3 s"), "hosts=2 per switch");
    Subject switches = EmulatedRun.memoryOf("5000 idle switches", FAIR, idle);
    methods.add(
        "memory-5000",
        RowMethods.once(
            "memory-5000", List.of(switches), runs -> runs.get(switches).memoryBytes() / 1e6));
    String[] quiet = {"load=rate", "rates.total=5", measure("3 s")};
    Subject few =
        EmulatedRun.memoryOf("1k addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_FEW, quiet));
    Subject many =
        EmulatedRun.memoryOf("10m addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_MANY, quiet));
    methods.add(
        "memory-address",
        RowMethods.once(
            "memory-address",
            List.of(few, many),
            runs ->
                (runs.get(many).memoryBytes() - runs.get(few).memoryBytes())
                    / (ADDRESSES_MANY - ADDRESSES_FEW)));
  }

  private void start() {
    Subject start = new StartTime("start", FAIR);
    methods.add(
        "start",
        new RowMethod(
            "start",
            STARTS,
            Over.MEDIAN,
            List.of(start),
            runs -> runs.get(start).startSeconds(),
            null));
  }

  private void pause() throws ScenarioException {
    Scenario scenario = max(79, pauseDuration);
    Subject fair = EmulatedRun.at(FAIR, "pause", scenario);
    Subject limit = EmulatedRun.at(ControllerSetup.LIMIT, "pause", scenario);
    methods.add(
        "pause",
        RowMethods.once(
            "pause",
            List.of(fair, limit),
            runs -> runs.get(fair).waits().pauses().longestNs() / 1e6));
  }
}
