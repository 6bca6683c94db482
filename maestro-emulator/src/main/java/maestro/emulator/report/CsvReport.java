package maestro.emulator.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import maestro.emulator.report.RunResult.SwitchResult;

/**
 * Results for spreadsheets and scripts: a header, then one line each. Unknown numbers are empty.
 */
public final class CsvReport {
  private CsvReport() {}

  /** One line a run. */
  public static String summary(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "controller",
        "scenario",
        "started_at",
        "complete",
        "emulator_bound",
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
        "cpu_seconds_per_million_requests",
        "other_programs_processors",
        "wrong_port",
        "doubled",
        "unasked",
        "missing",
        "out_of_order",
        "flooded");
    for (RunResult r : results) {
      line(
          out,
          r.controller(),
          r.scenario().name(),
          r.startedAt(),
          r.completion().complete(),
          r.emulator().bound(),
          r.measuredSeconds(),
          r.throughputRequestsPerSecond(),
          r.deviation().min(),
          r.deviation().p10(),
          r.deviation().p50(),
          r.deviation().p90(),
          r.deviation().max(),
          r.worstWindow().min(),
          r.worstWindow().max(),
          r.jain(),
          r.probing().meanNs(),
          r.probing().p50Ns(),
          r.probing().p99Ns(),
          r.probing().maxNs(),
          r.probing().count(),
          r.cpuSecondsPerMillionRequests(),
          r.otherPrograms().processors(),
          r.errors().wrongPort(),
          r.errors().doubled(),
          r.errors().unasked(),
          r.errors().missing(),
          r.errors().outOfOrder(),
          r.floodedRequests());
    }
    return out.toString();
  }

  /** One line a switch of each run. */
  public static String switches(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "controller",
        "dpid",
        "weight",
        "offered_requests_per_second",
        "sent_requests",
        "answered_requests",
        "fair_share_requests_per_second",
        "deviation");
    for (RunResult result : results) {
      for (SwitchResult s : result.switches()) {
        line(
            out,
            result.controller(),
            s.dpid(),
            s.weight(),
            s.offeredRequestsPerSecond(),
            s.sentRequests(),
            s.answeredRequests(),
            s.fairShareRequestsPerSecond(),
            s.deviation());
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
    String text = String.valueOf(value);
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
