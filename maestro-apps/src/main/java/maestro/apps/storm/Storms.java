package maestro.apps.storm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.log.Repeats;
import maestro.apps.storm.PortCheck.Lead;
import maestro.apps.storm.StormSettings.Action;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;

/**
 * The storms at present. For a port that has sent too much:
 *
 * <ol>
 *   <li>Where discovery runs, only ports that lead to hosts count. A storm is bounded where it
 *       begins; a bound between switches would also hit the frames of others.
 *   <li>Without discovery, all switches on the way report the same storm. {@link WaitingReports}
 *       finds one port. The others may report again {@link #CHECK_INTERVAL} later, when a bound has
 *       had time to help. If the storm has one source, this source is bounded there. An entry for
 *       many sources, which may be a wide one, also hits other hosts if the port is a link. So
 *       {@link LinkChecks} finds out first, and only a port that leads to hosts is bounded.
 *   <li>The port is logged, and a {@link BoundEntry} is sent to its switch.
 *   <li>The FLOW_REMOVED of that entry has the number of frames it took. If that is still too much,
 *       the next entry is sent. Otherwise the storm is over and its end is logged. It is not over
 *       before the other storms of its port, and not while the same frames are too many at other
 *       ports, as in a loop: {@link StormList}.
 *   <li>If too many requests come beside the entry, a wide entry is sent.
 *   <li>A storm that no entry bounds is over after {@link #QUIET} without an excess.
 *   <li>When the port turns out not to lead to hosts, its entry is removed: within a second where
 *       discovery runs, at once where probes are sent.
 * </ol>
 *
 * <p>Confined to the event thread, except {@link #tell}.
 */
final class Storms implements EventStage {
  /** The most storms at once. Further ports cost one log line, and may report again later. */
  static final int MOST = 256;

  /** Longer than an entry of another application counts broadcasts before its FLOW_REMOVED. */
  static final Duration QUIET = Duration.ofSeconds(12);

  /** The period of the checks of storms, and the delay before an ignored port may report again. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

  /** The period at which the event thread polls for reports of the workers. */
  static final Duration LISTEN = Duration.ofMillis(50);

  /** The longest time from an entry's hard timeout to its FLOW_REMOVED. */
  private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(5);

  private final ApplicationContext context;
  private final StormSettings settings;
  private final Supplier<Topology> topology;
  private final LongSupplier clock;
  private final BoundEntries entries;
  private final Notices notices = new Notices();
  private final AtomicBoolean isListening = new AtomicBoolean();
  private final ForwardedFrames forwarded;
  private final WaitingReports reports;

  /** Null where discovery runs, and where probes cannot come back. */
  private final LinkChecks checks;

  private final StormList storms = new StormList();
  private boolean hasNamed;
  private long lastNamedNs;
  private boolean isFullSaid;

  Storms(
      ApplicationContext context,
      StormSettings settings,
      SwitchLocal<SwitchTraffic> traffic,
      Supplier<Topology> topology,
      LinkChecks checks,
      LongSupplier clock) {
    this.context = context;
    this.settings = settings;
    this.forwarded = new ForwardedFrames(traffic, settings);
    this.topology = topology;
    this.checks = checks;
    this.clock = clock;
    FirstPort firstPort = new FirstPort(context, traffic, storms::isLink);
    this.reports = new WaitingReports(context, firstPort, storms, clock, this::begin);
    this.entries = new BoundEntries(context, settings, this::mayBound, clock);
  }

  /** Reports that a port has sent too much. Any worker; allocates the first time only. */
  void tell(PortTraffic traffic) {
    notices.add(traffic);
    if (!isListening.getOpaque() && isListening.compareAndSet(false, true)) {
      context.later(this::listen);
    }
  }

  // ---- begin ----

  /**
   * Polls for reports. Runs from the first report on; a task for each would make the worker
   * allocate.
   */
  private void listen() {
    notices.take(this::exceeded);
    context.after(LISTEN, this::listen);
  }

  /** Handles the report that a port has sent too much. */
  private void exceeded(Excess excess) {
    long nowNs = clock.getAsLong();
    PortTraffic traffic = excess.traffic();
    if (context.switches().find(traffic.datapathId()).isEmpty()) {
      return; // has left; its counters begin anew when it is back
    }
    Storm known = storms.at(excess);
    if (known == null
        && (traffic.isBetweenEntries(excess.source(), excess.destination(), nowNs)
            || !mayBegin(excess, nowNs))) {
      tellAgainLater(traffic);
      return;
    }
    traffic.exceeded(excess.source(), nowNs);
    storms.goesOn(excess, nowNs + excess.awaitNs());
    if (known != null) {
      known.busy(nowNs);
      tellAgainLater(traffic);
    } else if (settings.onlyHostPorts()) {
      begin(excess);
    } else {
      reports.add(excess); // 2
    }
  }

  private boolean mayBegin(Excess excess, long nowNs) {
    if (storms.size() >= MOST) {
      if (!isFullSaid) {
        isFullSaid = true;
        StormLog.full(MOST);
      }
      return false;
    }
    return settings.onlyHostPorts()
        ? leadsToHosts(excess.traffic()) // 1
        : excess.source() != Majority.NONE
            || !hasNamed
            || nowNs - lastNamedNs >= CHECK_INTERVAL.toNanos(); // 2
  }

  private boolean leadsToHosts(PortTraffic traffic) {
    return topology.get().roleOf(traffic.datapathId(), traffic.port()) == Role.HOST;
  }

  private void tellAgainLater(PortTraffic traffic) {
    context.after(CHECK_INTERVAL, traffic::tellAgain);
  }

  private void begin(Excess excess) { // 3
    long nowNs = clock.getAsLong();
    if (storms.isEmpty()) {
      context.after(CHECK_INTERVAL, this::checkAll);
      if (checks != null) {
        checks.begin();
      }
    }
    hasNamed = true;
    lastNamedNs = nowNs;
    Storm storm = new Storm(excess, nowNs);
    storms.add(storm);
    if (reports.drop(excess)) {
      storm.goesOnNs = nowNs + excess.awaitNs();
    }
    if (mayHitOthers(storm) && actionOn(storm) != Action.LOG) {
      checks.ask(storm, this::decided);
    } else {
      name(storm, actionOn(storm).text());
      bound(storm, nowNs);
    }
  }

  private void name(Storm storm, String consequence) {
    storm.isNamed = true;
    if (!storm.isBeside) {
      StormLog.began(storm.excess, consequence);
    }
  }

  private Action actionOn(Storm storm) {
    boolean isSpared = settings.spared().has(storm.traffic().datapathId(), storm.traffic().port());
    boolean isUnchecked = mayHitOthers(storm) && checks == null;
    return isSpared || isUnchecked ? Action.LOG : settings.action();
  }

  /** Whether the entry that bounds a storm takes the frames of all hosts behind a link. */
  private boolean mayHitOthers(Storm storm) { // 2
    return !settings.onlyHostPorts() && (storm.excess.source() == Majority.NONE || storm.isWide);
  }

  // ---- where the port leads, without discovery ----

  /** Handles a frame that may be a probe. */
  void heard(ReceivedFrame frame) {
    checks.heard(frame, storms.all(), this::decided);
  }

  /** Acts on what the probes have told of a storm's port. */
  private void decided(Storm storm) {
    long nowNs = clock.getAsLong();
    if (!storm.isNamed) {
      lastNamedNs = nowNs; // an entry helps from now on
    }
    switch (storm.check.lead) {
      case HOSTS -> leadsToHosts(storm, nowNs);
      case SWITCH -> leadsToSwitch(storm);
      case UNKNOWN -> {
        if (!storm.isNamed) {
          name(storm, StormLog.nothingKnown());
        }
      }
      case ASKED -> {}
    }
  }

  private void leadsToHosts(Storm storm, long nowNs) {
    if (!storm.isNamed) {
      name(storm, actionOn(storm).text());
    } else if (mayHitOthers(storm) && Repeats.isWorthALine(++storm.changes)) {
      StormLog.boundAfterAll(storm, actionOn(storm));
    }
    boolean isBusy = nowNs - storm.busyNs <= 2 * CHECK_INTERVAL.toNanos();
    if (isBusy && storm.number == Storm.NONE) {
      bound(storm, nowNs);
    }
  }

  private void leadsToSwitch(Storm storm) { // 7
    if (!storm.isNamed) {
      name(storm, StormLog.nothingDone(storm.check.peer));
    } else if (mayHitOthers(storm)) {
      if (storm.number != Storm.NONE && Repeats.isWorthALine(++storm.changes)) {
        StormLog.releasedAtLink(storm);
      }
      entries.remove(storm);
      storm.number = Storm.NONE;
      storm.isWide = false;
    }
  }

  // ---- bound ----

  private void bound(Storm storm, long nowNs) {
    if (mayBound(storm)) {
      entries.bound(storm, actionOn(storm), nowNs);
    }
  }

  private boolean mayBound(Storm storm) {
    return storms.has(storm)
        && !isNoHostPort(storm)
        && (!mayHitOthers(storm) || storm.leadsTo(Lead.HOSTS));
  }

  private boolean isNoHostPort(Storm storm) {
    return settings.onlyHostPorts() && !leadsToHosts(storm.traffic());
  }

  /** Removes the entries of a port that may now be a link, which carries the frames of others. */
  private void release(Storm storm) { // 7
    entries.remove(storm);
    forget(storm);
    if (!storm.isBeside) {
      StormLog.released(storm);
    }
  }

  // ---- check and end ----

  private void checkAll() {
    long nowNs = clock.getAsLong();
    if (checks != null) {
      checks.nextRound();
    }
    for (Storm storm : storms.all()) {
      if (storms.has(storm)) {
        check(storm, nowNs);
      }
      if (checks != null && storms.has(storm)) {
        checks.again(storm, nowNs, this::decided);
      }
    }
    if (!storms.isEmpty()) {
      context.after(CHECK_INTERVAL, this::checkAll);
    }
  }

  private void check(Storm storm, long nowNs) {
    if (isNoHostPort(storm)) {
      release(storm); // 7
      return;
    }
    boolean isBusy = storm.check(nowNs) > settings.maxFramesPerSecond();
    if (isBusy) {
      storm.busy(nowNs);
    }
    long boundForNs = nowNs - storm.boundNs;
    if (storm.number == Storm.NONE) {
      if (nowNs - storm.busyNs >= QUIET.toNanos()) { // 6
        quiet(storm, nowNs);
      } else if (isBusy) {
        bound(storm, nowNs);
      }
    } else if (boundForNs > TimeUnit.SECONDS.toNanos(settings.holdSeconds()) + GRACE_NS) {
      storm.number = Storm.NONE; // its FLOW_REMOVED was lost
    } else if (isBusy && !storm.isWide && boundForNs >= CHECK_INTERVAL.toNanos()) { // 5
      widen(storm, nowNs);
    }
  }

  private void widen(Storm storm, long nowNs) {
    if (settings.onlyHostPorts() || storm.leadsTo(Lead.HOSTS)) {
      storm.isWide = true;
      bound(storm, nowNs);
    } else if (checks != null && storm.check == null) {
      checks.ask(storm, this::decided);
    }
  }

  @Override
  public void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {
    long nowNs = clock.getAsLong();
    long frames = Math.max(0, message.getPacketCount().getValue());
    long lifeNs =
        TimeUnit.SECONDS.toNanos(message.getDurationSec()) + Math.max(0, message.getDurationNsec());
    int number = entries.numberOf(message.getCookie().getValue());
    if (number == BoundEntries.NOT_OURS) {
      count(info, message, frames, lifeNs, nowNs);
      return;
    }
    Storm storm = entries.removed(number);
    if (storm == null || !storms.has(storm)) {
      return;
    }
    storm.check(nowNs);
    storms.count(storm.traffic(), frames);
    if (storm.number != number) {
      return; // the wide entry has replaced it
    }
    storm.number = Storm.NONE;
    if (message.getReason() == OFFlowRemovedReason.DELETE) {
      storm.busy(nowNs); // not by this application; the checks go on
    } else if (frames * 1e9 > (double) storm.excess.allowedPerSecond() * lifeNs) { // 4
      storm.busy(nowNs);
      bound(storm, nowNs);
    } else {
      quiet(storm, nowNs);
      if (storms.has(storm)) {
        bound(storm, nowNs); // 4
      }
    }
  }

  private void count(SwitchInfo info, OFFlowRemoved message, long frames, long lifeNs, long nowNs) {
    PortTraffic counters = forwarded.countersOf(info, message);
    if (counters == null) {
      return;
    }
    storms.count(counters, frames);
    Excess excess = forwarded.count(counters, message.getMatch(), frames, lifeNs, nowNs);
    if (excess != null) {
      exceeded(excess);
    }
  }

  /** The rate of a storm is not above the limit. It is over if that is so of all related ones. */
  private void quiet(Storm storm, long nowNs) {
    storm.isQuiet = true;
    List<Storm> together = storms.endingWith(storm);
    if (together.stream().allMatch(each -> each.isOver(nowNs))) {
      together.forEach(entries::remove);
      together.forEach(each -> over(each, nowNs));
    }
  }

  private void over(Storm storm, long nowNs) {
    forget(storm);
    if (storm.isNamed && !storm.isBeside) {
      StormLog.over(storm, nowNs);
    }
  }

  private void forget(Storm storm) {
    storms.remove(storm);
    LinkChecks.end(storm);
    entries.forget(storm);
    isFullSaid = false;
    storm.traffic().tellAgain();
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    long datapathId = info.datapathId();
    for (Storm storm : storms.all()) {
      if (storm.traffic().datapathId() == datapathId) {
        over(storm, clock.getAsLong());
      }
    }
    entries.left(datapathId);
  }
}
