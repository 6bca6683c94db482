package maestro.apps.storm;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.storm.StormSettings.Action;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/**
 * The storms at present. For a port that has sent too much:
 *
 * <ol>
 *   <li>Where discovery runs, only ports that lead to hosts count. A storm is bounded where it
 *       begins; a bound between switches would also hit the frames of others.
 *   <li>Without discovery, all switches on the way report the same storm, the first of them first:
 *       a frame reaches the next switch only after the request at the one before was answered. So
 *       one port is logged. The others may report again {@link #CHECK_INTERVAL} later, when that
 *       has had time to help. If the storm has one source, the logged port is the one that received
 *       this source first, and this source is bounded there. Other storms are only logged: the port
 *       may be a link that carries the frames of others, too.
 *   <li>The port is logged, and a {@link BoundEntry} is sent to its switch.
 *   <li>The FLOW_REMOVED of that entry has the number of frames it took. If that is still too much,
 *       the next entry is sent. Otherwise the storm is over and its end is logged.
 *   <li>If too many requests come beside the entry, a wide entry is sent.
 *   <li>A storm that no entry bounds is over after {@link #QUIET} without an excess.
 *   <li>Where discovery runs and the port turns out not to lead to hosts, or its role is unknown
 *       again, its entry is removed at once.
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
  private final Meters meters;
  private final BoundEntries entries;
  private final Notices notices = new Notices();
  private final AtomicBoolean isListening = new AtomicBoolean();
  private final SwitchLocal<SwitchTraffic> traffic;
  private final Map<Traffic, Storm> storms = new LinkedHashMap<>();
  private boolean hasNamed;
  private long lastNamedNs;
  private boolean isFullSaid;

  Storms(
      ApplicationContext context,
      StormSettings settings,
      SwitchLocal<SwitchTraffic> traffic,
      Supplier<Topology> topology,
      LongSupplier clock) {
    this.context = context;
    this.settings = settings;
    this.traffic = traffic;
    this.topology = topology;
    this.clock = clock;
    this.meters = new Meters(context, settings.maxFramesPerSecond());
    this.entries = new BoundEntries(context, settings);
  }

  /** Reports that a port has sent too much. Any worker; allocates the first time only. */
  void tell(Traffic traffic) {
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
    if (context.switches().find(excess.traffic().datapathId()).isEmpty()) {
      return; // has left; its counters begin anew when it is back
    }
    long nowNs = clock.getAsLong();
    Storm known = storms.get(excess.traffic());
    if (known != null) {
      known.busyNs = nowNs;
    } else if (isFirstAsked(excess.traffic(), nowNs)) {
      Excess first = settings.onlyHostPorts() ? excess : atFirst(excess, nowNs);
      if (storms.containsKey(first.traffic())) {
        tellAgainLater(excess.traffic());
      } else {
        begin(first, nowNs);
        if (first.traffic() != excess.traffic()) {
          tellAgainLater(excess.traffic());
        }
      }
    } else {
      tellAgainLater(excess.traffic());
    }
  }

  private boolean isFirstAsked(Traffic traffic, long nowNs) {
    if (storms.size() >= MOST) {
      if (!isFullSaid) {
        isFullSaid = true;
        StormLog.full(MOST);
      }
      return false;
    }
    return settings.onlyHostPorts()
        ? leadsToHosts(traffic) // 1
        : !hasNamed || nowNs - lastNamedNs >= CHECK_INTERVAL.toNanos(); // 2
  }

  private boolean leadsToHosts(Traffic traffic) {
    return topology.get().roleOf(traffic.datapathId(), traffic.port()) == Role.HOST;
  }

  /** The same excess at the port where the frames came in first. */
  private Excess atFirst(Excess excess, long nowNs) {
    Traffic first = excess.traffic();
    boolean isGroup = first.isGroup();
    for (SwitchInfo each : context.switches().all()) {
      for (SwitchTraffic.OfPort port : portsOf(each.datapathId())) {
        Traffic other = isGroup ? port.groups() : port.unknown();
        if (excess.source() == Majority.NONE
            ? other.mayBeAheadOf(first, nowNs)
            : isAheadBySource(other, first, excess.source(), nowNs)) {
          first = other;
        }
      }
    }
    return excess.at(first);
  }

  private Collection<SwitchTraffic.OfPort> portsOf(long datapathId) {
    return traffic.find(datapathId).map(of -> of.ports().all()).orElse(List.of());
  }

  private static boolean isAheadBySource(Traffic one, Traffic other, long source, long nowNs) {
    return one.hasHeard(source, nowNs)
        && (!other.hasHeard(source, nowNs)
            || one.lastSourceSinceNs() - other.lastSourceSinceNs() < 0);
  }

  private void tellAgainLater(Traffic traffic) {
    context.after(CHECK_INTERVAL, traffic::tellAgain);
  }

  private void begin(Excess excess, long nowNs) { // 3
    if (storms.isEmpty()) {
      context.after(CHECK_INTERVAL, this::checkAll);
    }
    hasNamed = true;
    lastNamedNs = nowNs;
    Storm storm = new Storm(excess, nowNs);
    storms.put(excess.traffic(), storm);
    StormLog.began(excess, settings.maxFramesPerSecond(), actionOn(excess));
    bound(storm, nowNs);
  }

  private Action actionOn(Excess excess) {
    Traffic traffic = excess.traffic();
    boolean isSpared = settings.spared().has(traffic.datapathId(), traffic.port());
    boolean mayHitOthers = !settings.onlyHostPorts() && excess.source() == Majority.NONE; // 2
    return isSpared || mayHitOthers ? Action.LOG : settings.action();
  }

  // ---- bound ----

  private void bound(Storm storm, long nowNs) {
    switch (actionOn(storm.excess)) {
      case LOG -> {}
      case DROP -> send(storm, nowNs);
      case METER -> {
        if (storm.meter != 0) {
          send(storm, nowNs);
        } else if (!storm.isAsking) {
          storm.isAsking = true;
          meters.take(
              storm.traffic().datapathId(),
              meter -> {
                storm.isAsking = false;
                storm.meter = meter;
                if (storms.get(storm.traffic()) == storm) {
                  send(storm, clock.getAsLong());
                } else {
                  meters.giveBack(storm.traffic().datapathId(), meter);
                }
              });
        }
      }
    }
  }

  private void send(Storm storm, long nowNs) {
    if (mayBeLink(storm)) {
      release(storm);
    } else {
      entries.send(storm, nowNs);
    }
  }

  private boolean mayBeLink(Storm storm) {
    return settings.onlyHostPorts() && !leadsToHosts(storm.traffic());
  }

  /** Removes the entries of a port that may now be a link, which carries the frames of others. */
  private void release(Storm storm) { // 7
    entries.remove(storm);
    forget(storm);
    StormLog.released(storm);
  }

  // ---- check and end ----

  private void checkAll() {
    long nowNs = clock.getAsLong();
    for (Storm storm : List.copyOf(storms.values())) {
      check(storm, nowNs);
    }
    if (!storms.isEmpty()) {
      context.after(CHECK_INTERVAL, this::checkAll);
    }
  }

  private void check(Storm storm, long nowNs) {
    if (mayBeLink(storm)) {
      release(storm); // 7
      return;
    }
    boolean isBusy = storm.check(nowNs) > settings.maxFramesPerSecond();
    if (isBusy) {
      storm.busyNs = nowNs;
    }
    long boundForNs = nowNs - storm.boundNs;
    if (storm.number == Storm.NONE) {
      if (nowNs - storm.busyNs >= QUIET.toNanos()) { // 6
        over(storm, nowNs);
      } else if (isBusy) {
        bound(storm, nowNs);
      }
    } else if (boundForNs > TimeUnit.SECONDS.toNanos(settings.holdSeconds()) + GRACE_NS) {
      storm.number = Storm.NONE; // its FLOW_REMOVED was lost
    } else if (isBusy
        && !storm.isWide
        && settings.onlyHostPorts()
        && boundForNs >= CHECK_INTERVAL.toNanos()) { // 5
      storm.isWide = true;
      bound(storm, nowNs);
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
      count(info, message.getMatch(), frames, lifeNs, nowNs);
      return;
    }
    Storm storm = entries.removed(number);
    if (storm == null || storms.get(storm.traffic()) != storm) {
      return;
    }
    storm.check(nowNs);
    storm.add(frames);
    if (storm.number != number) {
      return; // the wide entry has replaced it
    }
    storm.number = Storm.NONE;
    if (message.getReason() == OFFlowRemovedReason.DELETE) {
      storm.busyNs = nowNs; // not by this application; the checks go on
    } else if (frames * 1e9 > (double) settings.maxFramesPerSecond() * lifeNs) { // 4
      storm.busyNs = nowNs;
      bound(storm, nowNs);
    } else {
      over(storm, nowNs);
    }
  }

  /** Counts the broadcasts that a removed entry of another application may have forwarded. */
  private void count(SwitchInfo info, Match match, long frames, long lifeNs, long nowNs) {
    if (!match.isExact(MatchField.IN_PORT)
        || !match.isExact(MatchField.ETH_DST)
        || Addresses.isHost(match.get(MatchField.ETH_DST).getLong())) {
      return;
    }
    int inPort = match.get(MatchField.IN_PORT).getPortNumber();
    SwitchTraffic.OfPort port =
        traffic.find(info.datapathId()).map(of -> of.ports().find(inPort)).orElse(null);
    if (port == null) {
      return;
    }
    Storm storm = storms.get(port.groups());
    if (storm != null) {
      storm.add(frames);
    }
    long source =
        match.isExact(MatchField.ETH_SRC) ? match.get(MatchField.ETH_SRC).getLong() : Majority.NONE;
    long destination = match.get(MatchField.ETH_DST).getLong();
    Excess excess = port.groups().countEntry(frames, lifeNs, source, destination, nowNs);
    if (excess != null) {
      exceeded(excess);
    }
  }

  private void over(Storm storm, long nowNs) {
    forget(storm);
    StormLog.over(storm, nowNs);
  }

  private void forget(Storm storm) {
    storms.remove(storm.traffic());
    entries.forget(storm);
    isFullSaid = false;
    meters.giveBack(storm.traffic().datapathId(), storm.meter);
    storm.traffic().tellAgain();
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    long datapathId = info.datapathId();
    for (Storm storm : List.copyOf(storms.values())) {
      if (storm.traffic().datapathId() == datapathId) {
        over(storm, clock.getAsLong());
      }
    }
    meters.forget(datapathId);
  }
}
