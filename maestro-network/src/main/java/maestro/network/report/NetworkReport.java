package maestro.network.report;

import java.util.List;
import java.util.Locale;
import maestro.emulator.format.Figures;
import maestro.emulator.format.Json;
import maestro.network.fabric.LoopWatch;
import maestro.network.fabric.PingBook;
import maestro.network.plan.NetworkPlan;
import org.HdrHistogram.Histogram;

/**
 * What became of all pings.
 *
 * @param stretch switches that answered pings have passed ÷ those on the shortest ways; NaN when
 *     none was answered
 * @param duplicates frames that arrived at their host a second time
 * @param loops frames that arrived at a switch a second time
 * @param stopped frames that were dropped, since they circled
 * @param named the first of the loops, in words
 * @param mostEntries the most flow entries that one switch had
 * @param durationNs of all pings together
 * @param firstPacket from an echo request until it arrives
 * @param roundTrip from the ARP request before it, if there is one, to the echo reply
 */
public record NetworkReport(
    int switches,
    int links,
    int hosts,
    long pings,
    long lost,
    double stretch,
    long duplicates,
    long loops,
    long stopped,
    List<String> named,
    int mostEntries,
    long durationNs,
    Delays firstPacket,
    Delays roundTrip) {
  /** The names at the beginning of the lines have this width. */
  public static final int NAME_WIDTH = 14;

  private static final double NS_PER_MS = 1e6;

  /** A distribution of delays, in milliseconds; NaN when there is none. */
  public record Delays(double meanMs, double medianMs, double p99Ms, double maxMs) {
    public static Delays of(Histogram ns) {
      if (ns.getTotalCount() == 0) {
        return new Delays(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
      }
      return new Delays(
          ns.getMean() / NS_PER_MS,
          ns.getValueAtPercentile(50) / NS_PER_MS,
          ns.getValueAtPercentile(99) / NS_PER_MS,
          ns.getMaxValue() / NS_PER_MS);
    }

    String text() {
      if (Double.isNaN(meanMs)) {
        return "unknown, since none arrived";
      }
      return String.format(
          Locale.ROOT,
          "mean %.2f ms, median %.2f ms, p99 %.2f ms, max %.2f ms",
          meanMs,
          medianMs,
          p99Ms,
          maxMs);
    }
  }

  public static NetworkReport of(
      NetworkPlan plan, PingBook book, LoopWatch loops, int mostEntries, long durationNs) {
    return new NetworkReport(
        plan.switchCount(),
        plan.linkCount(),
        plan.hostCount(),
        book.begunCount(),
        book.lostCount(),
        book.stretch(),
        book.duplicateCount(),
        loops.loopCount(),
        loops.stoppedCount(),
        loops.named(),
        mostEntries,
        durationNs,
        Delays.of(book.firstPackets()),
        Delays.of(book.roundTrips()));
  }

  /** Whether every ping was answered. */
  public boolean isWhole() {
    return lost == 0;
  }

  /** Switches, links and hosts in words. */
  static String size(long switches, long links, long hosts) {
    return Figures.count(switches, "switch", "switches")
        + ", "
        + Figures.count(links, "link", "links")
        + ", "
        + Figures.count(hosts, "host", "hosts");
  }

  /** A line for each number. */
  public String text() {
    StringBuilder out = new StringBuilder();
    line(out, "network", size(switches, links, hosts));
    line(out, "pings", String.format(Locale.ROOT, "%d in %.1f s", pings, durationNs / 1e9));
    double part = pings == 0 ? 0 : 100.0 * lost / pings;
    line(out, "lost", String.format(Locale.ROOT, "%d (%.2f %%)", lost, part));
    line(out, "duplicates", String.valueOf(duplicates));
    line(
        out,
        "loops",
        Figures.count(loops, "frame", "frames")
            + " passed a switch twice, "
            + stopped
            + (stopped == 1 ? " was stopped" : " were stopped"));
    line(out, "path stretch", Figures.index(stretch));
    line(out, "first packet", firstPacket.text());
    line(out, "round trip", roundTrip.text());
    line(out, "flow entries", mostEntries + " at most in one switch");
    for (String each : named) {
      line(out, "passed twice", each);
    }
    return out.toString();
  }

  /** A line of a report; the name is at most one shorter than its width. */
  static void line(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s%s%n", name, value));
  }

  /** One JSON object with the names of this record. */
  public String json() {
    return Json.indented(this);
  }
}
