package maestro.emulator.report;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Results for spreadsheets and scripts: a header, then one line each. Unknown numbers are empty.
 */
public final class CsvReport {
  private CsvReport() {}

  /** One line a run; with several rounds, one more for medians, lowest and highest numbers. */
  public static String summary(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "controller",
        "round",
        "scenario",
        "started_at",
        "complete",
        "emulator_bound",
        "sending_doubtful",
        "empty_switches",
        "empty_share",
        "late_p50_ns",
        "late_p99_ns",
        "measured_seconds",
        "throughput_requests_per_second",
        "deviation_min",
        "deviation_p10",
        "deviation_p50",
        "deviation_p90",
        "deviation_max",
        "worst_window_min",
        "worst_window_max",
        "jain",
        "probing_mean_ns",
        "probing_p50_ns",
        "probing_p99_ns",
        "probing_max_ns",
        "probing_count",
        "probing_lost",
        "probing_at_least_from_ns",
        "cpu_seconds_per_million_requests",
        "other_programs_processors",
        "wrong_port",
        "wrong_match",
        "refused_entry",
        "wrong_in_port",
        "changed_packet",
        "cut_packet",
        "malformed",
        "doubled",
        "unasked",
        "out_of_order",
        "missing",
        "probing_errors",
        "warm_up_errors",
        "flooded",
        "marked",
        "refused_requests",
        "deviation_once_min",
        "deviation_once_max",
        "answered_by_flow_mod",
        "answered_by_packet_out",
        "answered_by_both",
        "started_with");
    for (Rounds rounds : Rounds.of(results)) {
      for (RunResult run : rounds.runs()) {
        summary(out, Integer.toString(run.subject().round()), run, run);
      }
      if (rounds.count() > 1) {
        RunResult median = rounds.median();
        summary(out, "median", median, median);
        summary(out, "lowest", rounds.lowest(), median);
        summary(out, "highest", rounds.highest(), median);
      }
    }
    return out.toString();
  }

  /** The numbers of a run, and what another one is marked with. */
  private static void summary(StringBuilder out, String round, RunResult r, RunResult marks) {
    line(
        out,
        r.controller(),
        round,
        r.subject().scenario().name(),
        r.subject().startedAt(),
        marks.completion().complete(),
        marks.emulator().bound(),
        marks.sending().isDoubtful(),
        r.sending().emptySwitches(),
        r.sending().emptyShare(),
        r.sending().lateP50Ns(),
        r.sending().lateP99Ns(),
        r.answers().measuredSeconds(),
        r.throughputRequestsPerSecond(),
        r.fairness().deviation().min(),
        r.fairness().deviation().p10(),
        r.fairness().deviation().p50(),
        r.fairness().deviation().p90(),
        r.fairness().deviation().max(),
        r.fairness().worstWindow().min(),
        r.fairness().worstWindow().max(),
        r.fairness().jain(),
        r.waits().probing().meanNs(),
        r.waits().probing().p50Ns(),
        r.waits().probing().p99Ns(),
        r.waits().probing().maxNs(),
        r.waits().probing().count(),
        r.waits().probing().lost(),
        r.waits().probing().atLeastFromNs(),
        r.processors().cpuSecondsPerMillionRequests(),
        r.processors().otherPrograms().processors(),
        r.answers().errors().wrongPort(),
        r.answers().errors().wrongMatch(),
        r.answers().errors().refusedEntry(),
        r.answers().errors().wrongInPort(),
        r.answers().errors().changed(),
        r.answers().errors().cut(),
        r.answers().errors().malformed(),
        r.answers().errors().doubled(),
        r.answers().errors().unasked(),
        r.answers().errors().outOfOrder(),
        r.answers().errors().missing(),
        r.answers().probingErrors().total(),
        r.answers().warmUpErrors().total(),
        r.answers().floodedRequests(),
        marks.isMarked(),
        r.sending().refusedRequests(),
        r.fairness().filledOnce().min(),
        r.fairness().filledOnce().max(),
        r.answers().answeredBy().flowMod(),
        r.answers().answeredBy().packetOut(),
        r.answers().answeredBy().both(),
        r.subject().startedWith());
  }

  /** One line a switch of each run. */
  public static String switches(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "controller",
        "round",
        "dpid",
        "weight",
        "offered_requests_per_second",
        "sent_requests",
        "answered_requests",
        "fair_share_requests_per_second",
        "deviation",
        "delay_p50_ns",
        "delay_p99_ns",
        "delay_max_ns",
        "delay_at_least_from_ns",
        "worst_window_deviation",
        "worst_window_seconds",
        "longest_pause_ns",
        "longest_planned_gap_ns",
        "refused_requests");
    for (RunResult result : results) {
      for (SwitchResult s : result.switches()) {
        line(
            out,
            result.controller(),
            result.subject().round(),
            s.dpid(),
            s.weight(),
            s.offeredRequestsPerSecond(),
            s.sentRequests(),
            s.answeredRequests(),
            s.fairShareRequestsPerSecond(),
            s.deviation(),
            s.delay().p50Ns(),
            s.delay().p99Ns(),
            s.delay().maxNs(),
            s.delay().atLeastFromNs(),
            s.overTime().worstWindowDeviation(),
            s.overTime().worstWindowSeconds(),
            s.overTime().longestPauseNs(),
            s.overTime().longestPlannedGapNs(),
            s.refusedRequests());
      }
    }
    return out.toString();
  }

  private static void line(StringBuilder out, Object... cells) {
    out.append(Arrays.stream(cells).map(CsvReport::cell).collect(Collectors.joining(",")))
        .append('\n');
  }

  private static String cell(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return "";
    }
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? cell(number.getAsDouble()) : "";
    }
    String text = String.valueOf(value);
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
