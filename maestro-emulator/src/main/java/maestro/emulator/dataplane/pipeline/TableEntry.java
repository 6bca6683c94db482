package maestro.emulator.dataplane.pipeline;

import java.util.concurrent.TimeUnit;
import maestro.emulator.dataplane.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * A flow entry. Its counters are where the table wants them, for lookups without a wildcard beside
 * the key. Confined to one thread.
 *
 * <pre>
 *  counters  | frames | bytes | time of the last frame |
 * </pre>
 */
final class TableEntry {
  /** The rank of an entry without a wildcard: above every priority. */
  static final int EXACT_RANK = 1 << 16;

  /** How many words the counters take. */
  static final int COUNTERS = 3;

  private static final int BYTES = 1;
  private static final int USED_NS = 2;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  final Match match;

  /** Whether it has no wildcard, so that it is in the hash table. */
  final boolean exact;

  final int priority;
  final int idleSeconds;
  final int hardSeconds;
  final boolean tellsRemoval;
  final long addedNs;

  long cookie;

  /** The order in which entries were added; only in a {@link TupleTable}. */
  long number;

  /** The entry with the same match and the next lower priority; only in a {@link TupleTable}. */
  @Nullable TableEntry shadowed;

  /** What it takes of the {@link MemoryBudget}. */
  long takenBytes;

  private Instructions actions;
  private long[] counters = new long[COUNTERS];
  private int countersAt;

  TableEntry(FlowMod mod, long nowNs) {
    this.match = mod.match();
    this.exact = mod.exact();
    this.priority = mod.priority();
    this.idleSeconds = mod.idleSeconds();
    this.hardSeconds = mod.hardSeconds();
    this.tellsRemoval = mod.tellsRemoval();
    this.cookie = mod.cookie();
    this.actions = mod.actions();
    this.addedNs = nowNs;
    this.counters[USED_NS] = nowNs;
  }

  /** The match as on the wire. */
  byte[] matchBytes() {
    return MatchReader.write(match, exact);
  }

  Instructions actions() {
    return actions;
  }

  /** Only by the table, which may keep them elsewhere, too. */
  void setActions(Instructions changed) {
    actions = changed;
  }

  /** What decides between entries that match the same frame: the higher one wins. */
  int rank() {
    return exact ? EXACT_RANK : priority;
  }

  /** Counts a frame; returns the actions for it. */
  Instructions use(int lengthBytes, long nowNs) {
    count(counters, countersAt, lengthBytes, nowNs);
    return actions;
  }

  /** Counts a frame in the counters at {@code at}. */
  static void count(long[] words, int at, int lengthBytes, long nowNs) {
    words[at]++;
    words[at + BYTES] += lengthBytes;
    words[at + USED_NS] = nowNs;
  }

  long frameCount() {
    return counters[countersAt];
  }

  long byteCount() {
    return counters[countersAt + BYTES];
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

  /** Whether its hard timeout is over; otherwise a passed deadline is the idle one. */
  boolean isHardOver(long nowNs) {
    return hardSeconds != 0 && nowNs - (addedNs + hardSeconds * NS_PER_S) >= 0;
  }

  /** Whether one of its actions sends to a port. */
  boolean sendsTo(int port) {
    return actions.sendsTo(port);
  }
}
