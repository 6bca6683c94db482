package maestro.network.scenario;

import java.util.List;
import java.util.Locale;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.LoopWatch;
import maestro.network.fabric.PingBook;
import maestro.network.flow.Flow;
import maestro.network.plan.NetworkPlan;
import maestro.network.report.NetworkReport.Delays;
import maestro.network.report.ScenarioReport;
import org.HdrHistogram.Histogram;

/** Sums up a scenario that is over. Used once, by one thread. */
final class ScenarioReporter {
  private static final int DIGITS = 3;

  private final NetworkScenario scenario;
  private final Fabric fabric;
  private final PingBook book;
  private final List<Flow> flows;
  private final Samples samples;
  private final List<ScenarioRun.PingRound> rounds;
  private final long beginNs;

  ScenarioReporter(
      NetworkScenario scenario,
      Fabric fabric,
      PingBook book,
      List<Flow> flows,
      Samples samples,
      List<ScenarioRun.PingRound> rounds,
      long beginNs) {
    this.scenario = scenario;
    this.fabric = fabric;
    this.book = book;
    this.flows = flows;
    this.samples = samples;
    this.rounds = rounds;
    this.beginNs = beginNs;
  }

  ScenarioReport report(String clock, long durationNs, boolean interrupted) {
    NetworkPlan plan = scenario.plan();
    LoopWatch loops = fabric.loops();
    int mostEntries = 0;
    for (int i = 0; i < plan.switchCount(); i++) {
      mostEntries = Math.max(mostEntries, samples.mostEntries(i));
    }
    ScenarioReport report =
        new ScenarioReport(
            new ScenarioReport.Run(
                scenario.name(), clock, durationNs, scenario.durationNs(), interrupted),
            new ScenarioReport.Size(plan.switchCount(), plan.linkCount(), plan.hostCount()),
            pings(),
            flows(),
            fabric.dhcp().leases(),
            firstPackets(),
            new ScenarioReport.Loops(loops.loopCount(), loops.stoppedCount(), loops.named()),
            mostEntries,
            fabric.links().lostOnAll(),
            scenario.eventsUntil(durationNs).stream()
                .map(e -> String.format(Locale.ROOT, "%.3f s: %s", e.atNs() / 1e9, e.text()))
                .toList(),
            "");
    return report.withJson(
        new ScenarioJson(scenario, fabric, flows, samples, rounds, beginNs).write(report));
  }

  private ScenarioReport.Pings pings() {
    return new ScenarioReport.Pings(
        scenario.pingAllsNs().size() * scenario.pingCount(),
        book.begunCount(),
        book.judgedCount(),
        book.lostCount(),
        book.stretch(),
        book.duplicateCount(),
        Delays.of(book.firstPackets()),
        Delays.of(book.roundTrips()));
  }

  private Delays firstPackets() {
    Histogram all = new Histogram(DIGITS);
    all.setAutoResize(true);
    all.add(book.firstPackets());
    flows.stream()
        .mapToLong(Flow::firstPacketNs)
        .filter(ns -> ns >= 0)
        .forEach(ns -> all.recordValue(Math.max(1, ns)));
    return Delays.of(all);
  }

  private ScenarioReport.Flows flows() {
    long sent = 0;
    long lost = 0;
    long needed = 0;
    long again = 0;
    long duplicates = 0;
    long hops = 0;
    long shortest = 0;
    long bytes = 0;
    for (Flow flow : flows) {
      sent += flow.sentFrames();
      needed += flow.neededFrames();
      lost += flow.neededFrames() - flow.receivedFrames();
      again += flow.retransmittedFrames();
      duplicates += flow.duplicateFrames();
      hops += flow.hopCount();
      shortest += flow.shortestHopCount();
      bytes += flow.receivedFrames() * flow.settings.frameBytes();
    }
    double[] speeds =
        flows.stream().mapToDouble(Flow::bitsPerSecond).filter(v -> v > 0).sorted().toArray();
    return new ScenarioReport.Flows(
        flows.size(),
        flows.stream().filter(Flow::isComplete).count(),
        sent,
        lost,
        needed,
        again,
        duplicates,
        shortest == 0 ? Double.NaN : (double) hops / shortest,
        bytes,
        speeds.length == 0 ? 0 : speeds[speeds.length / 2]);
  }
}
