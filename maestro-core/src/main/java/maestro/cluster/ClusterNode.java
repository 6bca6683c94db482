package maestro.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import maestro.cluster.ClusterMessage.Beat;
import maestro.cluster.ClusterMessage.Hello;
import maestro.cluster.ClusterMessage.Move;
import maestro.cluster.ClusterMessage.Report;
import maestro.cluster.ClusterMessage.Whole;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import maestro.config.ClusterConfig.WithoutPeer;
import maestro.net.session.Role;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of a cluster: decides which of its switches it claims.
 *
 * <ol>
 *   <li>A member claims a switch when the table names it as the master; or as the backup, and the
 *       master is not in the view. It asks for a role once, and again only for a new reason.
 *   <li>A member that was demoted, or whose claim was stale, waits for a table that is newer and
 *       knows of that claim. In the view in which this happened it does not claim as a backup.
 *   <li>One or two members: nobody claims before both are there or {@code alone-after} has passed.
 *   <li>Three or more: members claim only in a view that more than half of the configured members
 *       have acknowledged, and only by the table of that view: tables of before may name different
 *       backups. A view that has a majority is not enough: two such views may be in force at once.
 *   <li>What a member has, it keeps until the switch demotes it. With {@code without-peer = stop} a
 *       member of a pair gives up all when it does not see the other one.
 *   <li>A member that has heard nothing of its coordinator for three seconds is lost, and claims
 *       nothing: its view is stale. As soon as it serves no switch it leaves the group and joins it
 *       anew. While it serves some, it stays: they would have to move.
 * </ol>
 *
 * <p>The {@link TableMaker} makes the table. The switch is the judge in all this: when these rules
 * err, a switch moves once too often, and has one master all the same.
 *
 * <p>Used by one thread. After a call, or several, and at least ten times a second, {@link
 * #advance} is called.
 */
public final class ClusterNode {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);

  private static final long BEAT_NS = 1_000_000_000;
  private static final long LOST_NS = 3 * BEAT_NS;

  /** Messages of a view that is not installed here yet; what is dropped is asked for again. */
  private static final int MOST_EARLY = 64;

  private record Early(String from, ClusterMessage message) {}

  private final ClusterConfig config;
  private final ClusterGroup group;
  private final Claims claims;
  private final Supplier<String> hello;
  private final int self;
  private final boolean isPair;
  private final boolean isWitness;
  private final long startedNs;

  private final List<Early> early = new ArrayList<>();
  private final Map<Integer, String> hellos = new TreeMap<>();

  private MasterTable table = MasterTable.EMPTY;

  // Of the view.
  private @Nullable ViewId view;
  private Map<Integer, Long> presentSinceNs = new LinkedHashMap<>();
  private @Nullable TableMaker coordinator;
  private int sequence;
  private boolean mustReportAll;
  private boolean isAcknowledged;
  private boolean isTableOfView;
  private boolean isBeatDue;
  private long beatNs;
  private long heardNs;
  private boolean isLost;
  private boolean hasLeft;

  /** Of a pair: whether both were there once, or alone-after has passed. */
  private boolean isOpen;

  /**
   * Makes a member that is in no view.
   *
   * @param hello what runs here, for {@link Hello}
   */
  public ClusterNode(
      ClusterConfig config,
      ClusterGroup group,
      OwnSwitches switches,
      Supplier<String> hello,
      long nowNs) {
    this.config = config;
    this.group = group;
    this.hello = hello;
    this.self = config.number();
    this.isPair = config.members().size() <= 2;
    this.claims = new Claims(self, isPair, switches);
    this.isWitness = config.member(self).filter(Member::isWitness).isPresent();
    this.startedNs = nowNs;
  }

  // ---- what the group tells ----

  /** The members that see each other now, as {@link ClusterGroup.Listener#view}. */
  public void view(long number, List<String> names, long nowNs) {
    List<Integer> numbers = numbersOf(names);
    if (!numbers.contains(self)) {
      return;
    }
    Map<Integer, Long> before = presentSinceNs;
    presentSinceNs = new LinkedHashMap<>();
    for (int each : numbers) {
      presentSinceNs.put(each, before.getOrDefault(each, nowNs));
    }
    view = new ViewId(number, numbers.get(0));
    coordinator = view.coordinator() == self ? new TableMaker(config, presentSinceNs, nowNs) : null;
    sequence = 0;
    isAcknowledged = false;
    isTableOfView = false;
    isLost = false;
    hasLeft = false;
    heardNs = nowNs;
    beatNs = nowNs;
    isBeatDue = true;
    mustReportAll = true;
    openWhenDue(nowNs);
    claims.enter(presentSinceNs.keySet());
    decide();
    claims.claimAll(); // at once, what was a member's that is gone
    hellos.keySet().retainAll(presentSinceNs.keySet());
    hellos.put(self, hello.get());
    sendToOthers(new Hello(view, hello.get()));
    List<Early> waiting = List.copyOf(early);
    early.clear();
    waiting.forEach(each -> handle(each.from(), each.message(), nowNs));
  }

  private List<Integer> numbersOf(List<String> names) {
    List<Integer> numbers = new ArrayList<>();
    for (String name : names) {
      config.members().stream()
          .filter(member -> member.name().equals(name))
          .findFirst()
          .ifPresent(member -> numbers.add(member.number()));
    }
    return numbers;
  }

  /** A message of a member. One that is none of ours is logged and dropped. */
  public void message(String from, byte[] bytes, long nowNs) {
    try {
      handle(from, MessageCodec.decode(bytes), nowNs);
    } catch (IllegalArgumentException e) {
      LOG.warn("a message of member {} cannot be read: {}", from, e.getMessage());
    }
  }

  private void handle(String from, ClusterMessage message, long nowNs) {
    int sender = numbersOf(List.of(from)).stream().findFirst().orElse(0);
    if (!message.view().equals(view)) {
      if (early.size() == MOST_EARLY) {
        early.remove(0);
      }
      early.add(new Early(from, message));
      return;
    }
    if (message instanceof Hello said) {
      hellos.put(sender, said.text());
    } else if (coordinator != null) {
      tellCoordinator(coordinator, from, sender, message);
    } else if (sender == message.view().coordinator()) {
      heardNs = nowNs;
      if (message instanceof Whole whole) {
        accept(whole.table());
      } else if (message instanceof Beat beat) {
        heardBeat(beat);
      }
    }
  }

  private void tellCoordinator(TableMaker here, String from, int sender, ClusterMessage message) {
    if (message instanceof Report report) {
      here.heard(sender, report).ifPresent(newer -> send(from, new Whole(message.view(), newer)));
    } else if (message instanceof Move move && mayTake()) {
      here.move(move.to(), move.datapathIds());
    }
  }

  private void heardBeat(Beat beat) {
    isAcknowledged = beat.mayTake();
    boolean lacksTable =
        beat.tableNumber() != Generations.NONE && beat.tableNumber() != table.number();
    if (lacksTable || !beat.heard().contains(Beat.heard(self, sequence))) {
      mustReportAll = true;
    }
  }

  private void accept(MasterTable newer) {
    if (Generations.isNewer(newer.number(), table.number())) {
      table = newer;
      isTableOfView = true;
      decide();
    }
  }

  // ---- what the switches tell ----

  /**
   * A switch has confirmed a role.
   *
   * @param generation that it has now; all ones when it has none
   */
  public void confirmed(long datapathId, Role role, long generation) {
    claims.confirmed(datapathId, role, generation);
  }

  /**
   * A switch has another master now, or has refused a claim.
   *
   * @param generation that it has now; all ones when it has none
   */
  public void lost(long datapathId, long generation) {
    claims.lost(datapathId, generation);
  }

  /** The connection of a switch is closed. */
  public void left(long datapathId) {
    claims.left(datapathId);
  }

  // ---- what operators want ----

  /**
   * Asks the coordinator to let a member serve switches.
   *
   * @param datapathIds empty: all
   * @return why not; empty when it was asked
   */
  public Optional<String> move(String to, List<Long> datapathIds) {
    Optional<Integer> target = numbersOf(List.of(to)).stream().findFirst();
    if (target.isEmpty()) {
      return Optional.of("no member is named " + to);
    }
    if (view == null || !presentSinceNs.containsKey(target.get())) {
      return Optional.of("member " + to + " is not in the view");
    }
    if (!mayTake()) {
      return Optional.of("no majority of the members has acknowledged the view");
    }
    if (coordinator != null) {
      coordinator.move(target.get(), datapathIds);
      return Optional.empty();
    }
    return send(nameOf(view.coordinator()), new Move(view, target.get(), datapathIds))
        ? Optional.empty()
        : Optional.of("too much waits for the coordinator");
  }

  // ---- time ----

  /** Sends what is to be sent, and does what is due. */
  public void advance(long nowNs) {
    openWhenDue(nowNs);
    if (view == null) {
      return;
    }
    report(view);
    if (coordinator != null) {
      coordinate(view, coordinator, nowNs);
    } else {
      isLost = nowNs - heardNs >= LOST_NS;
      if (isLost && !hasLeft && !claims.serve()) {
        hasLeft = true;
        group.rejoin();
      }
    }
    decide();
  }

  private void openWhenDue(long nowNs) {
    isOpen |=
        presentSinceNs.size() == config.members().size()
            || (view != null && nowNs - startedNs >= config.aloneAfterNs());
  }

  private void report(ViewId now) {
    if (!claims.haveChanged() && !mustReportAll) {
      return;
    }
    Report report =
        mustReportAll
            ? new Report(now, sequence + 1, table, claims.allLinks())
            : new Report(now, sequence + 1, null, claims.changedLinks());
    if (coordinator != null) {
      coordinator.heard(self, report);
    } else if (!send(nameOf(now.coordinator()), report)) {
      mustReportAll = true;
      return;
    }
    sequence++;
    mustReportAll = false;
    claims.reported();
  }

  private void coordinate(ViewId now, TableMaker here, long nowNs) {
    if (!isPair && !isAcknowledged && here.hasMajority()) {
      isAcknowledged = true;
      isBeatDue = true;
    }
    boolean isTimeUp = nowNs - beatNs >= BEAT_NS;
    if (mayTake()) {
      here.decide(nowNs, isTimeUp)
          .ifPresent(
              next -> {
                sendToOthers(new Whole(now, next));
                accept(next);
              });
    }
    if (isTimeUp || isBeatDue) {
      beatNs = nowNs;
      isBeatDue = false;
      sendToOthers(new Beat(now, here.tableNumber(), mayTake(), here.heard()));
    }
  }

  // ---- the decision ----

  private boolean mayTake() {
    return !isLost && (isPair ? isOpen && !hasStopped() : isAcknowledged);
  }

  private boolean hasStopped() {
    return isPair
        && config.withoutPeer() == WithoutPeer.STOP
        && presentSinceNs.size() < config.members().size();
  }

  private void decide() {
    boolean mayClaim = mayTake() && (isPair || isTableOfView);
    claims.decide(table, mayClaim, !isWitness && !hasStopped());
  }

  // ---- sending and telling ----

  private boolean send(String to, ClusterMessage message) {
    return group.send(to, MessageCodec.encode(message));
  }

  private void sendToOthers(ClusterMessage message) {
    byte[] bytes = MessageCodec.encode(message);
    for (int number : presentSinceNs.keySet()) {
      if (number != self) {
        group.send(nameOf(number), bytes);
      }
    }
  }

  private String nameOf(int number) {
    return config.member(number).map(Member::name).orElse("?");
  }

  /** Whether it has heard nothing of its coordinator for too long. */
  public boolean isLost() {
    return isLost;
  }

  /** How things are, for operators. */
  public ClusterStatus status() {
    List<ClusterStatus.MemberStatus> members = new ArrayList<>();
    for (Member member : config.members()) {
      members.add(
          new ClusterStatus.MemberStatus(
              member.name(),
              presentSinceNs.containsKey(member.number()),
              member.isWitness(),
              hellos.getOrDefault(member.number(), "")));
    }
    List<ClusterStatus.SwitchStatus> rows = new ArrayList<>();
    for (Assignment row : table.rows()) {
      rows.add(
          new ClusterStatus.SwitchStatus(
              row.datapathId(), nameOf(row.master()), nameOf(row.backup()), row.generation()));
    }
    return new ClusterStatus(
        config.self(),
        view == null ? 0 : view.number(),
        view == null ? "" : nameOf(view.coordinator()),
        mayTake(),
        isLost,
        table.number(),
        members,
        rows);
  }
}
