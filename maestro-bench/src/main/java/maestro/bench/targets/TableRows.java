package maestro.bench.targets;

import static maestro.bench.targets.TableScenarios.hosts;
import static maestro.bench.targets.TableScenarios.interleavedLoad;
import static maestro.bench.targets.TableScenarios.max;
import static maestro.bench.targets.TableScenarios.measure;
import static maestro.bench.targets.TableScenarios.scenario;
import static maestro.bench.targets.TableScenarios.twoHogs;
import static maestro.bench.targets.TableScenarios.zipf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.bench.targets.EmulatedRun.Inspected;
import maestro.bench.targets.RowMethod.Over;
import maestro.bench.targets.TableResult.Run;
import maestro.config.BadConfigurationException;
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
  private static final String BIG_TABLES = "applications.learning-switch.table-size=1048576";

  private static final ControllerSetup STATIC =
      ControllerSetup.strategy("static-partition", "static-partition", 1);
  private static final ControllerSetup FAIR =
      ControllerSetup.strategy("fair-share", "fair-share", 1);
  private static final ControllerSetup FAIR_BIG_TABLES =
      ControllerSetup.strategy("fair-share-big-tables", "fair-share", 1, BIG_TABLES);
  private static final ControllerSetup STATIC_TWO_WORKERS =
      ControllerSetup.strategy("static-partition-2", "static-partition", 2);
  private static final ControllerSetup FAIR_TWO_WORKERS =
      ControllerSetup.strategy("fair-share-2", "fair-share", 2);
  private static final ControllerSetup ROBIN =
      ControllerSetup.strategy("round-robin", "round-robin", 1);
  private static final ControllerSetup ROBIN_BIG_READS =
      ControllerSetup.strategy(
          "round-robin-62k", "round-robin", 1, "maestro.distribution.read-size=62 KiB");

  private final Path root;
  private final String duration;
  private final String pauseDuration;
  private final Map<String, RowMethod> methods = new LinkedHashMap<>();

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
        table.methods, Map.of("starts", Integer.toString(STARTS), "pause-duration", pauseDuration));
  }

  private void addMethods() throws ScenarioException {
    fullSpeed(16);
    fullSpeed(79);
    pingPong(1);
    pingPong(16);
    pingPong(64);
    overload();
    overloadThroughput("", 79, FAIR, STATIC);
    overloadThroughput("-1347", 1347, FAIR, STATIC);
    overloadThroughput("-two-workers", 79, FAIR_TWO_WORKERS, STATIC_TWO_WORKERS);
    load("delay-80", 0.8);
    load("delay-50", 0.5);
    twoWorkers();
    many();
    addresses();
    allocation();
    memory();
    start();
    pause();
  }

  private void fullSpeed(int switches) throws ScenarioException {
    String group = "full-speed-" + switches;
    Scenario scenario = interleavedLoad(switches, "load=max", measure(duration));
    Subject limit = interleaved(ControllerSetup.LIMIT, group, scenario);
    Subject partition = interleaved(STATIC, group, scenario);
    Subject fair = interleaved(FAIR, group, scenario);
    Subject robin = interleaved(ROBIN_BIG_READS, group, scenario);
    ratio("max-" + switches, group, partition, limit);
    ratio("fair-share-" + switches, group, fair, partition);
    ratio("round-robin-" + switches, group, robin, partition);
    if (switches == 79) {
      delaysAtFullSpeed(group);
      modern(group, fair, limit);
    }
  }

  /** Delays have runs of their own, since interleaved runs have none that mean anything. */
  private void delaysAtFullSpeed(String group) throws ScenarioException {
    List<Subject> alone =
        List.of(
            at(FAIR, "79 switches", max(79, duration)),
            at(ControllerSetup.LIMIT, "79 switches", max(79, duration)));
    median("delay-full-mean", group, alone, TableRows::probingMean);
    median("delay-full-p99", group, alone, TableRows::probingP99);
  }

  private void modern(String group, Subject fair, Subject limit) throws ScenarioException {
    String what = group + "-of13";
    Scenario scenario = interleavedLoad(79, "load=max", "openflow=1.3", measure(duration));
    ratio(
        "openflow-1.3",
        group,
        interleaved(FAIR, what, scenario),
        fair,
        interleaved(ControllerSetup.LIMIT, what, scenario),
        limit);
  }

  private void pingPong(int switches) throws ScenarioException {
    String group = "ping-pong-" + switches;
    Scenario scenario = interleavedLoad(switches, "load=ping-pong", measure(duration));
    ratio(
        group,
        group,
        interleaved(FAIR, group, scenario),
        interleaved(ControllerSetup.LIMIT, group, scenario));
  }

  private void overload() throws ScenarioException {
    String group = "overload";
    Scenario scenario = zipf(79, 2.0, "10 s");
    Subject fair = at(FAIR, group, scenario);
    Subject robin = at(ROBIN, group, scenario);
    Subject limit = limitAtRateOfFair(group, scenario);
    for (Subject subject : List.of(fair, robin)) {
      String of = ((EmulatedRun) subject).setup().name();
      median(
          "overload-deviation-" + of, group, List.of(subject), run -> 100 * run.largestDeviation());
      median(
          "overload-window-" + of,
          group,
          List.of(subject),
          run -> 100 * run.largestWindowDeviation());
    }
    median("overload-delay-mean", group, List.of(fair, limit), TableRows::probingMean);
    median("overload-delay-p99", group, List.of(fair, limit), TableRows::probingP99);
    median("overload-delay-round-robin", group, List.of(robin), TableRows::probingMean);
  }

  /** What fairness and short delays cost: both strategies get the same load. */
  private void overloadThroughput(
      String suffix, int switches, ControllerSetup fairSetup, ControllerSetup partitionSetup)
      throws ScenarioException {
    String group = "overload-throughput" + suffix;
    Scenario scenario = zipf(switches, 2.0, "5 s");
    Subject fair = at(fairSetup, group, scenario);
    Subject partition = atRateOf(fairSetup, partitionSetup, group, scenario);
    ratio(group, group, fair, partition);
    if (switches != 79 || fairSetup.workers() > 1) {
      median("overload-delay" + suffix + "-mean", group, List.of(fair), TableRows::probingMean);
      median("overload-delay" + suffix + "-p99", group, List.of(fair), TableRows::probingP99);
    }
  }

  private void load(String name, double part) throws ScenarioException {
    Scenario scenario = zipf(79, part, "3 s");
    Subject fair = at(FAIR, name, scenario);
    Subject limit = limitAtRateOfFair(name, scenario);
    add(
        name,
        new RowMethod(
            name,
            0,
            Over.MEDIAN,
            List.of(fair, limit),
            runs -> probingMean(runs.get(fair)),
            runs -> probingMean(runs.get(limit))));
  }

  private void twoWorkers() throws ScenarioException {
    String group = "two-workers";
    Scenario hogs = twoHogs(root, "10 s");
    median(
        group,
        group,
        List.of(at(FAIR_TWO_WORKERS, group, hogs)),
        run -> 100 * run.largestDeviation());
  }

  private void many() throws ScenarioException {
    String group = "many";
    Subject few = at(FAIR, "79", max(79, duration));
    Subject more = at(FAIR, "1347", max(1347, duration));
    Subject most = at(FAIR, "5000", max(5000, duration));
    Subject fewSkewed = at(FAIR, "79 skewed", zipf(79, 2.0, duration));
    Subject moreSkewed = at(FAIR, "1347 skewed", zipf(1347, 2.0, duration));
    ratio("many-1347", group, more, few);
    ratio("many-1347-skewed", group, moreSkewed, fewSkewed);
    ratio("many-5000", group, most, few);
    median("many-1347-delay", group, List.of(more), TableRows::probingMean);
    median("connect-5000", group, List.of(most), Run::setUpSeconds);
  }

  private void addresses() throws ScenarioException {
    Subject few = known("1k", ADDRESSES_FEW);
    ratio("addresses-100k", "addresses", known("100k", 100_000), few);
    ratio("addresses-1m", "addresses", known("1m", 1_000_000), few);
    ratio("addresses-10m", "addresses", known("10m", ADDRESSES_MANY), few);
  }

  private Subject known(String count, long addresses) throws ScenarioException {
    return at(
        FAIR_BIG_TABLES, count + " addresses", hosts(addresses, "load=max", measure(duration)));
  }

  private void allocation() throws ScenarioException {
    ControllerSetup queue = ControllerSetup.strategy("shared-queue", "shared-queue", 1);
    ControllerSetup dynamic = ControllerSetup.strategy("dynamic-partition", "dynamic-partition", 1);
    for (ControllerSetup setup : List.of(queue, STATIC, dynamic, ROBIN, FAIR)) {
      Subject subject =
          new EmulatedRun(
              setup.name() + " allocation", setup, max(79, duration), setup, Inspected.ALLOCATION);
      add(
          "allocation-" + setup.name(),
          once(
              "allocation",
              List.of(subject),
              runs -> runs.get(subject).allocatedBytesPerRequest()));
    }
  }

  private void memory() throws ScenarioException {
    Scenario idle =
        scenario(5000, "load=rate", "rates.total=5", measure("3 s"), "hosts=2 per switch");
    Subject switches = memoryOf("5000 idle switches", FAIR, idle);
    add(
        "memory-5000",
        once("memory-5000", List.of(switches), runs -> runs.get(switches).memoryBytes() / 1e6));
    String[] quiet = {"load=rate", "rates.total=5", measure("3 s")};
    Subject few = memoryOf("1k addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_FEW, quiet));
    Subject many = memoryOf("10m addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_MANY, quiet));
    add(
        "memory-address",
        once(
            "memory-address",
            List.of(few, many),
            runs ->
                (runs.get(many).memoryBytes() - runs.get(few).memoryBytes())
                    / (ADDRESSES_MANY - ADDRESSES_FEW)));
  }

  private void start() {
    Subject start = new StartTime("start", FAIR);
    add(
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
    Subject fair = at(FAIR, "pause", scenario);
    Subject limit = at(ControllerSetup.LIMIT, "pause", scenario);
    add(
        "pause",
        once("pause", List.of(fair, limit), runs -> runs.get(fair).pauses().longestNs() / 1e6));
  }

  // ---- methods ----

  private void add(String name, RowMethod method) {
    methods.put(name, method);
  }

  /**
   * Divides one subject's throughput by another's.
   *
   * @param compared what else runs in the same rounds
   */
  private void ratio(
      String name, String group, Subject measured, Subject yardstick, Subject... compared) {
    List<Subject> needs = new ArrayList<>(List.of(measured, yardstick));
    needs.addAll(List.of(compared));
    add(
        name,
        new RowMethod(
            group,
            0,
            Over.MEDIAN,
            needs,
            runs ->
                runs.get(measured).throughputRequestsPerSecond()
                    / runs.get(yardstick).throughputRequestsPerSecond(),
            null));
  }

  /**
   * Takes a number of one subject.
   *
   * @param needs the subject, and then what runs in the same rounds to compare it with
   */
  private void median(String name, String group, List<Subject> needs, ToDoubleFunction<Run> value) {
    add(
        name,
        new RowMethod(
            group,
            0,
            Over.MEDIAN,
            needs,
            runs -> value.applyAsDouble(runs.get(needs.get(0))),
            null));
  }

  /** Measures in one round. */
  private static RowMethod once(
      String group, List<Subject> needs, ToDoubleFunction<Map<Subject, Run>> value) {
    return new RowMethod(group, 1, Over.WORST, needs, value, null);
  }

  // ---- what is run ----

  private static Subject at(ControllerSetup setup, String what, Scenario scenario) {
    return new EmulatedRun(setup.name() + " " + what, setup, scenario);
  }

  /** The baseline responder at rates that are relative to the capacity of fair-share. */
  private static Subject limitAtRateOfFair(String what, Scenario scenario) {
    return atRateOf(FAIR, ControllerSetup.LIMIT, what, scenario);
  }

  /** A controller at rates that are relative to the capacity of another one. */
  private static Subject atRateOf(
      ControllerSetup other, ControllerSetup setup, String what, Scenario scenario) {
    return new EmulatedRun(setup.name() + " " + what, setup, scenario, other, Inspected.NOTHING);
  }

  private static Subject interleaved(ControllerSetup setup, String what, Scenario scenario) {
    return new InterleavedRun(setup.name() + " " + what, setup, scenario);
  }

  private static Subject memoryOf(String what, ControllerSetup setup, Scenario scenario) {
    return new EmulatedRun(what + " memory", setup, scenario, setup, Inspected.MEMORY);
  }

  private static double probingMean(Run run) {
    return run.probing().meanNs() / 1e6;
  }

  private static double probingP99(Run run) {
    return run.probing().p99Ns() / 1e6;
  }
}
