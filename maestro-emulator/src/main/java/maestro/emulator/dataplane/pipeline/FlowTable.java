package maestro.emulator.dataplane.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import maestro.emulator.dataplane.TableSizes;
import org.jspecify.annotations.Nullable;

/**
 * The flow table of a switch, as the data-plane study describes it. A hash table of entries without
 * wildcards is consulted first, then a linear table of the others in the order of priority (Bianco,
 * Birke, Giraudo, Palacin: OpenFlow Switching: Data Plane Performance, ICC 2010). The latter may
 * search the tuple space instead.
 *
 * <p>Confined to one thread. A lookup allocates nothing.
 */
final class FlowTable {
  private static final long NEVER_NS = Long.MAX_VALUE / 2;

  /** Entries of which the rows take 128 KiB. */
  private static final int LEAST_LARGE = 2048;

  private final ExactTable exact;
  private final WildcardEntries wildcard;
  private final boolean searchesTuples;

  /** No entry ends before this time after {@link #originNs}. */
  private long quietNs = NEVER_NS;

  private final long originNs;

  private long lookupCount;
  private long exactMatchedCount;
  private long wildcardMatchedCount;

  /**
   * @param nowNs the time, of which all later ones are after
   */
  FlowTable(TableSizes sizes, long nowNs) {
    this.exact = new ExactTable(sizes.exactEntries());
    this.wildcard =
        switch (sizes.search()) {
          case LINEAR -> new WildcardTable(sizes.wildcardEntries());
          case TUPLE_SPACE -> new TupleTable(sizes.wildcardEntries());
        };
    this.searchesTuples = sizes.search() == TableSizes.WildcardSearch.TUPLE_SPACE;
    this.originNs = nowNs;
  }

  /** Whether entries with wildcards are found by tuple space search. */
  boolean searchesTuples() {
    return searchesTuples;
  }

  int exactCount() {
    return exact.count();
  }

  int wildcardCount() {
    return wildcard.count();
  }

  long lookupCount() {
    return lookupCount;
  }

  long exactMatchedCount() {
    return exactMatchedCount;
  }

  long wildcardMatchedCount() {
    return wildcardMatchedCount;
  }

  /** The actions for a frame with this key, which is counted; null without an entry. */
  @Nullable Instructions use(long[] key, int lengthBytes, long nowNs) {
    return use(exact.find(key, ExactTable.hash(key)), key, lengthBytes, nowNs);
  }

  /** The same, after all steps of reading ahead for the frame. */
  @Nullable Instructions use(long[] key, long hash, int candidate, int lengthBytes, long nowNs) {
    return use(exact.find(key, hash, candidate), key, lengthBytes, nowNs);
  }

  private @Nullable Instructions use(int exactRow, long[] key, int lengthBytes, long nowNs) {
    lookupCount++;
    if (exactRow != ExactTable.NONE) {
      exactMatchedCount++;
      return exact.useRow(exactRow, lengthBytes, nowNs);
    }
    Instructions program = wildcard.use(key, lengthBytes, nowNs);
    wildcardMatchedCount += program == null ? 0 : 1;
    return program;
  }

  /** Whether so much memory is read at random that reading ahead pays. */
  boolean isLarge() {
    return exact.count() >= LEAST_LARGE;
  }

  /** The first step of reading ahead: the memory for a hash. The result is of no meaning. */
  int touchSlot(long hash) {
    return exact.touchSlot(hash);
  }

  /** The second step: the candidate for a hash. */
  int candidate(long hash) {
    return exact.candidate(hash);
  }

  /** The third step: the memory of the candidate. The result is of no meaning. */
  long touchRow(int candidate) {
    return exact.touchRow(candidate);
  }

  /** The one entry that a strict command of this match and priority is about, or null. */
  @Nullable TableEntry find(FlowMod mod) {
    return mod.exact() ? exact.find(mod.match()) : wildcard.find(mod.match(), mod.priority());
  }

  /** Whether an entry of this kind has no room. */
  boolean isFullFor(boolean exactEntry) {
    return exactEntry ? exact.isFull() : wildcard.isFull();
  }

  /** Adds an entry for which there is room, and which is not in the table. */
  void add(TableEntry entry) {
    if (entry.exact) {
      exact.add(entry);
    } else {
      wildcard.add(entry);
    }
    if (entry.hasTimeout()) {
      quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
    }
  }

  /** Gives an entry that is in the table other actions. */
  void setActions(TableEntry entry, Instructions actions) {
    entry.setActions(actions);
    if (entry.exact) {
      exact.changed(entry);
    } else {
      wildcard.changed(entry);
    }
  }

  void remove(TableEntry entry) {
    if (entry.exact) {
      exact.remove(entry);
    } else {
      wildcard.remove(entry);
    }
  }

  /** The entries that a condition holds for; those without wildcards first. */
  List<TableEntry> select(Predicate<TableEntry> condition) {
    List<TableEntry> selected = new ArrayList<>();
    Consumer<TableEntry> select =
        entry -> {
          if (condition.test(entry)) {
            selected.add(entry);
          }
        };
    exact.forEach(select);
    wildcard.forEach(select);
    return selected;
  }

  /** The entries whose time is over. Looks at the entries only when one of them may be due. */
  List<TableEntry> due(long nowNs) {
    if (nowNs - originNs - quietNs < 0) {
      return List.of();
    }
    List<TableEntry> due = select(e -> e.hasTimeout() && nowNs - e.deadlineNs() >= 0);
    quietNs = NEVER_NS;
    for (TableEntry entry : select(e -> e.hasTimeout() && nowNs - e.deadlineNs() < 0)) {
      quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
    }
    return due;
  }
}
