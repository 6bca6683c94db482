package maestro.emulator.table;

import static maestro.emulator.report.TableResult.Target.atMost;
import static maestro.emulator.report.TableResult.Target.ratio;
import static maestro.emulator.table.TableScenarios.hosts;
import static maestro.emulator.table.TableScenarios.max;
import static maestro.emulator.table.TableScenarios.measure;
import static maestro.emulator.table.TableScenarios.scenario;
import static maestro.emulator.table.TableScenarios.turned;
import static maestro.emulator.table.TableScenarios.twoHogs;
import static maestro.emulator.table.TableScenarios.zipf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.emulator.report.TableResult.Run;
import maestro.emulator.report.TableResult.Target;
import maestro.emulator.report.TableResult.Unit;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.table.EmulatedRun.Look;
import maestro.emulator.table.TableRow.Over;

/**
 * All rows, in the order in which they are measured. Controllers have one worker and run the
 * learning switch, switches speak OpenFlow 1.0, unless a row says otherwise.
 */
final class TableRows {
  private static final int STARTS = 11;

  /** What workers allocate once a second, for an echo or a timer, comes to less than this. */
  private static final double NO_BYTES = 0.001;

  private static final long ADDRESSES_FEW = 1_000;
  private static final long ADDRESSES_MANY = 10_000_000;
  private static final String BIG_TABLES = "applications.learning-switch.table-size=1048576";

  private static final Setup STATIC = Setup.strategy("static-partition", "static-partition", 1);
  private static final Setup FAIR = Setup.strategy("fair-share", "fair-share", 1);
  private static final Setup FAIR_BIG_TABLES =
      Setup.strategy("fair-share-big-tables", "fair-share", 1, BIG_TABLES);
  private static final Setup FAIR_TWO_WORKERS = Setup.strategy("fair-share-2", "fair-share", 2);
  private static final Setup ROBIN = Setup.strategy("round-robin", "round-robin", 1);
  private static final Setup ROBIN_BIG_READS =
      Setup.strategy("round-robin-62k", "round-robin", 1, "maestro.distribution.read-size=62 KiB");

  private final Path root;
  private final String duration;
  private final String pauseDuration;
  private final List<TableRow> rows = new ArrayList<>();

  private TableRows(Path root, String duration, String pauseDuration) {
    this.root = root;
    this.duration = duration;
    this.pauseDuration = pauseDuration;
  }

  /**
   * The rows.
   *
   * @param root of the installation
   * @param duration measured time of runs for throughput, as a scenario has it
   * @param pauseDuration the same of the run for the longest pause
   */
  static List<TableRow> all(Path root, String duration, String pauseDuration)
      throws ScenarioException {
    TableRows table = new TableRows(root, duration, pauseDuration);
    table.fullSpeed(16);
    table.fullSpeed(79);
    table.pingPong(1);
    table.pingPong(16);
    table.pingPong(64);
    table.overload();
    table.load("delay-80", 0.8);
    table.load("delay-50", 0.5);
    table.twoWorkers();
    table.many();
    table.addresses();
    table.allocation();
    table.memory();
    table.start();
    table.pause();
    return List.copyOf(table.rows);
  }

  private void fullSpeed(int switches) throws ScenarioException {
    String group = "full-speed-" + switches;
    Scenario turns = turned(switches, "load=max", measure(duration));
    Subject limit = inTurns(Setup.LIMIT, group, turns);
    Subject partition = inTurns(STATIC, group, turns);
    Subject fair = inTurns(FAIR, group, turns);
    Subject robin = inTurns(ROBIN_BIG_READS, group, turns);
    String text = switches + " switches at full speed: ";
    ratioRow(
        "max-" + switches,
        group,
        text + "static-partition ÷ limit",
        ratio(0.6, 0.85),
        partition,
        limit);
    ratioRow(
        "fair-share-" + switches,
        group,
        text + "fair-share ÷ static-partition",
        ratio(1.0, 1.15),
        fair,
        partition);
    ratioRow(
        "round-robin-" + switches,
        group,
        text + "round-robin, adaptive, 62 KiB reads ÷ static-partition",
        ratio(0.7, 0.9),
        robin,
        partition);
    if (switches == 79) {
      List<Subject> alone =
          List.of(
              at(FAIR, "79 switches", max(79, duration)),
              at(Setup.LIMIT, "79 switches", max(79, duration)));
      row(
          "delay-full-mean",
          group,
          text + "probing delay of fair-share, mean",
          atMost(0.2, 0.06, Unit.MILLISECONDS),
          alone,
          TableRows::probingMean);
      row(
          "delay-full-p99",
          group,
          text + "probing delay of fair-share, 99 %",
          atMost(0.6, 0.15, Unit.MILLISECONDS),
          alone,
          TableRows::probingP99);
      Scenario modern = turned(switches, "load=max", "openflow=1.3", measure(duration));
      ratioRow(
          "openflow-1.3",
          group,
          text + "fair-share, OpenFlow 1.3 ÷ 1.0",
          ratio(0.85, 0.95),
          inTurns(FAIR, group + "-of13", modern),
          fair,
          inTurns(Setup.LIMIT, group + "-of13", modern),
          limit);
    }
  }

  private void pingPong(int switches) throws ScenarioException {
    String group = "ping-pong-" + switches;
    Scenario scenario = turned(switches, "load=ping-pong", measure(duration));
    ratioRow(
        group,
        group,
        switches
            + (switches == 1 ? " switch" : " switches")
            + ", one request outstanding each: answers a second, fair-share ÷ limit",
        ratio(0.95, 1.05),
        inTurns(FAIR, group, scenario),
        inTurns(Setup.LIMIT, group, scenario));
  }

  private void overload() throws ScenarioException {
    String group = "overload";
    Scenario scenario = zipf(79, 2.0, "10 s");
    Subject fair = at(FAIR, group, scenario);
    Subject robin = at(ROBIN, group, scenario);
    Subject limit = new EmulatedRun("limit overload", Setup.LIMIT, scenario, FAIR, Look.NONE);
    String text = "79 switches, Zipf 1, twice the capacity: ";
    for (Subject subject : List.of(fair, robin)) {
      String of = ((EmulatedRun) subject).setup().name();
      row(
          "overload-deviation-" + of,
          group,
          text + "largest deviation over 10 s, " + of,
          atMost(1, 0.3, Unit.PER_CENT),
          List.of(subject),
          run -> 100 * run.largestDeviation());
      row(
          "overload-window-" + of,
          group,
          text + "largest deviation in any 100 ms, " + of,
          atMost(10, 3, Unit.PER_CENT),
          List.of(subject),
          run -> 100 * run.largestWindowDeviation());
    }
    row(
        "overload-delay-mean",
        group,
        text + "probing delay of fair-share, mean",
        atMost(0.2, 0.06, Unit.MILLISECONDS),
        List.of(fair, limit),
        TableRows::probingMean);
    row(
        "overload-delay-p99",
        group,
        text + "probing delay of fair-share, 99 %",
        atMost(0.6, 0.15, Unit.MILLISECONDS),
        List.of(fair, limit),
        TableRows::probingP99);
    row(
        "overload-delay-round-robin",
        group,
        text + "probing delay of round-robin (2 KiB reads, 3 ms bound), mean",
        atMost(2.8, 1.5, Unit.MILLISECONDS),
        List.of(robin),
        TableRows::probingMean);
  }

  private void load(String name, double part) throws ScenarioException {
    Scenario scenario = zipf(79, part, "3 s");
    Subject fair = at(FAIR, name, scenario);
    Subject limit = new EmulatedRun("limit " + name, Setup.LIMIT, scenario, FAIR, Look.NONE);
    rows.add(
        new TableRow(
            name,
            name,
            "79 switches, Zipf 1, "
                + Math.round(100 * part)
                + " % of fair-share's capacity: its probing delay, mean (aim: the limit responder's"
                + " at the same rate)",
            atMost(0.3, Double.NaN, Unit.MILLISECONDS),
            0,
            Over.MEDIAN,
            List.of(fair, limit),
            runs -> probingMean(runs.get(fair)),
            runs -> probingMean(runs.get(limit))));
  }

  private void twoWorkers() throws ScenarioException {
    String group = "two-workers";
    Scenario hogs = twoHogs(root, "10 s");
    row(
        group,
        group,
        "two workers, 2 hogs and 77 light switches, twice the capacity: largest deviation over 10"
            + " s, fair-share",
        atMost(2, 1, Unit.PER_CENT),
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
    String text = " switches at full speed: ";
    ratioRow(
        "many-1347",
        group,
        "1347" + text + "fair-share ÷ the same with 79",
        ratio(0.7, 0.9),
        more,
        few);
    ratioRow(
        "many-1347-skewed",
        group,
        "1347 switches, Zipf 1, twice the capacity: fair-share ÷ the same with 79",
        ratio(0.7, 0.9),
        moreSkewed,
        fewSkewed);
    ratioRow(
        "many-5000",
        group,
        "5000" + text + "fair-share ÷ the same with 79",
        ratio(0.5, 0.8),
        most,
        few);
    row(
        "many-1347-delay",
        group,
        "1347" + text + "probing delay of fair-share, mean",
        atMost(1, 0.15, Unit.MILLISECONDS),
        List.of(more),
        TableRows::probingMean);
    row(
        "connect-5000",
        group,
        "5000 switches connect and are ready",
        atMost(10, 3, Unit.SECONDS),
        List.of(most),
        Run::setUpSeconds);
  }

  private void addresses() throws ScenarioException {
    String group = "addresses";
    Subject few =
        at(FAIR_BIG_TABLES, "1k addresses", hosts(ADDRESSES_FEW, "load=max", measure(duration)));
    Map<String, Target> targets = Map.of("10m", ratio(0.5, 0.8));
    for (long count : new long[] {100_000, 1_000_000, ADDRESSES_MANY}) {
      String name = count < 1_000_000 ? count / 1000 + "k" : count / 1_000_000 + "m";
      Subject many =
          at(FAIR_BIG_TABLES, name + " addresses", hosts(count, "load=max", measure(duration)));
      ratioRow(
          "addresses-" + name,
          group,
          name + " addresses known on 79 switches: fair-share ÷ the same with 1k",
          targets.getOrDefault(name, ratio(0.5, 0.8)),
          many,
          few);
    }
  }

  private void allocation() throws ScenarioException {
    Setup queue = Setup.strategy("shared-queue", "shared-queue", 1);
    Setup dynamic = Setup.strategy("dynamic-partition", "dynamic-partition", 1);
    for (Setup setup : List.of(queue, STATIC, dynamic, ROBIN, FAIR)) {
      Subject subject =
          new EmulatedRun(
              setup.name() + " allocation", setup, max(79, duration), setup, Look.ALLOCATION);
      rows.add(
          new TableRow(
              "allocation-" + setup.name(),
              "allocation",
              "bytes that workers allocate for a request, " + setup.name(),
              atMost(NO_BYTES, NO_BYTES, Unit.BYTES),
              1,
              Over.WORST,
              List.of(subject),
              runs -> runs.get(subject).allocatedBytesPerRequest(),
              null));
    }
  }

  private void memory() throws ScenarioException {
    Scenario idle =
        scenario(5000, "load=rate", "rates.total=5", measure("3 s"), "hosts=2 per switch");
    Subject switches = looked("5000 idle switches", FAIR, idle);
    single(
        "memory-5000",
        "heap and direct memory after collection with 5000 idle switches",
        atMost(400, 150, Unit.MEGABYTES),
        List.of(switches),
        runs -> runs.get(switches).memoryBytes() / 1e6);
    String[] quiet = {"load=rate", "rates.total=5", measure("3 s")};
    Subject few = looked("1k addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_FEW, quiet));
    Subject many = looked("10m addresses", FAIR_BIG_TABLES, hosts(ADDRESSES_MANY, quiet));
    single(
        "memory-address",
        "memory for each of 10 M addresses known on 79 switches",
        atMost(32, 20, Unit.BYTES),
        List.of(few, many),
        runs ->
            (runs.get(many).memoryBytes() - runs.get(few).memoryBytes())
                / (ADDRESSES_MANY - ADDRESSES_FEW));
  }

  private void start() {
    Subject start = new Start("start", FAIR);
    rows.add(
        new TableRow(
            "start",
            "start",
            "from ./maestro run to 'listening on', median of " + STARTS,
            atMost(1, 0.4, Unit.SECONDS),
            STARTS,
            Over.MEDIAN,
            List.of(start),
            runs -> runs.get(start).startSeconds(),
            null));
  }

  private void pause() throws ScenarioException {
    Scenario scenario = max(79, pauseDuration);
    Subject fair = at(FAIR, "pause", scenario);
    Subject limit = at(Setup.LIMIT, "pause", scenario);
    single(
        "pause",
        "79 switches at full speed for "
            + pauseDuration
            + ": longest time any of them waits for an answer, fair-share",
        atMost(20, 5, Unit.MILLISECONDS),
        List.of(fair, limit),
        runs -> runs.get(fair).pauses().longestNs() / 1e6);
  }

  // ---- rows ----

  /**
   * A row of two subjects' throughput.
   *
   * @param compared what else is run in the same rounds
   */
  private void ratioRow(
      String name,
      String group,
      String what,
      Target target,
      Subject measured,
      Subject yardstick,
      Subject... compared) {
    List<Subject> needs = new ArrayList<>(List.of(measured, yardstick));
    needs.addAll(List.of(compared));
    rows.add(
        new TableRow(
            name,
            group,
            what,
            target,
            0,
            Over.MEDIAN,
            needs,
            runs ->
                runs.get(measured).throughputRequestsPerSecond()
                    / runs.get(yardstick).throughputRequestsPerSecond(),
            null));
  }

  /**
   * A row of one subject.
   *
   * @param needs the subject, and then what is run in the same rounds to compare it with
   */
  private void row(
      String name,
      String group,
      String what,
      Target target,
      List<Subject> needs,
      ToDoubleFunction<Run> value) {
    rows.add(
        new TableRow(
            name,
            group,
            what,
            target,
            0,
            Over.MEDIAN,
            needs,
            runs -> value.applyAsDouble(runs.get(needs.get(0))),
            null));
  }

  private void single(
      String name,
      String what,
      Target target,
      List<Subject> needs,
      ToDoubleFunction<Map<Subject, Run>> value) {
    rows.add(new TableRow(name, name, what, target, 1, Over.WORST, needs, value, null));
  }

  // ---- what is run ----

  private static Subject at(Setup setup, String what, Scenario scenario) {
    return new EmulatedRun(setup.name() + " " + what, setup, scenario);
  }

  private static Subject inTurns(Setup setup, String what, Scenario scenario) {
    return new TurnedRun(setup.name() + " " + what, setup, scenario);
  }

  private static Subject looked(String what, Setup setup, Scenario scenario) {
    return new EmulatedRun(what + " memory", setup, scenario, setup, Look.MEMORY);
  }

  private static double probingMean(Run run) {
    return run.probing().meanNs() / 1e6;
  }

  private static double probingP99(Run run) {
    return run.probing().p99Ns() / 1e6;
  }
}
