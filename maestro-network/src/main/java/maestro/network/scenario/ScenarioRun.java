package maestro.network.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.Pairs;
import maestro.network.fabric.PingAll;
import maestro.network.fabric.PingBook;
import maestro.network.fabric.Traffic;
import maestro.network.flow.Flow;
import maestro.network.plan.Deadlines;
import maestro.network.report.ScenarioReport;

/**
 * A scenario while it runs: lets things fail and come back, begins pings and flows, and looks at
 * links and tables at equal distances. It is over when its duration is, and all its pings are: so
 * each ping is answered or lost, unless somebody interrupts the scenario. The owner of the clock
 * calls it. Confined to one thread.
 */
public final class ScenarioRun {
  /** Pings that are open at once. */
  public static final int WINDOW = 32;

  /** While pings are open, it is to be called so often. */
  public static final long PING_STEP_NS = 5_000_000;

  private final NetworkScenario scenario;
  private final Fabric fabric;
  private final PingBook book;
  private final Traffic traffic;
  private final EventRun failing;
  private final Samples samples;
  private final long beginNs;
  private final List<PingRound> rounds = new ArrayList<>();
  private PingAll pinging;
  private int nextEvent;
  private int nextPingAll;

  /**
   * What became of the pings of one ping-all.
   *
   * @param judged those of which it is known whether they were lost
   */
  record PingRound(long atNs, long sent, long judged, long lost) {}

  /**
   * The scenario begins now.
   *
   * @param book that of the fabric
   * @param clock that of the fabric
   */
  public ScenarioRun(
      NetworkScenario scenario,
      Fabric fabric,
      PingBook book,
      EventRun.Plant plant,
      LongSupplier clock) {
    this.scenario = scenario;
    this.fabric = fabric;
    this.book = book;
    this.beginNs = clock.getAsLong();
    this.traffic = new Traffic(fabric, scenario.plan(), scenario.traffic(), scenario.seed(), clock);
    this.failing = new EventRun(scenario.plan(), fabric.failures(), plant);
    this.samples = new Samples(scenario.plan(), fabric, beginNs, scenario.durationNs());
    this.pinging = nothing();
    fabric.carry(traffic);
  }

  private PingAll nothing() {
    return new PingAll(fabric, book, Pairs.all(0), scenario.pingTimeoutNs());
  }

  public boolean isOver(long nowNs) {
    return nowNs - beginNs >= scenario.durationNs()
        && pinging.isOver()
        && nextPingAll == scenario.pingAllsNs().size();
  }

  /** Does what is due. Returns how much. */
  public int doWork(long nowNs) throws IOException {
    long sinceNs = nowNs - beginNs;
    List<NetworkEvent> events = scenario.events();
    int work = 0;
    while (nextEvent < events.size() && events.get(nextEvent).atNs() <= sinceNs) {
      failing.happen(events.get(nextEvent++));
      work++;
    }
    work += traffic.doWork(nowNs) + ping(nowNs);
    samples.take(sinceNs);
    return work;
  }

  private int ping(long nowNs) {
    List<Long> times = scenario.pingAllsNs();
    if (pinging.isOver() && nextPingAll < times.size()) {
      long sinceNs = nowNs - beginNs;
      if (times.get(nextPingAll) <= sinceNs) {
        nextPingAll++;
        closeRound();
        rounds.add(round(sinceNs));
        pinging =
            new PingAll(
                fabric, book, Pairs.all(scenario.plan().hostCount()), scenario.pingTimeoutNs());
      }
    }
    return pinging.doWork(nowNs);
  }

  /** The counts until now. */
  private PingRound round(long atNs) {
    return new PingRound(atNs, book.begunCount(), book.judgedCount(), book.lostCount());
  }

  /** Makes of the counts before the last round what became of it. */
  private void closeRound() {
    if (!rounds.isEmpty()) {
      int last = rounds.size() - 1;
      PingRound before = rounds.get(last);
      PingRound now = round(before.atNs());
      rounds.set(
          last,
          new PingRound(
              now.atNs(),
              now.sent() - before.sent(),
              now.judged() - before.judged(),
              now.lost() - before.lost()));
    }
  }

  /** When {@link #doWork} has something to do, if nothing else happens. */
  public long nextNs(long nowNs) {
    long next = beginNs + samples.nextNs();
    if (nowNs - beginNs < scenario.durationNs()) {
      next = Deadlines.earlier(next, beginNs + scenario.durationNs());
    }
    if (nextEvent < scenario.events().size()) {
      next = Deadlines.earlier(next, beginNs + scenario.events().get(nextEvent).atNs());
    }
    if (!pinging.isOver()) {
      next = Deadlines.earlier(next, nowNs + PING_STEP_NS);
    } else if (nextPingAll < scenario.pingAllsNs().size()) {
      next = Deadlines.earlier(next, beginNs + scenario.pingAllsNs().get(nextPingAll));
    }
    long flow = traffic.nextNs();
    return flow == Flow.NEVER ? next : Deadlines.earlier(next, flow);
  }

  /** The flows that have begun. */
  public List<Flow> flows() {
    return traffic.flows();
  }

  /**
   * What has become of it. It was interrupted unless it is over. Then pings that are still open,
   * and within their time, are not judged, nor are those that have not begun.
   *
   * @param clock wall or virtual
   */
  public ScenarioReport report(String clock, long nowNs) {
    book.end(nowNs, scenario.pingTimeoutNs());
    closeRound();
    List<Long> times = scenario.pingAllsNs();
    times.subList(nextPingAll, times.size()).forEach(at -> rounds.add(new PingRound(at, 0, 0, 0)));
    return new ScenarioReporter(
            scenario, fabric, book, traffic.flows(), samples, List.copyOf(rounds), beginNs)
        .report(clock, nowNs - beginNs, !isOver(nowNs));
  }
}
