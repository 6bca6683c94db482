package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.ActionSet;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.pipeline.Bucket;
import maestro.network.dataplane.pipeline.Group;
import maestro.network.dataplane.pipeline.Groups;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.FlowCommands;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.Known;
import maestro.network.dataplane.table.TableEntry;

/**
 * The commands of GROUP_MOD. A refused command changes nothing. Confined to one thread; allocates.
 *
 * <pre>
 *  GROUP_MOD  header 8 | command 16 | type 8 | 0 | group 32 | buckets
 *  a bucket   length 16 | weight 16 | watch_port 32 | watch_group 32 | zeros 32 | actions
 * </pre>
 */
final class GroupCommands {
  static final int ALL_GROUPS = 0xfffffffc;

  private static final int ADD = 0;
  private static final int MODIFY = 1;
  private static final int DELETE = 2;

  private static final int HEAD_BYTES = 16;
  private static final int BUCKET_BYTES = 16;
  private static final int GROUP_BYTES = 512;

  /** Objects and arrays of buckets beside them as on the wire; most have one action. */
  private static final int BUCKET_FACTOR = 16;

  private static final int LAST_GROUP = 0xffffff00;

  private final Groups groups;
  private final Ports ports;
  private final ActionReader13 actions;
  private final FlowTables tables;
  private final FlowCommands flows;
  private final MemoryBudget.Share memory;
  private final LongSupplier clock;

  GroupCommands(
      Groups groups,
      Ports ports,
      ActionReader13 actions,
      FlowTables tables,
      FlowCommands flows,
      MemoryBudget.Share memory,
      LongSupplier clock) {
    this.groups = groups;
    this.ports = ports;
    this.actions = actions;
    this.tables = tables;
    this.flows = flows;
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * Carries out the GROUP_MOD in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  void apply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    if (lengthBytes < HEAD_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.getShort(at + 8) & 0xffff;
    int id = b.getInt(at + 12);
    if (command > DELETE) {
      throw new RefusedMessageException(Refusal.GROUP_BAD_COMMAND);
    }
    if (command == DELETE) {
      delete(id);
      return;
    }
    if (Integer.compareUnsigned(id, LAST_GROUP) > 0) {
      throw new RefusedMessageException(Refusal.INVALID_GROUP);
    }
    if (command == ADD && groups.has(id)) {
      throw new RefusedMessageException(Refusal.GROUP_EXISTS);
    }
    if (command == MODIFY && !groups.has(id)) {
      throw new RefusedMessageException(Refusal.UNKNOWN_GROUP);
    }
    if (command == ADD && groups.count() == Groups.MOST) {
      throw new RefusedMessageException(Refusal.OUT_OF_GROUPS);
    }
    Group group = read(b, at, lengthBytes, id);
    if (groups.leadsBack(group)) {
      throw new RefusedMessageException(Refusal.GROUP_LOOP);
    }
    if (groups.depthWith(group) > Groups.MOST_CHAINED) {
      throw new RefusedMessageException(Refusal.CHAINING_UNSUPPORTED);
    }
    Group before = groups.find(id);
    if (!memory.take(bytesFor(group) - (before == null ? 0 : bytesFor(before)))) {
      throw new RefusedMessageException(Refusal.OUT_OF_GROUPS);
    }
    groups.put(group);
  }

  private Group read(ByteBuffer b, int at, int lengthBytes, int id) throws RefusedMessageException {
    int type = b.get(at + 10) & 0xff;
    if (type > Group.FAST_FAILOVER) {
      throw new RefusedMessageException(Refusal.GROUP_BAD_TYPE);
    }
    List<Bucket> buckets = new ArrayList<>();
    int end = at + lengthBytes;
    for (int each = at + HEAD_BYTES; each < end; ) {
      int left = end - each;
      int bytes = left < BUCKET_BYTES ? 0 : b.getShort(each) & 0xffff;
      if (bytes < BUCKET_BYTES || bytes % 8 != 0 || bytes > left) {
        throw new RefusedMessageException(Refusal.BAD_BUCKET);
      }
      buckets.add(bucket(b, each, bytes, type));
      each += bytes;
    }
    if (type == Group.INDIRECT && buckets.size() != 1) {
      throw new RefusedMessageException(Refusal.INVALID_GROUP);
    }
    byte[] bucketBytes = new byte[lengthBytes - HEAD_BYTES];
    b.get(at + HEAD_BYTES, bucketBytes);
    return new Group(id, type, buckets, bucketBytes, clock.getAsLong());
  }

  private Bucket bucket(ByteBuffer b, int at, int bytes, int type) throws RefusedMessageException {
    int weight = b.getShort(at + 2) & 0xffff;
    if (weight != 0 && (type == Group.ALL || type == Group.INDIRECT)) {
      throw new RefusedMessageException(
          Refusal.INVALID_GROUP); // a weight is of no meaning there (1.3, 6.4)
    }
    boolean watched = type == Group.FAST_FAILOVER || type == Group.SELECT;
    int watchPort = watched ? b.getInt(at + 4) : Bucket.NOBODY;
    int watchGroup = watched ? b.getInt(at + 8) : Bucket.NOBODY;
    Program list = actions.read(b, at + BUCKET_BYTES, bytes - BUCKET_BYTES, Known.nothing(), false);
    Bucket bucket = new Bucket(weight, watchPort, watchGroup, ActionSet.ordered(list));
    boolean wrong =
        (watchPort != Bucket.NOBODY && !ports.has(watchPort))
            || (watchGroup != Bucket.NOBODY && !groups.has(watchGroup))
            || (type == Group.FAST_FAILOVER && !bucket.watches());
    if (wrong) {
      throw new RefusedMessageException(Refusal.BAD_WATCH);
    }
    return bucket;
  }

  private void delete(int id) throws RefusedMessageException {
    if (id == ALL_GROUPS) {
      while (groups.count() > 0) {
        remove(groups.at(0).id);
      }
      return;
    }
    for (int i = 0; i < groups.count(); i++) {
      if (groups.at(i).uses(id)) {
        throw new RefusedMessageException(Refusal.CHAINED_GROUP);
      }
    }
    if (groups.has(id)) {
      remove(id);
    }
  }

  private static long bytesFor(Group group) {
    return GROUP_BYTES + (long) BUCKET_FACTOR * group.bucketBytes.length;
  }

  private void remove(int id) {
    Group removed = groups.find(id);
    memory.give(removed == null ? 0 : bytesFor(removed));
    groups.remove(id);
    for (TableEntry entry :
        tables.select(FlowMod.ALL_TABLES, each -> each.instructions().usesGroup(id))) {
      flows.remove(entry, FlowCommands.GROUP_DELETED);
    }
  }
}
