package maestro.network.dataplane.table;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A flow entry. Its counters are where the table wants them, in hash tables beside the key.
 * Confined to one thread.
 *
 * <pre>
 *  counters  | frames | bytes | time of the last frame |
 * </pre>
 */
public final class TableEntry {
  /** Of the reasons in FLOW_REMOVED. */
  static final int IDLE_TIMEOUT = 0;

  static final int HARD_TIMEOUT = 1;

  /** The rank of an entry of 1.0 without a wildcard: above every priority. */
  static final int EXACT_RANK = 1 << 16;

  /** How many words the counters take. */
  static final int COUNTERS = 3;

  private static final int BYTES = 1;
  private static final int USED_NS = 2;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  public final Match match;

  /** Whether it came without a wildcard in 1.0, so that no priority is above it. */
  public final boolean exact;

  public final int tableId;
  public final int priority;
  public final int idleSeconds;
  public final int hardSeconds;
  public final int flags;
  public final long addedNs;

  /** The order in which entries were added; of two that match, the older one wins. */
  final long number;

  public long cookie;

  /** The entry with the same match and the next lower priority; only in a {@link Tuple}. */
  @Nullable TableEntry shadowed;

  /** What it takes of the memory of all switches. */
  long takenBytes;

  private Instructions instructions;
  private long[] counters = new long[COUNTERS];
  private int countersAt;

  TableEntry(FlowMod mod, long number, long nowNs) {
    this.match = mod.match();
    this.exact = mod.exact();
    this.tableId = mod.tableId();
    this.priority = mod.priority();
    this.idleSeconds = mod.idleSeconds();
    this.hardSeconds = mod.hardSeconds();
    this.flags = mod.flags();
    this.cookie = mod.cookie();
    this.instructions = mod.instructions();
    this.number = number;
    this.addedNs = nowNs;
    this.counters[USED_NS] = nowNs;
  }

  public Instructions instructions() {
    return instructions;
  }

  /** Only by the table, which may keep them elsewhere, too. */
  void setInstructions(Instructions changed) {
    instructions = changed;
  }

  /** What decides between entries that match the same frame: the higher one wins. */
  int rank() {
    return exact ? EXACT_RANK : priority;
  }

  /** A frame has matched; returns what to do with it. */
  Instructions use(int lengthBytes, long nowNs) {
    count(counters, countersAt, lengthBytes, nowNs);
    return instructions;
  }

  /** Counts a frame in the counters at {@code at}. */
  static void count(long[] words, int at, int lengthBytes, long nowNs) {
    words[at]++;
    words[at + BYTES] += lengthBytes;
    words[at + USED_NS] = nowNs;
  }

  void resetCounters() {
    counters[countersAt] = 0;
    counters[countersAt + BYTES] = 0;
  }

  /** Goes on counting where an entry ended that this one replaces. */
  void continueFrom(TableEntry replaced) {
    counters[countersAt] = replaced.counters[replaced.countersAt];
    counters[countersAt + BYTES] = replaced.counters[replaced.countersAt + BYTES];
  }

  /** The frames, or −1 when they are not counted. */
  public long frameCount() {
    return (flags & FlowMod.NO_FRAME_COUNTS) == 0 ? counters[countersAt] : -1;
  }

  /** The bytes, or −1 when they are not counted. */
  public long byteCount() {
    return (flags & FlowMod.NO_BYTE_COUNTS) == 0 ? counters[countersAt + BYTES] : -1;
  }

  /** From now on the counters are elsewhere. */
  void countIn(long[] words, int at) {
    counters = words;
    countersAt = at;
  }

  /** Copies the counters to {@code at}. */
  void copyCounters(long[] words, int at) {
    System.arraycopy(counters, countersAt, words, at, COUNTERS);
  }

  /** The counters are the entry's own again, with their values. */
  void takeCounters() {
    long[] own = new long[COUNTERS];
    copyCounters(own, 0);
    countIn(own, 0);
  }

  boolean tellsRemoval() {
    return (flags & FlowMod.TELLS_REMOVAL) != 0;
  }

  boolean hasTimeout() {
    return idleSeconds != 0 || hardSeconds != 0;
  }

  /** When it will be removed if no frame comes; only with a timeout. */
  long deadlineNs() {
    long idleNs = counters[countersAt + USED_NS] + idleSeconds * NS_PER_S;
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

  /** Whether it sends to a port and uses a group, as far as these are named. */
  public boolean sends(int outPort, int outGroup) {
    return (outPort == FlowMod.ANY_PORT || instructions.sendsTo(outPort))
        && (outGroup == FlowMod.ANY_GROUP || instructions.usesGroup(outGroup));
  }
}
