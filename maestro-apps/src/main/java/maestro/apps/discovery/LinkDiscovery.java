package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.handover.SavedNetwork;
import maestro.apps.log.LineLimit;
import maestro.apps.log.Repeats;
import maestro.apps.ports.HostPorts;
import maestro.apps.ports.PortList;
import maestro.apps.ports.PortText;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.Probe;
import maestro.apps.probing.ProbeRounds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the links between switches.
 *
 * <ol>
 *   <li>A probe that comes in by a port shows a link from the port out of which it was sent. LLDP
 *       of other equipment is ignored.
 *   <li>A probe without a valid seal is forged, and a probe that is older than {@value
 *       #MOST_DELAY_ROUNDS} rounds, and than {@code lost-rounds}, is replayed: neither makes a
 *       link. The first of each kind at each port is logged, then the tenth, the hundredth and so
 *       on.
 *   <li>A probe with a valid seal and another instance number is of another controller with the
 *       same key, or from before a restart. It makes no link, since the age is known only of own
 *       probes. For {@code lost-rounds} rounds after a start, a reload or a change of the active
 *       member, earlier probes may be under way, so no probe is reported as forged or as another
 *       controller's.
 *   <li>Both ends must be ports that are up. When a port goes down, its links are removed.
 *   <li>A link is removed when no probe has come over it in {@code lost-rounds} rounds whose probes
 *       are due. When most links are silent at once, their probes are late rather than lost, since
 *       the machine is busy: then all get a round more.
 *   <li>A port with a link leads to a switch, or shares a segment: {@link Segments} has the rules.
 *       A port that was up and without a link for more than {@code settle-rounds} rounds leads to
 *       hosts. Until then its role is unknown, unless the operator has declared that it leads to
 *       hosts. A port to hosts that was down for a moment has the role {@link Role#RETURNED}: its
 *       name and Ethernet address prove the switch's end of the cable only, so no packets are
 *       flooded there until it was quiet. So has a port that is taken for up since packets come in
 *       by it, and one that came up while its switch was connected, when its first probes have come
 *       in nowhere though they are due: a host that was plugged in is found at once.
 *   <li>A cable from a switch to itself is no link. One of its ports is closed, so packets that are
 *       flooded out of the other do not come back.
 *   <li>The switch's own port (LOCAL) has no cable, and is not probed. It leads to a host, the
 *       machine of the switch, unless probes come in by it: then that machine connects it with
 *       another port. That makes no link, and no packets are flooded there.
 *   <li>At a reload the discovery before leaves its links and roles, which are the topology from
 *       the first moment. When the switches have been told again, links and roles of ports that are
 *       up are taken over, and age from then on. Until then nothing is published: a switch that has
 *       not been told yet would be missing. The discovery on the member of a cluster that becomes
 *       active does the same with what the one before has left, and forgets what it knew itself. It
 *       waits for all switches, since they join one after the other when they have confirmed the
 *       new master, until none has joined for {@code lost-rounds} rounds.
 *   <li>When a port of a link changes its speed, the topology is published again: routes and
 *       reservations depend on the speeds.
 *   <li>A switch that leaves is absent: it goes on forwarding without its channel. So it stays in
 *       the topology with its links and roles for {@value AbsentSwitches#MOST_ROUNDS} rounds. Its
 *       links do not age, since no probe can come over them. When it is back, ports with the same
 *       number, name and Ethernet address are taken up as they were, and their links age from then
 *       on. Other ports count as down, and those in their place as new.
 * </ol>
 *
 * <p>Event thread.
 */
final class LinkDiscovery implements EventStage {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

  /**
   * A probe may be under way for so many rounds: a control connection that is slower does not live.
   */
  private static final int MOST_DELAY_ROUNDS = 10;

  /** A switch that has not been told again by then has left meanwhile. */
  private static final int TIMERS_TO_WAIT = 2;

  private final ApplicationContext context;
  private final Switches switches;
  private final View<ProbeRounds> rounds;
  private final Publisher publisher;
  private final int lostRounds;
  private final int settleRounds;
  private final int mostDelayRounds;

  /** The ports that are up, by number, by datapath id. */
  private final Map<Long, Map<Integer, KnownPort>> ports = new HashMap<>();

  private final PortList hostPorts; // 6
  private final ReturningPorts returning = new ReturningPorts(); // 6
  private final AbsentSwitches absent = new AbsentSwitches(); // 11
  private final LinkLog log;
  private final LinkTable links;
  private boolean othersSaid;

  /** What was known before the reload, until it is taken over. */
  private Optional<SavedNetwork> restored;

  /** Whether it comes from another member, whose switches join here one after the other. */
  private boolean isOfOtherMember;

  private int timers;

  /** The round of the start, or of the last change of the active member. */
  private long begunRound;

  /** The round in which a switch joined last, or {@link #begunRound}. */
  private long joinedRound;

  /** What is known, for the discovery after the next reload. Volatile. */
  private volatile SavedNetwork saved;

  LinkDiscovery(
      ApplicationContext context,
      View<ProbeRounds> rounds,
      Publisher publisher,
      LineLimit lines,
      int lostRounds,
      int settleRounds,
      PortList hostPorts,
      Optional<SavedNetwork> restored) {
    this.context = context;
    this.switches = context.switches();
    this.rounds = rounds;
    this.publisher = publisher;
    this.log = new LinkLog(lines, lostRounds);
    this.mostDelayRounds = Math.max(MOST_DELAY_ROUNDS, lostRounds);
    this.links = new LinkTable(log, mostDelayRounds);
    this.lostRounds = lostRounds;
    this.settleRounds = settleRounds;
    this.hostPorts = hostPorts;
    this.restored = restored;
    this.saved = restored.orElse(SavedNetwork.NONE);
  }

  /** What is known, for the discovery after a reload. Any thread. */
  SavedNetwork toSave() {
    return saved;
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    joinedRound = round();
    boolean isBack = absent.comesBack(info.datapathId());
    if (isBack) {
      takeUp(info);
    } else {
      ports.put(info.datapathId(), new HashMap<>());
    }
    for (PortInfo port : switches.ports(info.datapathId())) {
      update(info, port, true);
    }
    if (isBack) {
      changedBeside();
    } else {
      changed();
    }
  }

  /** Takes up the ports of a switch that is back, as far as they are the same. */
  private void takeUp(SwitchInfo info) { // 11
    Map<Integer, PortInfo> now = new HashMap<>();
    switches.ports(info.datapathId()).forEach(port -> now.put(port.number(), port));
    int same = 0;
    int linkCount = 0;
    for (KnownPort known : List.copyOf(ports.get(info.datapathId()).values())) {
      PortInfo port = now.get(known.port.number());
      known.comeBack(round());
      if (port == null || !known.isStill(port)) {
        ports.get(info.datapathId()).remove(known.port.number());
        links.removeAt(known, Loss.PORT, round());
      } else {
        boolean unused = known.describe(port);
        links.renewAt(known, round());
        same++;
        linkCount += known.links.size();
      }
    }
    log.reconnected(info, same, linkCount);
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) { // 11
    Map<Integer, KnownPort> own = ports.get(info.datapathId());
    if (own != null) {
      own.values().forEach(KnownPort::leave);
      absent.add(info.datapathId(), round());
      changedBeside();
    }
  }

  private void forget(long datapathId) { // 11
    ports.remove(datapathId).values().forEach(port -> links.removeAt(port, Loss.SWITCH, round()));
  }

  @Override
  public void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) {
    boolean present = change != PortChange.REMOVED;
    KnownPort known = find(info.datapathId(), port.number());
    boolean hasChanged = update(info, port, present);
    KnownPort now = find(info.datapathId(), port.number());
    if (now != null && now != known) {
      context.after(ProbeRounds.TRAVEL_TIME, () -> firstProbesAreDue(now)); // 6
    }
    if (hasChanged) {
      changed();
    } else if (known != null && known.describe(port) && restored.isEmpty()) { // 9, 10
      changedBeside();
    }
  }

  private void firstProbesAreDue(KnownPort port) { // 6
    if (find(port.port.datapathId(), port.port.number()) == port) {
      port.isUnanswered();
      changed();
    }
  }

  /**
   * Updates a port; returns whether the topology has changed. Most new ports change nothing yet.
   */
  private boolean update(SwitchInfo info, PortInfo port, boolean present) {
    Map<Integer, KnownPort> own = ports.get(info.datapathId());
    if (own == null || !HostPorts.mayBe(port)) {
      return false;
    }
    if (present && port.up()) {
      KnownPort known =
          own.computeIfAbsent(
              port.number(),
              number ->
                  new KnownPort(info.datapathId(), port, round(), early(info.datapathId(), port)));
      return known.role(round(), settleRounds) != known.publishedRole;
    }
    KnownPort down = own.remove(port.number()); // 4
    if (down == null) {
      return false;
    }
    boolean hadLinks = links.removeAt(down, Loss.PORT, round());
    returning.add(down, round());
    return hadLinks || down.publishedRole != Role.UNKNOWN;
  }

  private Role early(long datapathId, PortInfo port) { // 6
    if (hostPorts.has(datapathId, port.number())) {
      return Role.HOST;
    }
    return port.inferredUp() || returning.isBack(new Port(datapathId, port.number()), port, round())
        ? Role.RETURNED
        : Role.UNKNOWN;
  }

  @Override
  public void onLldp(ReceivedFrame frame) { // 1
    Optional<Probe> read = LldpCodec.decode(frame.bytes());
    KnownPort in = find(frame.from().datapathId(), frame.inPort());
    if (read.isEmpty() || in == null) {
      LOG.debug("LLDP at {} is not of this controller, or the port is not up", in);
      return;
    }
    Probe probe = read.get();
    if (!rounds.now().isGenuine(probe)) { // 2
      if (!mayBeFromBefore()) {
        suspect(in, Suspicion.FORGED, probe);
      }
      return;
    }
    if (!rounds.now().isOwn(probe)) { // 3
      sayThatThereAreOthers(in);
      return;
    }
    long age = rounds.now().age(probe);
    if (age < 0 || age > mostDelayRounds) {
      isNotQuiet(in);
      suspect(in, Suspicion.REPLAYED, probe);
      return;
    }
    if (in.isLocal()) { // 8
      bridged(in, probe);
      return;
    }
    KnownPort out = find(probe.datapathId(), probe.port()); // 4
    if (out == null || probe.round() < Math.max(in.upSince, out.upSince)) {
      return; // from before a port was down, when another cable may have been in it
    }
    if (links.heard(new HeardLink(out, in, probe.direct(), probe.round(), round()))) {
      if (restored.isEmpty() && (isForFloods(in) || isForFloods(out))) {
        publisher.publish(this::topology); // at once: packets are flooded into a loop until then
      } else {
        changed();
      }
    }
  }

  private static boolean isForFloods(KnownPort port) {
    return port.publishedRole == Role.HOST;
  }

  private void bridged(KnownPort in, Probe probe) { // 8
    isNotQuiet(in);
    suspect(in, Suspicion.BRIDGED, probe);
  }

  /** A port by which probes come in leads to no hosts, even when they make no link. */
  private void isNotQuiet(KnownPort in) {
    in.quietSince = Math.max(in.quietSince, round());
    in.heardProbe();
    if (in.publishedRole.hasHosts()) {
      changed();
    }
  }

  private boolean mayBeFromBefore() { // 3
    return round() - begunRound <= lostRounds;
  }

  private void sayThatThereAreOthers(KnownPort in) { // 3
    if (!othersSaid && !mayBeFromBefore()) {
      othersSaid = true;
      LOG.info(
          "{}: probes of another controller with the same probing.key come in; they make no links"
              + " here (said once)",
          in);
    }
  }

  private void suspect(KnownPort in, Suspicion suspicion, Probe probe) { // 2
    long count = in.count(suspicion);
    if (Repeats.isWorthALine(count)) {
      LOG.warn(
          "{}: {}; it says it is from {} {} ({} so far)",
          in,
          suspicion.text,
          SwitchInfo.format(probe.datapathId()),
          PortText.of(probe.port()),
          count);
    }
  }

  // ---- over a reload, or from another member ----

  /** Begins anew with what another member has left. */
  void restore(SavedNetwork state) { // 9
    ports.clear();
    links.clear();
    absent.clear();
    restored = Optional.of(state);
    saved = state;
    isOfOtherMember = true;
    begunRound = round();
    joinedRound = round();
    publisher.publish(this::topology);
  }

  /** Takes over what was known before the reload, when all switches have been told again. */
  private void takeOver() { // 9
    SavedNetwork before = restored.orElseThrow();
    boolean isWaiting =
        before.switches().stream()
            .anyMatch(
                each ->
                    !ports.containsKey(each)
                        && (isOfOtherMember || switches.find(each).isPresent()));
    boolean hasTime =
        isOfOtherMember ? round() - joinedRound < lostRounds : timers < TIMERS_TO_WAIT;
    if (isWaiting && hasTime) {
      return;
    }
    restored = Optional.empty();
    isOfOtherMember = false;
    long round = round() - Math.min(1, lostRounds - 1); // soon older than a probe over another link
    List<HeardLink> known = new ArrayList<>();
    for (SavedNetwork.Found found : before.links()) {
      Link link = found.link();
      KnownPort from = find(link.from(), link.fromPort());
      KnownPort to = find(link.to(), link.toPort());
      if (from != null && to != null) {
        known.add(new HeardLink(from, to, found.direct(), round));
      }
    }
    links.restore(known);
    before.roles().forEach(this::takeOver);
    publisher.publish(this::topology);
  }

  private void takeOver(Port port, Role role) {
    KnownPort known = find(port.datapathId(), port.number());
    if (known != null && role == Role.HOST) {
      known.quietSince = round() - settleRounds - 1;
    }
  }

  // ---- time ----

  @Override
  public void onTimer() {
    timers++;
    returning.forgetBefore(round());
    List<Long> gone = absent.takeThoseSinceBefore(round() - AbsentSwitches.MOST_ROUNDS); // 11
    gone.forEach(this::forget);
    long oldest = links.areMostSilentIn(due()) ? round() - lostRounds : due() - lostRounds + 1;
    boolean lost = links.removeOlderThan(oldest, round()); // 5
    log.check(round());
    boolean settled =
        ports.values().stream()
            .flatMap(own -> own.values().stream())
            .anyMatch(port -> port.role(round(), settleRounds) != port.publishedRole); // 6
    if (!gone.isEmpty() || lost || settled || restored.isPresent()) {
      changed();
    }
  }

  private KnownPort find(long datapathId, int port) {
    Map<Integer, KnownPort> own = ports.get(datapathId);
    return own == null ? null : own.get(port);
  }

  private long round() {
    return rounds.now().current();
  }

  private long due() {
    return rounds.now().due();
  }

  private void changed() {
    if (restored.isPresent()) {
      takeOver();
    } else {
      publisher.changed(this::topology);
    }
  }

  /** Handles a change that the topology does not show. */
  private void changedBeside() {
    if (restored.isPresent()) {
      takeOver(); // 9
    } else {
      publisher.changedBeside(this::topology);
    }
  }

  private Topology topology() {
    if (restored.isPresent()) {
      return restored.get().topology(); // 9
    }
    new Segments(links, log).divide(); // 6
    List<Link> working =
        links.all().stream().filter(each -> each.used).map(each -> each.link).toList();
    Map<Port, Role> roles = new HashMap<>();
    for (Map<Integer, KnownPort> own : ports.values()) {
      for (KnownPort port : own.values()) {
        port.publishedRole = port.role(round(), settleRounds);
        if (port.publishedRole != Role.UNKNOWN) {
          roles.put(port.port, port.publishedRole);
        }
      }
    }
    saved =
        new SavedNetwork(
            List.copyOf(ports.keySet()),
            links.all().stream()
                .map(each -> new SavedNetwork.Found(each.link, each.direct, each.used))
                .toList(),
            roles);
    return Topology.of(ports.keySet(), working, roles);
  }
}
