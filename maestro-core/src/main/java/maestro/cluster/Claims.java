package maestro.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.cluster.ClusterMessage.Link;
import maestro.net.session.Role;

/**
 * The switches that are connected to one member, and the role that it wants of each: rules 1, 2 and
 * 5 of {@link ClusterNode}. Same thread.
 */
final class Claims {
  private static final long NEVER = -1;

  /** A switch that is connected here, or was in this view. */
  private static final class OwnSwitch {
    private long known = Generations.NONE;
    private boolean isConnected;
    private boolean isMaster;
    private Role wanted = Role.STANDBY;

    /** The claim under which this member got it; none when the table gives it away. */
    private long held = Generations.NONE;

    /** Whether it was lost here by no table, and whose claim that was has not been seen since. */
    private boolean isTaken;

    private long demotedInView = NEVER;
    private long demotedUnderTable = NEVER;
  }

  private final int self;
  private final boolean isPair;
  private final OwnSwitches switches;
  private final Map<Long, OwnSwitch> own = new HashMap<>();
  private final Set<Long> changed = new HashSet<>();

  private MasterTable table = MasterTable.EMPTY;
  private Set<Integer> present = Set.of();
  private long viewCount;
  private boolean mayTake;
  private boolean mayServe = true;

  Claims(int self, boolean isPair, OwnSwitches switches) {
    this.self = self;
    this.isPair = isPair;
    this.switches = switches;
  }

  /** Another view began, with these members. */
  void enter(Set<Integer> members) {
    own.values().removeIf(each -> !each.isConnected);
    own.values()
        .forEach(
            each -> each.isTaken &= !isPair && !members.contains(Generations.owner(each.known)));
    present = Set.copyOf(members);
    viewCount++;
  }

  /**
   * Claims what is to be claimed.
   *
   * @param newTable the table in force
   * @param newMayTake whether this member may take switches
   * @param newMayServe whether it may keep those that it has
   */
  void decide(MasterTable newTable, boolean newMayTake, boolean newMayServe) {
    if (newTable != table) {
      newTable.rows().forEach(this::noteGift);
    }
    if (newTable != table || newMayTake != mayTake || newMayServe != mayServe) {
      table = newTable;
      mayTake = newMayTake;
      mayServe = newMayServe;
      claimAll();
    }
  }

  /** The table gives a switch to another member, whose claim it does not know yet. */
  private void noteGift(Assignment row) {
    OwnSwitch one = own.get(row.datapathId());
    if (one != null && row.master() != self && !Generations.isNewer(row.generation(), one.held)) {
      one.held = Generations.NONE;
      one.isTaken = false;
    }
  }

  /** The same when the view is another one. */
  void claimAll() {
    own.forEach(this::claim);
  }

  void confirmed(long datapathId, Role role, long generation) {
    OwnSwitch one = own.computeIfAbsent(datapathId, ignored -> new OwnSwitch());
    one.isConnected = true;
    one.isMaster = role == Role.MASTER;
    one.wanted = one.isMaster ? Role.MASTER : Role.STANDBY;
    one.known = Generations.newer(one.known, Generations.told(generation));
    if (one.isMaster) {
      one.held = one.known;
      one.isTaken = false;
    }
    changed.add(datapathId);
    claim(datapathId, one);
  }

  void lost(long datapathId, long generation) {
    OwnSwitch one = own.computeIfAbsent(datapathId, ignored -> new OwnSwitch());
    one.isTaken = !one.isMaster || one.held != Generations.NONE;
    one.isMaster = false;
    one.wanted = Role.STANDBY;
    one.known = Generations.newer(one.known, Generations.told(generation));
    one.demotedInView = viewCount;
    one.demotedUnderTable = table.number();
    changed.add(datapathId);
  }

  void left(long datapathId) {
    OwnSwitch one = own.get(datapathId);
    if (one != null) {
      one.isConnected = false;
      one.isMaster = false;
      one.wanted = Role.STANDBY;
      changed.add(datapathId);
    }
  }

  /** Whether a switch has this member as its master. */
  boolean serve() {
    return own.values().stream().anyMatch(each -> each.isMaster);
  }

  boolean haveChanged() {
    return !changed.isEmpty();
  }

  /** What has changed, or all, is reported. */
  void reported() {
    changed.clear();
  }

  List<Link> changedLinks() {
    return links(changed);
  }

  List<Link> allLinks() {
    return links(own.keySet());
  }

  private List<Link> links(Collection<Long> ids) {
    List<Link> links = new ArrayList<>(ids.size());
    for (long id : ids) {
      OwnSwitch one = own.get(id);
      if (one != null) {
        boolean isTaken = one.isTaken && !present.contains(Generations.owner(one.known));
        links.add(new Link(id, one.known, one.isConnected, one.isMaster, isTaken));
      }
    }
    return links;
  }

  private void claim(long datapathId, OwnSwitch one) {
    Role role = roleFor(datapathId, one);
    if (one.isConnected && role != one.wanted) {
      one.wanted = role;
      Assignment row = table.get(datapathId);
      long above = row == null ? one.known : Generations.newer(one.known, row.generation());
      switches.want(datapathId, role, above);
    }
  }

  private Role roleFor(long datapathId, OwnSwitch one) {
    if (!mayServe) {
      return Role.STANDBY;
    }
    if (one.wanted == Role.MASTER) {
      return Role.MASTER; // until the switch says otherwise
    }
    Assignment row = table.get(datapathId);
    if (row == null || !mayTake || !knowsOfClaims(row, one)) {
      return Role.STANDBY;
    }
    boolean isHeir =
        row.backup() == self && !present.contains(row.master()) && one.demotedInView != viewCount;
    return row.master() == self || isHeir ? Role.MASTER : Role.STANDBY;
  }

  /** Whether the table is not older than what the switch has told here. */
  private boolean knowsOfClaims(Assignment row, OwnSwitch one) {
    if (one.demotedUnderTable == table.number()) {
      return false;
    }
    int owner = Generations.owner(one.known);
    return !Generations.isNewer(one.known, row.generation())
        || owner == self
        || (!present.contains(owner) && one.demotedInView != viewCount);
  }
}
