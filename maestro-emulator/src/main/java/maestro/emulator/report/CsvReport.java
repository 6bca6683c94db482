package maestro.emulator.report;

import java.util.List;
import java.util.stream.Stream;
import maestro.cli.table.Column;
import maestro.cli.table.Table;

/** Results for spreadsheets and scripts. Stateless. */
public final class CsvReport {
  /** The numbers of a run, and what another one is marked with. */
  private record Line(String round, RunResult run, RunResult marks) {
    DelaySummary probing() {
      return run.waits().probing();
    }

    ErrorCounts errors() {
      return run.answers().errors();
    }
  }

  /** A switch of a run. */
  private record SwitchLine(RunResult run, SwitchResult one) {}

  private static final Table<Line> SUMMARY =
      Table.of(
          new Column<>("controller", l -> l.run.controller()),
          new Column<>("round", l -> l.round),
          new Column<>("scenario", l -> l.run.subject().scenario().name()),
          new Column<>("started_at", l -> l.run.subject().startedAt()),
          new Column<>("complete", l -> l.marks.completion().complete()),
          new Column<>("emulator_bound", l -> l.marks.emulator().bound()),
          new Column<>("sending_doubtful", l -> l.marks.sending().isDoubtful()),
          new Column<>("empty_switches", l -> l.run.sending().emptySwitches()),
          new Column<>("empty_share", l -> l.run.sending().emptyShare()),
          new Column<>("late_p50_ns", l -> l.run.sending().lateP50Ns()),
          new Column<>("late_p99_ns", l -> l.run.sending().lateP99Ns()),
          new Column<>("measured_seconds", l -> l.run.answers().measuredSeconds()),
          new Column<>("throughput_requests_per_second", l -> l.run.throughputRequestsPerSecond()),
          new Column<>("deviation_min", l -> l.run.fairness().deviation().min()),
          new Column<>("deviation_p10", l -> l.run.fairness().deviation().p10()),
          new Column<>("deviation_p50", l -> l.run.fairness().deviation().p50()),
          new Column<>("deviation_p90", l -> l.run.fairness().deviation().p90()),
          new Column<>("deviation_max", l -> l.run.fairness().deviation().max()),
          new Column<>("worst_window_min", l -> l.run.fairness().worstWindow().min()),
          new Column<>("worst_window_max", l -> l.run.fairness().worstWindow().max()),
          new Column<>("jain", l -> l.run.fairness().jain()),
          new Column<>("probing_mean_ns", l -> l.probing().meanNs()),
          new Column<>("probing_p50_ns", l -> l.probing().p50Ns()),
          new Column<>("probing_p99_ns", l -> l.probing().p99Ns()),
          new Column<>("probing_max_ns", l -> l.probing().maxNs()),
          new Column<>("probing_count", l -> l.probing().count()),
          new Column<>("probing_lost", l -> l.probing().lost()),
          new Column<>("probing_at_least_from_ns", l -> l.probing().atLeastFromNs()),
          new Column<>(
              "cpu_seconds_per_million_requests",
              l -> l.run.processors().cpuSecondsPerMillionRequests()),
          new Column<>(
              "other_programs_processors", l -> l.run.processors().otherPrograms().processors()),
          new Column<>("wrong_port", l -> l.errors().wrongPort()),
          new Column<>("wrong_match", l -> l.errors().wrongMatch()),
          new Column<>("refused_entry", l -> l.errors().refusedEntry()),
          new Column<>("wrong_in_port", l -> l.errors().wrongInPort()),
          new Column<>("changed_packet", l -> l.errors().changed()),
          new Column<>("cut_packet", l -> l.errors().cut()),
          new Column<>("malformed", l -> l.errors().malformed()),
          new Column<>("doubled", l -> l.errors().doubled()),
          new Column<>("unasked", l -> l.errors().unasked()),
          new Column<>("out_of_order", l -> l.errors().outOfOrder()),
          new Column<>("missing", l -> l.errors().missing()),
          new Column<>("probing_errors", l -> l.run.answers().probingErrors().total()),
          new Column<>("warm_up_errors", l -> l.run.answers().warmUpErrors().total()),
          new Column<>("flooded", l -> l.run.answers().floodedRequests()),
          new Column<>("marked", l -> l.marks.isMarked()),
          new Column<>("refused_requests", l -> l.run.sending().refusedRequests()),
          new Column<>("deviation_once_min", l -> l.run.fairness().filledOnce().min()),
          new Column<>("deviation_once_max", l -> l.run.fairness().filledOnce().max()),
          new Column<>("answered_by_flow_mod", l -> l.run.answers().answeredBy().flowMod()),
          new Column<>("answered_by_packet_out", l -> l.run.answers().answeredBy().packetOut()),
          new Column<>("answered_by_both", l -> l.run.answers().answeredBy().both()),
          new Column<>("started_with", l -> l.run.subject().startedWith()));

  private static final Table<SwitchLine> SWITCHES =
      Table.of(
          new Column<>("controller", s -> s.run.controller()),
          new Column<>("round", s -> s.run.subject().round()),
          new Column<>("dpid", s -> s.one.dpid()),
          new Column<>("weight", s -> s.one.weight()),
          new Column<>("offered_requests_per_second", s -> s.one.offeredRequestsPerSecond()),
          new Column<>("sent_requests", s -> s.one.sentRequests()),
          new Column<>("answered_requests", s -> s.one.answeredRequests()),
          new Column<>("fair_share_requests_per_second", s -> s.one.fairShareRequestsPerSecond()),
          new Column<>("deviation", s -> s.one.deviation()),
          new Column<>("delay_p50_ns", s -> s.one.delay().p50Ns()),
          new Column<>("delay_p99_ns", s -> s.one.delay().p99Ns()),
          new Column<>("delay_max_ns", s -> s.one.delay().maxNs()),
          new Column<>("delay_at_least_from_ns", s -> s.one.delay().atLeastFromNs()),
          new Column<>("worst_window_deviation", s -> s.one.overTime().worstWindowDeviation()),
          new Column<>("worst_window_seconds", s -> s.one.overTime().worstWindowSeconds()),
          new Column<>("longest_pause_ns", s -> s.one.overTime().longestPauseNs()),
          new Column<>("longest_planned_gap_ns", s -> s.one.overTime().longestPlannedGapNs()),
          new Column<>("refused_requests", s -> s.one.refusedRequests()));

  private CsvReport() {}

  /** One line a run; with several rounds, one more for medians, lowest and highest numbers. */
  public static String summary(List<RunResult> results) {
    return SUMMARY.csv(Rounds.of(results).stream().flatMap(CsvReport::lines));
  }

  private static Stream<Line> lines(Rounds rounds) {
    Stream<Line> runs =
        rounds.runs().stream().map(r -> new Line(String.valueOf(r.subject().round()), r, r));
    if (rounds.count() == 1) {
      return runs;
    }
    RunResult median = rounds.median();
    return Stream.concat(
        runs,
        Stream.of(
            new Line("median", median, median),
            new Line("lowest", rounds.lowest(), median),
            new Line("highest", rounds.highest(), median)));
  }

  /** One line a switch of each run. */
  public static String switches(List<RunResult> results) {
    return SWITCHES.csv(
        results.stream().flatMap(r -> r.switches().stream().map(s -> new SwitchLine(r, s))));
  }
}
