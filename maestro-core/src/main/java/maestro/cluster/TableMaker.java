package maestro.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import maestro.cluster.ClusterMessage.Beat;
import maestro.cluster.ClusterMessage.Link;
import maestro.cluster.ClusterMessage.Report;
import maestro.config.ClusterConfig;
import org.jspecify.annotations.Nullable;

/**
 * Makes the table of one view, on the member that coordinates the view.
 *
 * <ol>
 *   <li>It waits until every member of the view has reported, for half a second at most.
 *   <li>It goes on with what the tables of all of them say together.
 *   <li>The switch decides: a newer claim than the row knows makes the claimant its master.
 *   <li>A switch moves when its master is not in the view, or is in the view and has had no
 *       connection to it for three seconds. A view alone never moves a switch whose master is in
 *       it.
 *   <li>A switch stays for five seconds with a master that is not in the view and may live all the
 *       same: it took the switch from a member that did not see it; or no member of the view knew
 *       the switch, and the view is one of two that were founded at once. A pair waits until both
 *       see each other again before the one takes back what the other took: two halves do not
 *       fight.
 *   <li>A new switch goes to the member that has most switches, so one member is active; with
 *       {@code spread} to the one that has least. Among equals the first one of the configuration
 *       is taken. When that member has no connection to the switch for a second, another one is.
 *   <li>The backup is the third of the view, if it can be, and the coordinator at last. When a link
 *       between members fails, the first two of the view found a view each, and the others are in
 *       both in turn: what one of them has taken does not move again. With {@code spread} it is the
 *       member that has least.
 * </ol>
 *
 * <p>Lives as long as the view. Same thread as {@link ClusterNode}.
 */
final class TableMaker {
  private static final long MS_NS = 1_000_000;
  private static final long REPORTS_WAIT_NS = 500 * MS_NS;
  private static final long CONNECT_WAIT_NS = 1_000 * MS_NS;
  private static final long UNCONNECTED_NS = 3_000 * MS_NS;
  private static final long MAY_LIVE_NS = 5_000 * MS_NS;
  private static final long SETTLED_NS = 60_000 * MS_NS;
  private static final long FORGOTTEN_NS = 600_000 * MS_NS;

  /** What one member has reported. */
  private static final class Peer {
    private final Map<Long, Link> links = new HashMap<>();
    private int sequence;

    boolean reaches(long datapathId) {
      Link link = links.get(datapathId);
      return link != null && link.isConnected();
    }
  }

  private final ClusterConfig config;

  /** The members of the view in its order, and since when each is in it. */
  private final Map<Integer, Long> presentSinceNs;

  /** Those that may serve, the best backup first. */
  private final List<Integer> heirs;

  private final boolean isPair;
  private final long beganNs;
  private final Map<Integer, Peer> peers = new TreeMap<>();

  /** Switches that no table had in this view. */
  private final Set<Long> learned = new HashSet<>();

  /** Since when a switch has been without a connection to its master, or without a master. */
  private final Map<Long, Long> unservedSinceNs = new HashMap<>();

  private final Map<Integer, Integer> loads = new HashMap<>();

  private MasterTable table;
  private long nowNs;
  private boolean isPublished;
  private boolean isDirty = true;

  /**
   * Begins with a view.
   *
   * @param presentSinceNs the members of the view in its order, and since when each has been in it
   */
  TableMaker(ClusterConfig config, Map<Integer, Long> presentSinceNs, long nowNs) {
    this.config = config;
    this.presentSinceNs = presentSinceNs;
    this.heirs = heirs(List.copyOf(presentSinceNs.keySet()));
    this.isPair = config.members().size() <= 2;
    this.beganNs = nowNs;
    this.nowNs = nowNs;
    this.table = MasterTable.EMPTY;
  }

  /** Takes in what a member of the view reports; its own table, when that lacks ours. */
  Optional<MasterTable> heard(int member, Report report) {
    if (!presentSinceNs.containsKey(member)) {
      return Optional.empty();
    }
    MasterTable brought = report.table();
    if (brought != null) {
      Peer peer = new Peer();
      peer.sequence = report.sequence();
      report.links().forEach(link -> peer.links.put(link.datapathId(), link));
      peers.put(member, peer);
      return merge(brought);
    }
    Peer peer = peers.get(member);
    if (peer == null || report.sequence() != peer.sequence + 1) {
      return Optional.empty(); // the next beat shows the gap, and the member reports all
    }
    peer.sequence = report.sequence();
    report.links().forEach(link -> peer.links.put(link.datapathId(), link));
    isDirty = true;
    return Optional.empty();
  }

  private Optional<MasterTable> merge(MasterTable brought) {
    isDirty = true;
    if (isPublished && brought.number() == table.number()) {
      return Optional.empty();
    }
    MasterTable merged = table.mergedWith(brought);
    if (isPublished && merged.saysAs(table) && merged.number() == table.number()) {
      return Optional.of(table);
    }
    table = merged;
    isPublished = false;
    return Optional.empty();
  }

  /** Whether more than half of the configured members have acknowledged the view. */
  boolean hasMajority() {
    return peers.size() * 2 > config.members().size();
  }

  /** The last report of each member, as {@link Beat} tells it. */
  Set<Long> heard() {
    Set<Long> heard = new TreeSet<>();
    peers.forEach((member, peer) -> heard.add(Beat.heard(member, peer.sequence)));
    return heard;
  }

  /** The number of the table that was sent in this view; 0 before. */
  long tableNumber() {
    return isPublished ? table.number() : Generations.NONE;
  }

  /** Gives switches to a member, as far as it has a connection to them; all for an empty list. */
  void move(int to, Collection<Long> datapathIds) {
    Peer peer = peers.get(to);
    if (peer == null || !mayServe(to)) {
      return;
    }
    Map<Long, Assignment> rows = rowsById();
    Collection<Long> chosen = datapathIds.isEmpty() ? List.copyOf(rows.keySet()) : datapathIds;
    for (long id : chosen) {
      Assignment row = rows.get(id);
      if (row != null && row.master() != to && peer.reaches(id)) {
        rows.put(id, row.servedBy(to, row.master(), row.generation()));
        isPublished = false;
        isDirty = true;
      }
    }
    table = MasterTable.of(table.number(), rows.values());
  }

  /**
   * Makes the table anew.
   *
   * @param now by the node's clock
   * @param isTimeUp whether to look for what has lasted too long
   * @return the new one, under a new number; empty when nothing has changed
   */
  Optional<MasterTable> decide(long now, boolean isTimeUp) {
    nowNs = now;
    if (!haveAllReported() || (!isDirty && !isTimeUp)) {
      return Optional.empty();
    }
    isDirty = false;
    Map<Long, Assignment> rows = rowsById();
    loads.clear();
    rows.values().forEach(row -> loads.merge(row.master(), 1, Integer::sum));
    for (long id : knownSwitches()) {
      Assignment row = place(id, table.get(id));
      if (row == null) {
        rows.remove(id);
      } else {
        rows.put(id, row);
      }
    }
    MasterTable next = MasterTable.of(table.number(), rows.values());
    if (isPublished && next.saysAs(table)) {
      return Optional.empty();
    }
    table = next.numbered(Generations.next(table.number(), config.number()));
    isPublished = true;
    return Optional.of(table);
  }

  private boolean haveAllReported() {
    return peers.keySet().containsAll(presentSinceNs.keySet())
        || nowNs - beganNs >= REPORTS_WAIT_NS;
  }

  private Map<Long, Assignment> rowsById() {
    Map<Long, Assignment> rows = new TreeMap<>();
    table.rows().forEach(row -> rows.put(row.datapathId(), row));
    return rows;
  }

  private Set<Long> knownSwitches() {
    Set<Long> known = new TreeSet<>();
    table.rows().forEach(row -> known.add(row.datapathId()));
    peers.values().forEach(peer -> known.addAll(peer.links.keySet()));
    return known;
  }

  /** The row of a switch; null for none. */
  private @Nullable Assignment place(long id, @Nullable Assignment before) {
    if (before == null && reaching(id).isEmpty()) {
      return null;
    }
    Assignment row = before == null ? new Assignment(id, 0, 0, Generations.NONE) : before;
    row = asTheSwitchSays(row);
    if (before == null) {
      learned.add(id);
    }
    if (isServed(row)) {
      unservedSinceNs.remove(id);
    } else {
      long lastedNs = nowNs - unservedSinceNs.computeIfAbsent(id, ignored -> nowNs);
      if (lastedNs >= FORGOTTEN_NS && reaching(id).isEmpty()) {
        unservedSinceNs.remove(id);
        return null;
      }
      if (isElsewhere(row) && mayLive(row, lastedNs)) { // 5
        return row.servedBy(row.master(), 0, row.generation());
      }
      int next = nextMaster(row, lastedNs);
      if (next != 0) {
        loads.merge(row.master(), -1, Integer::sum);
        loads.merge(next, 1, Integer::sum);
        row = row.servedBy(next, row.backup(), row.generation());
        unservedSinceNs.remove(id);
      }
    }
    boolean isKnown = before != null || row.master() != 0;
    return isKnown ? row.servedBy(row.master(), backupOf(row), row.generation()) : null;
  }

  private boolean isElsewhere(Assignment row) {
    return row.master() != 0 && !presentSinceNs.containsKey(row.master());
  }

  private boolean mayLive(Assignment row, long lastedNs) {
    boolean isTaken =
        peers.values().stream()
            .map(peer -> peer.links.get(row.datapathId()))
            .anyMatch(
                link -> link != null && link.isTaken() && link.generation() == row.generation());
    boolean isMerging = lastedNs < MAY_LIVE_NS;
    return isTaken ? isPair || isMerging : isMerging && learned.contains(row.datapathId());
  }

  private Assignment asTheSwitchSays(Assignment row) {
    long newest = Generations.NONE;
    int holder = 0;
    for (Map.Entry<Integer, Peer> each : peers.entrySet()) {
      Link link = each.getValue().links.get(row.datapathId());
      if (link != null) {
        newest = Generations.newer(newest, link.generation());
        holder = link.isMaster() ? each.getKey() : holder;
      }
    }
    if (Generations.isNewer(newest, row.generation())) {
      int owner = Generations.owner(newest);
      return row.servedBy(config.placeOf(owner).isPresent() ? owner : 0, row.backup(), newest);
    }
    if (newest == Generations.NONE && holder != 0 && !isConfirmed(row)) {
      return row.servedBy(holder, row.backup(), row.generation()); // OpenFlow 1.0 has none
    }
    return row;
  }

  private boolean isConfirmed(Assignment row) {
    Peer peer = peers.get(row.master());
    Link link = peer == null ? null : peer.links.get(row.datapathId());
    return link != null && link.isMaster();
  }

  /** Whether the master is in the view and has a connection, as far as it has reported. */
  private boolean isServed(Assignment row) {
    if (!presentSinceNs.containsKey(row.master())) {
      return false;
    }
    Peer peer = peers.get(row.master());
    return peer == null || peer.reaches(row.datapathId());
  }

  /** The member that is to serve a switch from now on; 0 when the row stays as it is. */
  private int nextMaster(Assignment row, long lastedNs) {
    if (presentSinceNs.containsKey(row.master()) && lastedNs < UNCONNECTED_NS) {
      return 0;
    }
    List<Integer> reaching = reaching(row.datapathId());
    if (reaching.contains(row.backup())) {
      return row.backup();
    }
    Optional<Integer> wished = best(List.copyOf(presentSinceNs.keySet()));
    if (wished.isPresent() && reaching.contains(wished.get())) {
      return wished.get();
    }
    return lastedNs < CONNECT_WAIT_NS ? 0 : best(reaching).orElse(0);
  }

  private List<Integer> reaching(long datapathId) {
    List<Integer> reaching = new ArrayList<>();
    peers.forEach(
        (member, peer) -> {
          if (peer.reaches(datapathId) && mayServe(member)) {
            reaching.add(member);
          }
        });
    return reaching;
  }

  private boolean mayServe(int member) {
    return config.member(member).filter(each -> !each.isWitness()).isPresent();
  }

  /** The best of some members for a switch. */
  private Optional<Integer> best(List<Integer> members) {
    Comparator<Integer> byLoad = Comparator.comparing(member -> loads.getOrDefault(member, 0));
    Comparator<Integer> byPlace =
        Comparator.comparing(member -> config.placeOf(member).orElse(Integer.MAX_VALUE));
    List<Integer> able = members.stream().filter(this::mayServe).toList();
    if (!config.spread()) {
      return able.stream().min(byLoad.reversed().thenComparing(byPlace));
    }
    List<Integer> settled = able.stream().filter(this::isSettled).toList();
    return (settled.isEmpty() ? able : settled).stream().min(byLoad.thenComparing(byPlace));
  }

  /** Whether a member has been in the view for long: one whose links fail comes and goes. */
  private boolean isSettled(int member) {
    Long sinceNs = presentSinceNs.get(member);
    return sinceNs != null && nowNs - sinceNs >= SETTLED_NS;
  }

  private List<Integer> heirs(List<Integer> inView) {
    int last = 2 * inView.size();
    Comparator<Integer> firstTwoAtLast =
        Comparator.comparing(
            each -> {
              int place = inView.indexOf(each);
              return place < 2 ? last - place : place;
            });
    return inView.stream().filter(this::mayServe).sorted(firstTwoAtLast).toList();
  }

  private int backupOf(Assignment row) {
    List<Integer> others = heirs.stream().filter(each -> each != row.master()).toList();
    if (row.master() == 0 || others.isEmpty()) {
      return 0;
    }
    if (config.spread() && others.contains(row.backup())) {
      return row.backup();
    }
    List<Integer> reaching = reaching(row.datapathId());
    List<Integer> able = others.stream().filter(reaching::contains).toList();
    List<Integer> from = able.isEmpty() ? others : able;
    return config.spread() ? best(from).orElse(0) : from.get(0);
  }
}
