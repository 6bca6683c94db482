package maestro.emulator.dataplane.pipeline;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A flow entry with its counters. Confined to one thread. */
final class TableEntry13 {
  /** Of the reasons in FLOW_REMOVED. */
  static final int IDLE_TIMEOUT = 0;

  static final int HARD_TIMEOUT = 1;

  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  final Match13 match;
  final int tableId;
  final int priority;
  final int idleSeconds;
  final int hardSeconds;
  final int flags;
  final long cookie;
  final long addedNs;

  /** The order in which entries were added; of two that match, the older one wins. */
  final long number;

  /** What it takes of the memory of all switches. */
  long takenBytes;

  Instructions instructions;
  private long frames;
  private long bytes;
  private long usedNs;

  /** The next entry in the same place of the hash table, of a lower or the same priority. */
  @Nullable TableEntry13 next;

  TableEntry13(FlowMod13 mod, int tableId, long number, long nowNs) {
    this.match = mod.match();
    this.tableId = tableId;
    this.priority = mod.priority();
    this.idleSeconds = mod.idleSeconds();
    this.hardSeconds = mod.hardSeconds();
    this.flags = mod.flags();
    this.cookie = mod.cookie();
    this.instructions = mod.instructions();
    this.number = number;
    this.addedNs = nowNs;
    this.usedNs = nowNs;
  }

  /** Whether it treats the frames that no other entry of its table matches. */
  boolean isTableMiss() {
    return priority == 0 && match.isForAll();
  }

  /** A frame has matched. */
  void count(int lengthBytes, long nowNs) {
    frames++;
    bytes += lengthBytes;
    usedNs = nowNs;
  }

  void resetCounters() {
    frames = 0;
    bytes = 0;
  }

  void copyCounters(TableEntry13 other) {
    frames = other.frames;
    bytes = other.bytes;
  }

  /** The frames, or −1 when they are not counted. */
  long frameCount() {
    return (flags & FlowMod13.NO_FRAME_COUNTS) == 0 ? frames : -1;
  }

  /** The bytes, or −1 when they are not counted. */
  long byteCount() {
    return (flags & FlowMod13.NO_BYTE_COUNTS) == 0 ? bytes : -1;
  }

  boolean tellsRemoval() {
    return (flags & FlowMod13.TELLS_REMOVAL) != 0;
  }

  boolean hasTimeout() {
    return idleSeconds != 0 || hardSeconds != 0;
  }

  /** When it will be removed if no frame comes; only with a timeout. */
  long deadlineNs() {
    long idleNs = usedNs + idleSeconds * NS_PER_S;
    long hardNs = addedNs + hardSeconds * NS_PER_S;
    if (hardSeconds == 0) {
      return idleNs;
    }
    return idleSeconds == 0 || hardNs - idleNs < 0 ? hardNs : idleNs;
  }

  /** The reason for its removal, when its deadline has passed. */
  int timeout(long nowNs) {
    boolean hard = hardSeconds != 0 && nowNs - (addedNs + hardSeconds * NS_PER_S) >= 0;
    return hard ? HARD_TIMEOUT : IDLE_TIMEOUT;
  }
}
