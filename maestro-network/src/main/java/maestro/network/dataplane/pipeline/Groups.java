package maestro.network.dataplane.pipeline;

import java.util.Arrays;
import maestro.network.dataplane.packet.FlowHash;
import maestro.network.dataplane.packet.Operation;
import maestro.network.dataplane.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a switch, in the order of their numbers, and which of their buckets are alive.
 * Confined to one thread; a lookup allocates nothing.
 */
public final class Groups {
  public static final int MOST = 4096;

  /** How many groups can lead from one to the next. */
  public static final int MOST_CHAINED = Packet.MOST_SAVED - 2;

  private final Ports ports;
  private int[] ids = new int[0];
  private Group[] groups = new Group[0];

  Groups(Ports ports) {
    this.ports = ports;
  }

  public int count() {
    return ids.length;
  }

  /** The group at a place below {@link #count}. */
  public Group at(int place) {
    return groups[place];
  }

  public boolean has(int id) {
    return find(id) != null;
  }

  public @Nullable Group find(int id) {
    int place = Arrays.binarySearch(ids, id);
    return place < 0 ? null : groups[place];
  }

  /** Adds a group, or puts it in the place of that with the same number. */
  public void put(Group group) {
    int place = Arrays.binarySearch(ids, group.id);
    if (place < 0) {
      place = -place - 1;
      int[] moreIds = new int[ids.length + 1];
      Group[] more = new Group[ids.length + 1];
      System.arraycopy(ids, 0, moreIds, 0, place);
      System.arraycopy(groups, 0, more, 0, place);
      System.arraycopy(ids, place, moreIds, place + 1, ids.length - place);
      System.arraycopy(groups, place, more, place + 1, ids.length - place);
      ids = moreIds;
      groups = more;
    }
    ids[place] = group.id;
    groups[place] = group;
  }

  /** Removes a group that there is. */
  public void remove(int id) {
    int place = Arrays.binarySearch(ids, id);
    Group[] fewer = new Group[ids.length - 1];
    int[] fewerIds = new int[ids.length - 1];
    System.arraycopy(groups, 0, fewer, 0, place);
    System.arraycopy(ids, 0, fewerIds, 0, place);
    System.arraycopy(groups, place + 1, fewer, place, fewer.length - place);
    System.arraycopy(ids, place + 1, fewerIds, place, fewer.length - place);
    ids = fewerIds;
    groups = fewer;
  }

  /**
   * How many groups follow one another at most, if a group were put in; more than {@link
   * #MOST_CHAINED} when one of them leads back to itself.
   */
  public int depthWith(Group changed) {
    int most = depth(changed, changed, 1);
    for (Group group : groups) {
      most = Math.max(most, group.id == changed.id ? 0 : depth(group, changed, 1));
    }
    return most;
  }

  private int depth(Group from, Group changed, int depth) {
    int most = depth;
    for (Bucket bucket : from.buckets) {
      for (int i = 0; i < bucket.actions.count(); i++) {
        if (bucket.actions.operation(i) == Operation.GROUP) {
          most = Math.max(most, depthBehind((int) bucket.actions.first(i), changed, depth));
        }
      }
      most = Math.max(most, depthBehind(bucket.watchGroup, changed, depth));
      if (most > MOST_CHAINED) {
        break;
      }
    }
    return most;
  }

  private int depthBehind(int id, Group changed, int depth) {
    Group next = id == changed.id ? changed : find(id);
    return next == null || depth > MOST_CHAINED ? depth : depth(next, changed, depth + 1);
  }

  /** Whether a group, if it were put in, would lead back to itself. */
  public boolean leadsBack(Group changed) {
    return leadsTo(changed, changed.id);
  }

  private boolean leadsTo(Group from, int id) {
    if (from.uses(id)) {
      return true;
    }
    for (Group next : groups) { // chains of those that there are end
      if (next.id != id && from.uses(next.id) && leadsTo(next, id)) {
        return true;
      }
    }
    return false;
  }

  /** The first bucket that is alive, or null. */
  @Nullable Bucket firstAlive(Group group) {
    for (Bucket bucket : group.buckets) {
      if (isAlive(bucket)) {
        return bucket;
      }
    }
    return null;
  }

  /**
   * The bucket for a packet: by weight, always the same for the same addresses and ports. Null when
   * those that are alive have no weight: OpenFlow gives each its weight's part of the sum, which is
   * nothing then, and Open vSwitch drops the packet.
   */
  @Nullable Bucket select(Group group, Packet p) {
    long total = 0;
    for (Bucket bucket : group.buckets) {
      total += isAlive(bucket) ? bucket.weight : 0;
    }
    if (total == 0) {
      return null;
    }
    long left = Long.remainderUnsigned(FlowHash.of(p), total);
    for (Bucket bucket : group.buckets) {
      if (isAlive(bucket)) {
        left -= bucket.weight;
        if (left < 0) {
          return bucket;
        }
      }
    }
    return null;
  }

  private boolean isAlive(Bucket bucket) {
    if (!bucket.watches()) {
      return true;
    }
    if (ports.has(bucket.watchPort) && ports.port(bucket.watchPort).isUp()) {
      return true;
    }
    Group watched = bucket.watchGroup == Bucket.NOBODY ? null : find(bucket.watchGroup);
    return watched != null && firstAlive(watched) != null;
  }
}
