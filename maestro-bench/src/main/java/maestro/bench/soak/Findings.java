package maestro.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import maestro.bench.soak.SoakResult.Answers;
import maestro.bench.soak.SoakResult.Finding;
import maestro.bench.soak.SoakResult.Reloads;
import maestro.bench.soak.SoakResult.Sample;
import maestro.bench.soak.SoakResult.SlowReaders;
import maestro.bench.soak.SoakResult.Verdict;

/**
 * Judges a soak, line by line.
 *
 * <ol>
 *   <li>Something was lost when an answer is missing or bad, a lasting connection broke, a stream
 *       was not OpenFlow, or a change of the configuration did not take effect.
 *   <li>Something grows when its {@link Trend}, without the first fifth of the time, rose by more
 *       than a slack or 5 % of its median. Descriptors are those beyond one for each switch.
 *   <li>Resident memory is shown and not judged: a JVM touches the pages of its heap one after the
 *       other.
 * </ol>
 */
final class Findings {
  private static final double MIB = 1 << 20;
  private static final double HEAP_SLACK_BYTES = 2 * MIB;
  private static final double DIRECT_SLACK_BYTES = 2 * MIB;
  private static final double DESCRIPTOR_SLACK = 8;
  private static final double THREAD_SLACK = 4;
  private static final double SHARE = 0.05;
  private static final double SETTLED = 0.2;

  private final List<Finding> findings = new ArrayList<>();

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** 1. */
  void lost(Answers answers, int brokenLoads, SlowReaders slow, Reloads reloads) {
    none("answers missing", answers.missing(), "of " + count(answers.sent()) + " requests");
    none(
        "answers wrong, double, unasked, out of order, malformed",
        answers.bad(),
        "of " + count(answers.right()) + " answers");
    none("connections lost that were to live", brokenLoads, "");
    none(
        "streams broken of switches that hardly read",
        slow.brokenStreams(),
        "of "
            + count(slow.connections())
            + "; "
            + count(slow.disconnected())
            + " were disconnected by the controller");
    if (reloads.asked() > 0) {
      none(
          "changes of the configuration not taken over",
          Math.max(0, reloads.asked() - reloads.inForce()),
          "of " + count(reloads.asked()));
    }
  }

  /** 2 and 3. */
  void grown(List<Sample> samples) {
    memory("heap after a collection", samples, Sample::heapBytes, HEAP_SLACK_BYTES);
    memory("direct memory", samples, Sample::directBytes, DIRECT_SLACK_BYTES);
    number(
        "descriptors beyond one a switch",
        samples,
        sample -> sample.descriptors() - sample.switches(),
        DESCRIPTOR_SLACK);
    number("threads", samples, Sample::threads, THREAD_SLACK);
    Trend resident = trend(samples, Sample::residentBytes);
    findings.add(
        new Finding(
            "resident memory",
            mib(resident),
            resident.isKnown() ? Verdict.TOLD : Verdict.UNKNOWN,
            ""));
  }

  /** A figure that is not judged. */
  void told(String what, String found) {
    findings.add(new Finding(what, found, Verdict.TOLD, ""));
  }

  private void none(String what, long count, String of) {
    findings.add(
        new Finding(
            what,
            (count(count) + " " + of).strip(),
            count == 0 ? Verdict.GOOD : Verdict.BAD,
            count == 0 ? "none" : "LOST"));
  }

  private void memory(
      String what, List<Sample> samples, ToDoubleFunction<Sample> value, double slack) {
    Trend trend = trend(samples, value);
    growth(what, trend, mib(trend), slack);
  }

  private void number(
      String what, List<Sample> samples, ToDoubleFunction<Sample> value, double slack) {
    Trend trend = trend(samples, value);
    String found =
        trend.isKnown()
            ? text("%.0f, %+.1f an hour", trend.median(), trend.perHour())
            : "not enough looks";
    growth(what, trend, found, slack);
  }

  private void growth(String what, Trend trend, String found, double slack) {
    if (!trend.isKnown()) {
      findings.add(new Finding(what, found, Verdict.UNKNOWN, "unknown"));
    } else if (trend.grows(slack, SHARE)) {
      findings.add(new Finding(what, found, Verdict.BAD, "GROWS"));
    } else {
      findings.add(new Finding(what, found, Verdict.GOOD, "flat"));
    }
  }

  private static String mib(Trend trend) {
    return trend.isKnown()
        ? text("%.1f MiB, %+.2f MiB an hour", trend.median() / MIB, trend.perHour() / MIB)
        : "not enough looks";
  }

  private static Trend trend(List<Sample> samples, ToDoubleFunction<Sample> value) {
    double last = samples.isEmpty() ? 0 : samples.get(samples.size() - 1).atSeconds();
    List<Sample> settled =
        samples.stream().filter(sample -> sample.atSeconds() >= SETTLED * last).toList();
    return Trend.of(
        settled.stream().mapToDouble(Sample::atSeconds).toArray(),
        settled.stream().mapToDouble(value).toArray());
  }

  private static String count(long count) {
    return text("%,d", count);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
