package maestro.emulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.cli.table.Column;
import maestro.cli.table.Grid;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;
import maestro.emulator.format.ReportPage;
import maestro.emulator.report.RunResult.ScenarioFacts;

/**
 * Results as one page that needs nothing else. A script draws what moves and can be clicked.
 * Stateless.
 */
public final class HtmlReport {
  private static final double BYTES_PER_GIB = 1 << 30;

  private static final Table<RunResult> ANSWERED_BY =
      Table.of(
          new Column<>("controller", RunResult::controller),
          new Column<>("", "FLOW_MOD", Figures::count, r -> r.answers().answeredBy().flowMod()),
          new Column<>("", "PACKET_OUT", Figures::count, r -> r.answers().answeredBy().packetOut()),
          new Column<>("", "both", Figures::count, r -> r.answers().answeredBy().both()));

  /** Something that happened to a controller. */
  private record Of<T>(String controller, T one) {}

  private static final Table<Of<FirstError>> FIRST_ERRORS =
      Table.of(
          Column.words("controller", Of::controller),
          Column.words("error", of -> of.one.kind().text()),
          Column.words("what happened", of -> of.one.text()));

  private static final Table<Of<HappenedEvent>> EVENTS =
      Table.of(
          new Column<>("controller", Of::controller),
          new Column<>("", "at, s", Figures::amount, of -> of.one.atSeconds()),
          new Column<>("event", of -> of.one.event()),
          new Column<>("unanswered", of -> unanswered(of.one)),
          new Column<>("", "away, s", Figures::amount, of -> of.one.awaySeconds()));

  private HtmlReport() {}

  /** The page. */
  public static String page(List<RunResult> results) {
    List<Rounds> rounds = Rounds.of(results);
    List<RunResult> runs =
        rounds.stream().map(r -> r.count() > 1 ? r.median() : r.typical()).toList();
    ReportPage page = new ReportPage("Maestro emulator report", "summary.csv");
    head(page, runs);
    page.warning(doubtful(runs))
        .place("first")
        .section(
            "Results",
            "Deviation 0 is fair; once: the largest by one water filling over the whole run, as in"
                + " the Maestro paper. The probing delay is that of a switch that asks rarely while"
                + " the others load the controller. Of several rounds these are the medians, with"
                + " the lowest and the highest; errors are those of the worst round, and curves"
                + " those of the round with the median throughput.",
            TextReport.numbers(rounds),
            TextReport.notes(rounds));
    page.drawn(
        ReportPage.resource(HtmlReport.class, "switches.js")
            + ReportPage.resource(HtmlReport.class, "report.js"),
        PageData.of(results));
    errors(page, runs);
    facts(page, runs);
    return page.html();
  }

  /** Empty when all numbers can be believed. */
  private static String doubtful(List<RunResult> runs) {
    List<String> marked =
        runs.stream().filter(RunResult::isMarked).map(RunResult::controller).toList();
    return marked.isEmpty()
        ? ""
        : "The numbers of "
            + String.join(", ", marked)
            + " are doubtful (*). The notes below the results say why.";
  }

  private static void head(ReportPage page, List<RunResult> runs) {
    RunResult.Subject first = runs.get(0).subject();
    page.heading(
            first.scenario().name()
                + ": "
                + (runs.size() == 1
                    ? first.controller()
                    : runs.size() + " controllers side by side"))
        .lead(first.scenario().description())
        .facts(first.startedAt(), first.machine().cores(), first.machine().os());
    for (RunResult run : runs) {
      if (!run.subject().startedWith().isEmpty()) {
        page.facts(run.controller() + ": " + run.subject().startedWith());
      }
    }
  }

  private static void errors(ReportPage page, List<RunResult> runs) {
    List<Column<RunResult>> kinds = new ArrayList<>();
    kinds.add(new Column<>("controller", RunResult::controller));
    for (ErrorKind kind : ErrorKind.values()) {
      kinds.add(
          new Column<>("", kind.text(), Figures::count, r -> r.answers().errors().count(kind)));
    }
    kinds.add(
        new Column<>(
            "", "of the probing switch", Figures::count, r -> r.answers().probingErrors().total()));
    kinds.add(new Column<>("", "flooded", Figures::count, r -> r.answers().floodedRequests()));
    page.section(
            "Errors",
            "Answers that are not what they should be, and answers that never came. Flooded ones"
                + " are right, and counted as such, but went to all ports.",
            new Table<>(kinds).of(runs))
        .section(
            "Answered by",
            "The messages by which requests were answered rightly: a FLOW_MOD with the buffer of"
                + " the request, a PACKET_OUT, or a PACKET_OUT with a FLOW_MOD before it.",
            ANSWERED_BY.of(runs));
    List<Of<FirstError>> first = new ArrayList<>();
    List<Of<HappenedEvent>> events = new ArrayList<>();
    for (RunResult run : runs) {
      run.answers().firstErrors().forEach(e -> first.add(new Of<>(run.controller(), e)));
      run.events().forEach(e -> events.add(new Of<>(run.controller(), e)));
    }
    if (!first.isEmpty()) {
      page.section(
          "The first error of each kind",
          "What was expected, and what came.",
          FIRST_ERRORS.of(first));
    }
    if (!events.isEmpty()) {
      page.section(
          "Events",
          "What the scenario let happen. Requests without an answer when a switch was taken down"
              + " are not missing.",
          EVENTS.of(events));
    }
  }

  private static String unanswered(HappenedEvent event) {
    return event.event().startsWith("switch-down")
        ? Figures.count(event.unansweredRequests())
        : Figures.UNKNOWN;
  }

  private static void facts(ReportPage page, List<RunResult> runs) {
    ScenarioFacts s = runs.get(0).subject().scenario();
    MachineFacts m = runs.get(0).subject().machine();
    Map<String, String> scenario = new LinkedHashMap<>();
    scenario.put("name", s.name());
    scenario.put("load", s.load());
    scenario.put("rates", s.rates().equals(s.load()) ? Figures.UNKNOWN : s.rates());
    for (RunResult run : runs) {
      scenario.put("capacity of " + run.controller(), run.subject().scenario().capacity().note());
    }
    scenario.put("switches", Figures.count(s.switchCount()));
    scenario.put("topology", s.topology() + ", " + Figures.count(s.linkCount(), "link", "links"));
    scenario.put("hosts", Figures.count(s.hostCount()));
    String buffered = s.buffered() ? " bytes, buffered" : " bytes, unbuffered";
    scenario.put("frames", s.frameSizeBytes() + buffered);
    scenario.put("OpenFlow", s.openflow());
    String probes = Figures.amount(s.probesPerSecond()) + " requests a second";
    scenario.put("probing", s.probesPerSecond() > 0 ? probes : "none");
    String seconds = Figures.amount(runs.get(0).answers().measuredSeconds());
    scenario.put("measured", seconds + " s a controller");
    scenario.values().removeIf(String::isEmpty);
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("cores", m.cores());
    machine.put("processor", m.processor());
    machine.put("memory", Figures.amount(m.memoryBytes() / BYTES_PER_GIB) + " GiB");
    machine.put("Java", m.jvm());
    machine.put("system", m.os());
    machine.put("emulator threads", Figures.count(s.emulatorThreads()));
    String agents = s.agentCount() + " on other machines";
    machine.put("agents", s.agentCount() == 0 ? "none: emulator on this machine" : agents);
    page.section(
        "Scenario and machine",
        "",
        new ReportPage.Pairs(List.of(Grid.facts(scenario), Grid.facts(machine))));
  }
}
