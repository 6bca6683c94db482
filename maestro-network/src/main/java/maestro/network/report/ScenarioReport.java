package maestro.network.report;

import java.util.List;
import java.util.Locale;
import maestro.emulator.format.Figures;
import maestro.emulator.report.MaybeUnknown;
import maestro.network.host.Leases;
import maestro.network.report.NetworkReport.Delays;

/**
 * What has become of a scenario.
 *
 * @param leases what has become of hosts that use DHCP
 * @param firstPacket of pings and flows: from the departure of the first frame until it arrives
 * @param mostEntries the most flow entries that one switch had
 * @param lostOnLinks frames that did not arrive at the other end of a link
 * @param events what failed and came back, in words, with the time in seconds
 * @param json all of it and more, as JSON; empty before it is written
 */
public record ScenarioReport(
    Run run,
    Size size,
    Pings pings,
    Flows flows,
    Leases leases,
    Delays firstPacket,
    Loops loops,
    int mostEntries,
    long lostOnLinks,
    List<String> events,
    String json) {
  /**
   * The scenario that was run.
   *
   * @param clock {@code wall} or {@code virtual}
   * @param durationNs from the beginning to the end, until the last ping was over
   * @param plannedNs the duration in the scenario's file
   * @param interrupted whether it ended early; frames of flows on their way count as lost then
   */
  public record Run(
      String name, String clock, long durationNs, long plannedNs, boolean interrupted) {}

  /** How large the network is. */
  public record Size(int switches, int links, int hosts) {}

  /**
   * Frames that went in circles.
   *
   * @param passedTwice frames that arrived at a switch a second time
   * @param stopped frames that were dropped, since they circled
   * @param named the first of the loops, in words
   */
  public record Loops(long passedTwice, long stopped, List<String> named) {}

  /**
   * The pings.
   *
   * @param planned all of the scenario's ping-alls
   * @param sent those that have begun
   * @param judged those that were answered or lost; the others were cut by an interruption
   * @param stretch switches that answered pings have passed ÷ those on the shortest ways
   * @param duplicates echo frames that arrived a second time
   */
  public record Pings(
      long planned,
      long sent,
      long judged,
      long lost,
      double stretch,
      long duplicates,
      Delays firstPacket,
      Delays roundTrip) {
    /** The part of the judged ones that was lost; NaN without any. */
    double lostPart() {
      return judged == 0 ? Double.NaN : (double) lost / judged;
    }

    /** Those of which nobody knows whether they would have been lost. */
    public long cut() {
      return planned - judged;
    }

    private String cutText() {
      return format("%d were open, and %d had not begun", sent - judged, planned - sent);
    }
  }

  /**
   * The flows.
   *
   * @param complete those of which everything has arrived
   * @param sentFrames data frames, also those that were sent again
   * @param lostFrames data frames that have arrived by no attempt
   * @param neededFrames data frames that were sent at least once
   * @param retransmitted data frames that were sent again
   * @param duplicates data frames that arrived again
   * @param bytes that have arrived, with headers
   * @param bitsPerSecond of the median flow of which something arrived
   */
  public record Flows(
      long begun,
      long complete,
      long sentFrames,
      long lostFrames,
      long neededFrames,
      long retransmitted,
      long duplicates,
      double stretch,
      long bytes,
      double bitsPerSecond) {
    /** The part of the frames that has not arrived; NaN without flows. */
    public double lostPart() {
      return neededFrames == 0 ? Double.NaN : (double) lostFrames / neededFrames;
    }
  }

  /** The same with its JSON. */
  public ScenarioReport withJson(String written) {
    return new ScenarioReport(
        run,
        size,
        pings,
        flows,
        leases,
        firstPacket,
        loops,
        mostEntries,
        lostOnLinks,
        events,
        written);
  }

  /** The larger one of pings and flows; NaN when nothing arrived. */
  double stretch() {
    return MaybeUnknown.larger(pings.stretch(), flows.stretch());
  }

  /** Whether all pings were answered and all of each flow has arrived. */
  public boolean isWhole() {
    return pings.lost() + pings.cut() == 0 && flows.complete() == flows.begun();
  }

  /** A line for each number. */
  public String text() {
    StringBuilder out = new StringBuilder();
    NetworkReport.line(out, "network", NetworkReport.size(size.switches, size.links, size.hosts));
    NetworkReport.line(
        out,
        "scenario",
        format("%s: %.1f s of %s time", run.name, run.durationNs / 1e9, run.clock));
    if (run.interrupted) {
      NetworkReport.line(
          out,
          "interrupted",
          (run.durationNs < run.plannedNs
                  ? format("before its end at %.1f s", run.plannedNs / 1e9)
                  : "before its pings were over")
              + "; frames of flows on their way count as lost");
    }
    events.forEach(each -> NetworkReport.line(out, "event", each));
    if (leases.clients() > 0) {
      NetworkReport.line(
          out,
          "dhcp",
          format(
              "%d of %d hosts have got an address, within %.2f s; %d renewals",
              leases.bound(), leases.clients(), leases.slowestNs() / 1e9, leases.renewals()));
    }
    if (pings.judged() > 0) {
      double part = 100 * pings.lostPart();
      NetworkReport.line(
          out, "pings", format("%d, %d lost (%.2f %%)", pings.judged(), pings.lost(), part));
      NetworkReport.line(out, "round trip", pings.roundTrip().text());
    }
    if (pings.cut() > 0) {
      NetworkReport.line(out, "pings cut", pings.cutText());
    }
    if (flows.begun() > 0) {
      NetworkReport.line(out, "flows", format("%d, %d complete", flows.begun(), flows.complete()));
      NetworkReport.line(
          out,
          "frames",
          format(
              "%d sent, %d lost (%.2f %%), %d sent again",
              flows.sentFrames(),
              flows.lostFrames(),
              100 * flows.lostPart(),
              flows.retransmitted()));
      NetworkReport.line(
          out, "throughput", Figures.bitRate(flows.bitsPerSecond()) + " in the median flow");
    }
    NetworkReport.line(out, "duplicates", String.valueOf(pings.duplicates() + flows.duplicates()));
    NetworkReport.line(
        out,
        "loops",
        loops.passedTwice + " frames passed a switch twice, " + loops.stopped + " were stopped");
    NetworkReport.line(out, "path stretch", Figures.index(stretch()));
    NetworkReport.line(out, "first packet", firstPacket.text());
    NetworkReport.line(out, "lost on links", lostOnLinks + " frames");
    NetworkReport.line(out, "flow entries", mostEntries + " at most in one switch");
    loops.named.forEach(each -> NetworkReport.line(out, "passed twice", each));
    return out.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
