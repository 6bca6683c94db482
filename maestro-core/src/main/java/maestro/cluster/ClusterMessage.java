package maestro.cluster;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What members tell each other. Each message belongs to one view, and counts only in that view. */
sealed interface ClusterMessage {
  ViewId view();

  /**
   * What a member knows, for the coordinator. The first one in a view also acknowledges the view.
   *
   * @param sequence 1 for the first one in a view, then one more each time
   * @param table the member's table; null when {@code links} has only what changed since the
   *     message before
   */
  record Report(ViewId view, int sequence, @Nullable MasterTable table, List<Link> links)
      implements ClusterMessage {}

  /**
   * A switch as one member sees it.
   *
   * @param generation the newest that it told the member
   * @param isConnected whether it is connected to the member
   * @param isMaster whether the switch has confirmed that the member is its master
   * @param isTaken whether the member lost it to that generation, by a claim of somebody whom it
   *     does not see
   */
  record Link(
      long datapathId, long generation, boolean isConnected, boolean isMaster, boolean isTaken) {}

  /** The coordinator's table, whole. */
  record Whole(ViewId view, MasterTable table) implements ClusterMessage {}

  /**
   * The coordinator lives. Sent each second, and when something of it has changed.
   *
   * @param tableNumber the number of its table
   * @param mayTake whether members may claim switches in this view
   * @param heard the last reports that it has: number of the member times 2^32, and the sequence
   */
  record Beat(ViewId view, long tableNumber, boolean mayTake, Set<Long> heard)
      implements ClusterMessage {
    static long heard(int member, int sequence) {
      return ((long) member << 32) | sequence;
    }
  }

  /**
   * An operator wants switches to be served by another member.
   *
   * @param datapathIds empty: all
   */
  record Move(ViewId view, int to, List<Long> datapathIds) implements ClusterMessage {}

  /**
   * What runs on a member, so that operators learn of differences.
   *
   * @param text one line for each thing: its name, a blank, its version or hash
   */
  record Hello(ViewId view, String text) implements ClusterMessage {}
}
