package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.cluster.ClusterMessage.Beat;
import maestro.cluster.ClusterMessage.Report;
import maestro.cluster.ClusterMessage.Whole;
import maestro.config.ClusterConfig.Member;

/**
 * What holds in a cluster whatever happens, judged by what passes between members and switches, and
 * not by what a member thinks of itself.
 *
 * <ol>
 *   <li>A member claims a switch only when its table names it, or names it as the backup of a
 *       master that is not in its view. No table names a witness.
 *   <li>Three or more: the coordinator has said go in this view, and members of which more than
 *       half of those configured had told it that they have the view; and the table is of this
 *       view.
 *   <li>A member that was demoted, or was late, does not claim again over the same connection under
 *       the same table, nor as a backup in the same view; nor while a member of its view has a
 *       claim that its table does not know.
 *   <li>A member that has heard nothing of its coordinator for three seconds claims nothing. Only
 *       such a member leaves the group, and only when it serves no switch.
 *   <li>A claim is above that of the table, and above what the switch has told: generations never
 *       fall, and a table is never newer than a switch that has forgotten its own.
 *   <li>One generation has one writer, and one number of a table names one table, as long as the
 *       member lives that gave it. The table of a member never gets older.
 * </ol>
 */
final class ClusterJudge {
  private static final long MS = 1_000_000;

  /** Three seconds, and the time between two looks at the clock. */
  private static final long LOST_NS = 3_000 * MS + 200 * MS;

  /** What one member was told of one switch. */
  private static final class Told {
    private long generation = Generations.NONE;
    private long demotedUnder = -1;
    private ViewId demotedIn = new ViewId(-1, 0);
  }

  private final Map<String, Member> configured = new HashMap<>();
  private final Map<ViewId, Set<String>> acknowledged = new HashMap<>();
  private final Map<String, ViewId> views = new HashMap<>();
  private final Map<String, Set<ViewId>> goes = new HashMap<>();
  private final Map<String, Long> heardNs = new HashMap<>();
  private final Map<String, Long> tables = new HashMap<>();
  private final Map<Long, MasterTable> published = new HashMap<>();
  private final Map<ViewId, Set<Long>> tablesOfView = new HashMap<>();
  private final Map<String, Map<Long, Told>> told = new HashMap<>();
  private final Map<Long, Map<Long, String>> writers = new HashMap<>();

  ClusterJudge(List<Member> members) {
    members.forEach(member -> configured.put(member.name(), member));
  }

  /** A process begins, and knows nothing. */
  void begins(String name) {
    views.remove(name);
    goes.remove(name);
    tables.remove(name);
    told.put(name, new HashMap<>());
    published.keySet().removeIf(number -> Generations.owner(number) == numberOf(name));
  }

  /** A member gets a view. */
  void sees(String name, ViewId view, long nowNs) {
    views.put(name, view);
    heardNs.put(name, nowNs);
    if (view.coordinator() == numberOf(name)) {
      acknowledged.computeIfAbsent(view, ignored -> new HashSet<>()).add(name);
    }
  }

  void sends(ClusterMessage message) {
    if (message instanceof Whole whole) { // 6
      tablesOfView
          .computeIfAbsent(whole.view(), ignored -> new HashSet<>())
          .add(whole.table().number());
      MasterTable before = published.putIfAbsent(whole.table().number(), whole.table());
      assertThat(before == null || before.saysAs(whole.table()))
          .as("the number %x names one table", whole.table().number())
          .isTrue();
      assertThat(whole.table().rows()) // 1
          .as("rows that name a witness")
          .noneMatch(row -> isWitness(row.master()) || isWitness(row.backup()));
    }
  }

  void arrives(String from, String to, ClusterMessage message, long nowNs) {
    ViewId view = message.view();
    if (message instanceof Report && view.coordinator() == numberOf(to)) {
      acknowledged.computeIfAbsent(view, ignored -> new HashSet<>()).add(from);
    }
    if (view.coordinator() != numberOf(from)) {
      return;
    }
    if ((message instanceof Beat || message instanceof Whole) && view.equals(views.get(to))) {
      heardNs.put(to, nowNs);
    }
    if (message instanceof Beat beat && beat.mayTake()) {
      goes.computeIfAbsent(to, ignored -> new HashSet<>()).add(view);
    }
  }

  /** A member leaves the group, to join it anew. */
  void rejoins(String name, Set<Long> serves, long nowNs) {
    assertThat(nowNs - heardNs.get(name)).as(name + " leaves").isGreaterThanOrEqualTo(3_000 * MS);
    assertThat(serves).as(name + " leaves, and serves").isEmpty();
  }

  /** The connection of a switch ends, and what was told over it counts no more. */
  void leaves(String name, long datapathId) {
    told.computeIfAbsent(name, ignored -> new HashMap<>()).remove(datapathId);
  }

  /** A switch has confirmed a role, or was lost, under this generation. */
  void isTold(String name, long datapathId, long generation) {
    Told one = told(name, datapathId);
    one.generation = Generations.newer(one.generation, Generations.told(generation));
  }

  /** A member has lost a switch, or was late with its claim. */
  void loses(String name, long datapathId, long generation, ClusterStatus status) {
    isTold(name, datapathId, generation);
    Told one = told(name, datapathId);
    one.demotedUnder = status.table();
    one.demotedIn = views.getOrDefault(name, one.demotedIn);
  }

  /** Time has passed at a member. */
  void looksAt(String name, ClusterStatus status) {
    long before = tables.getOrDefault(name, Generations.NONE);
    assertThat(Long.compareUnsigned(status.table(), before)) // 6
        .as("the table of %s, %x after %x", name, status.table(), before)
        .isNotNegative();
    tables.put(name, status.table());
  }

  /** A switch takes a claim. */
  void takes(long datapathId, String name, long generation, long before) {
    String other =
        writers.computeIfAbsent(datapathId, ignored -> new HashMap<>()).put(generation, name);
    assertThat(other == null || other.equals(name)) // 6
        .as("one writer for generation %x of switch %d", generation, datapathId)
        .isTrue();
    assertThat(Generations.isNewer(before, generation)) // 5
        .as("generation %x of switch %d after %x", generation, datapathId, before)
        .isFalse();
  }

  /** A switch has forgotten its generation. What tables have of it counts still. */
  void forgets(long datapathId) {
    writers.remove(datapathId);
  }

  /**
   * A member asks to be master.
   *
   * @param above the claim that it knows to be the newest
   * @param present the members of its view
   */
  void claims(
      String name,
      long datapathId,
      long above,
      ClusterStatus status,
      List<String> present,
      long nowNs) {
    String what = "%s claims switch %d: ".formatted(name, datapathId);
    ClusterStatus.SwitchStatus row =
        status.switches().stream()
            .filter(each -> each.datapathId() == datapathId)
            .findFirst()
            .orElse(null);
    assertThat(row).as(what + "the row of its table").isNotNull();
    boolean isMaster = row.master().equals(name);
    boolean isHeir = row.backup().equals(name) && !present.contains(row.master());
    assertThat(isMaster || isHeir).as(what + "by its table").isTrue();
    ViewId view = views.get(name);
    boolean coordinates = view.coordinator() == numberOf(name);
    if (configured.size() > 2) { // 2
      assertThat(coordinates || goes.getOrDefault(name, Set.of()).contains(view))
          .as(what + "go in its view")
          .isTrue();
      assertThat(acknowledged.getOrDefault(view, Set.of()).size() * 2)
          .as(what + "who has acknowledged the view")
          .isGreaterThan(configured.size());
      assertThat(tablesOfView.getOrDefault(view, Set.of()))
          .as(what + "a table of its view")
          .contains(status.table());
    }
    Told one = told(name, datapathId);
    assertThat(one.demotedUnder).as(what + "demoted under this table").isNotEqualTo(status.table());
    if (!isMaster) { // 3
      assertThat(one.demotedIn).as(what + "as a backup, demoted in this view").isNotEqualTo(view);
    }
    int owner = Generations.owner(one.generation);
    boolean isUnknown = Generations.isNewer(one.generation, row.generation());
    boolean isOfOther = owner != numberOf(name) && present.stream().anyMatch(o -> is(o, owner));
    assertThat(isUnknown && isOfOther).as(what + "a claim that the table lacks").isFalse(); // 3
    assertThat(coordinates || nowNs - heardNs.get(name) <= LOST_NS)
        .as(what + "lost for %d ms", (nowNs - heardNs.get(name)) / MS)
        .isTrue(); // 4
    assertThat(Generations.isNewer(Generations.newer(one.generation, row.generation()), above))
        .as(what + "above %x, told %x, row %x", above, one.generation, row.generation())
        .isFalse(); // 5
  }

  private boolean isWitness(int number) {
    return configured.values().stream().anyMatch(m -> m.isWitness() && m.number() == number);
  }

  private boolean is(String name, int number) {
    return numberOf(name) == number;
  }

  private int numberOf(String name) {
    return configured.get(name).number();
  }

  private Told told(String name, long datapathId) {
    return told.computeIfAbsent(name, ignored -> new HashMap<>())
        .computeIfAbsent(datapathId, ignored -> new Told());
  }
}
