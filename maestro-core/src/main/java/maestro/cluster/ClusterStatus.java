package maestro.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster as one member sees it. Immutable.
 *
 * @param self the name of this member
 * @param view the number of the view; 0 before the first one
 * @param coordinator the name of the member that coordinates the view
 * @param mayTake whether members of the view may claim switches
 * @param isLost whether this member hears nothing of its coordinator
 * @param table the number of the table
 * @param members all configured members
 * @param switches the rows of the table
 */
public record ClusterStatus(
    String self,
    long view,
    String coordinator,
    boolean mayTake,
    boolean isLost,
    long table,
    List<MemberStatus> members,
    List<SwitchStatus> switches) {

  /** Copies the lists. */
  public ClusterStatus {
    members = List.copyOf(members);
    switches = List.copyOf(switches);
  }

  /**
   * The member whose state counts for all: of those in the view the one that serves most switches,
   * or takes them over, the first one of the configuration among equals; while there are no
   * switches the coordinator. Empty when nobody is there who may serve.
   */
  public String active() {
    List<String> able =
        members.stream()
            .filter(each -> each.isPresent() && !each.isWitness())
            .map(MemberStatus::name)
            .toList();
    Map<String, Integer> counts = new HashMap<>();
    for (SwitchStatus each : switches) {
      counts.merge(able.contains(each.master()) ? each.master() : each.backup(), 1, Integer::sum);
    }
    counts.putIfAbsent(coordinator, counts.isEmpty() ? 1 : 0);
    String best = "";
    for (String each : able) {
      boolean isMore = counts.getOrDefault(each, 0) > counts.getOrDefault(best, 0);
      best = best.isEmpty() || isMore ? each : best;
    }
    return best;
  }

  /** Whether this member is the {@link #active} one. */
  public boolean isActive() {
    return active().equals(self);
  }

  /**
   * A configured member.
   *
   * @param isPresent whether it is in the view
   * @param runs what runs there, one thing a line; empty when it has not told
   */
  public record MemberStatus(String name, boolean isPresent, boolean isWitness, String runs) {}

  /**
   * A switch in the table.
   *
   * @param master the name of the member that serves it; {@code ?} for nobody
   * @param backup the name of the member that takes it over; {@code ?} for nobody
   */
  public record SwitchStatus(long datapathId, String master, String backup, long generation) {}
}
