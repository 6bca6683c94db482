package maestro.emulator.engine.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import maestro.emulator.format.Figures;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.report.Sending;
import maestro.emulator.scenario.Scenario;
import org.HdrHistogram.Histogram;

/**
 * Says how the emulator sent, and whether that casts doubt on what a run says of the controller.
 * Stateless.
 *
 * <ol>
 *   <li>Under full load, when more than one sample of a socket in a hundred found it empty: the
 *       emulator then had a part in who got how much.
 *   <li>By plan, when the 99th percentile of lateness is above 0.2 ms and above half of the probing
 *       delay's 99th percentile. What leaves late leaves in lumps, and a lump delays a probe by as
 *       much as it is late.
 *   <li>In both, when that holds for the probes themselves, since their delay counts from the
 *       planned time.
 *   <li>In all modes, when the kernel threw away what had come. It comes again after 0.2 s or more,
 *       and looks like a pause of the controller.
 * </ol>
 */
final class SendJudgement {
  private static final double MOST_EMPTY_SHARE = 0.01;
  private static final double HARMLESS_NS = 200_000;
  private static final double MOST_PART_OF_PROBING = 0.5;
  private static final double NS_PER_MS = 1e6;

  private SendJudgement() {}

  /** How the emulator sent in a run with this probing delay. */
  static Sending of(Scenario scenario, LoadResult counted) {
    LoadResult.Sending sent = counted.sending();
    DelaySummary probing = LoadResult.summary(counted.probing());
    double emptyShare = sent.socketSamples() == 0 ? Double.NaN : emptyShare(sent);
    List<String> said = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    if (sent.emptySwitches() > 0) {
      String empty =
          format(
              "the emulator let %d of %d sockets run empty (%.1f %% of samples)",
              sent.emptySwitches(), counted.switches().size(), 100 * emptyShare);
      boolean doubtful = emptyShare > MOST_EMPTY_SHARE; // 1
      (doubtful ? doubts : said)
          .add(empty + (doubtful ? ": it had a part in how much each switch got" : ""));
    }
    if (sent.boundSwitches() > 0) {
      said.add(
          format(
              "sockets of %s would have taken more than the emulator can note",
              Figures.count(sent.boundSwitches(), "switch", "switches")));
    }
    long refused =
        counted.switches().stream().mapToLong(LoadResult.SwitchCounts::refusedRequests).sum();
    if (refused > 0) {
      long offered =
          counted.switches().stream().mapToLong(c -> Math.max(0, c.offeredRequests())).sum();
      said.add(
          format(
              "%,d of %,d requests (%.1f %%) were refused: their sockets were full",
              refused, offered, 100.0 * refused / offered));
    }
    if (sent.waitingAtEnd() > 0) {
      said.add(
          format(
              "%s still waited when the time for the drain was over",
              Figures.count(sent.waitingAtEnd(), "request", "requests")));
    }
    kernel(sent.kernel(), said, doubts); // 4
    if (sent.lateness().getTotalCount() > 0) {
      late(sent.lateness(), probing, "requests", said, doubts); // 2
    }
    if (isDoubtful(sent.probeLateness(), probing)) {
      late(sent.probeLateness(), probing, "probes", said, doubts); // 3
    }
    return new Sending(
        scenario.outstandingLimit(),
        sent.emptySwitches(),
        emptyShare,
        sent.boundSwitches(),
        refused,
        sent.waitingAtEnd(),
        sent.kernel(),
        percentile(sent.lateness(), 50),
        percentile(sent.lateness(), 99),
        percentile(sent.probeLateness(), 99),
        String.join("; ", said),
        String.join("; ", doubts));
  }

  private static double emptyShare(LoadResult.Sending sent) {
    return (double) sent.emptySamples() / sent.socketSamples();
  }

  private static void kernel(KernelTcp kernel, List<String> said, List<String> doubts) {
    if (kernel.droppedSegments() > 0) {
      doubts.add(
          format(
              "the kernel had no room for %,.0f TCP segments and dropped them (%,.0f"
                  + " retransmission timeouts): pauses and missing answers may be the kernel's",
              kernel.droppedSegments(), kernel.timeouts()));
    } else if (kernel.timeouts() > 0) {
      said.add(
          format(
              "TCP on this machine had %,.0f retransmission timeouts, each a pause of 0.2 s or"
                  + " more",
              kernel.timeouts()));
    }
  }

  private static void late(
      Histogram lateness,
      DelaySummary probing,
      String what,
      List<String> said,
      List<String> doubts) {
    String late =
        format(
            "%s left %.3f ms late (p50), %.3f ms (p99)",
            what, percentile(lateness, 50) / NS_PER_MS, percentile(lateness, 99) / NS_PER_MS);
    if (isDoubtful(lateness, probing)) {
      doubts.add(
          late
              + ": more than half of the probing delay's p99, so delays are partly the emulator's");
    } else {
      said.add(late);
    }
  }

  private static boolean isDoubtful(Histogram lateness, DelaySummary probing) {
    double p99Ns = percentile(lateness, 99);
    return p99Ns > HARMLESS_NS && p99Ns > MOST_PART_OF_PROBING * probing.p99Ns();
  }

  /** NaN when there is none. */
  private static double percentile(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0 ? Double.NaN : histogram.getValueAtPercentile(percentile);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
