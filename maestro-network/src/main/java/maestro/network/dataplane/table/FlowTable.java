package maestro.network.dataplane.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import maestro.network.dataplane.TableSizes;
import org.jspecify.annotations.Nullable;

/**
 * One flow table. The entries of OpenFlow 1.0 without wildcards are in a hash table, which is the
 * tuple of full masks and is asked first, as the data-plane study describes it (Bianco, Birke,
 * Giraudo, Palacin: OpenFlow Switching: Data Plane Performance, ICC 2010). All others are in a
 * {@link Classifier}.
 *
 * <p>Confined to one thread. A lookup allocates nothing.
 */
public final class FlowTable {
  /** Entries of which the rows take 128 KiB. */
  private static final int LEAST_LARGE = 2048;

  private final TableSizes sizes;
  private final EntryTable exact;
  private final Classifier others;

  private long lookupCount;
  private long exactMatchedCount;
  private long othersMatchedCount;

  FlowTable(TableSizes sizes) {
    this.sizes = sizes;
    this.exact = new EntryTable();
    this.others =
        switch (sizes.search()) {
          case LINEAR -> new LinearSearch();
          case TUPLE_SPACE -> new TupleSpace();
        };
  }

  public TableSizes sizes() {
    return sizes;
  }

  public int count() {
    return exact.count() + others.count();
  }

  public int exactCount() {
    return exact.count();
  }

  public int othersCount() {
    return others.count();
  }

  public long lookupCount() {
    return lookupCount;
  }

  public long exactMatchedCount() {
    return exactMatchedCount;
  }

  public long othersMatchedCount() {
    return othersMatchedCount;
  }

  /** What to do with a frame with this key, which is counted; null without an entry. */
  public @Nullable Instructions use(long[] key, int lengthBytes, long nowNs) {
    int row = exact.count() == 0 ? EntryTable.NONE : exact.find(key, exact.hash(key));
    return use(row, key, lengthBytes, nowNs);
  }

  /** The same, after all steps of reading ahead for the frame. */
  public @Nullable Instructions use(
      long[] key, long hash, int candidate, int lengthBytes, long nowNs) {
    return use(exact.find(key, hash, candidate), key, lengthBytes, nowNs);
  }

  private @Nullable Instructions use(int exactRow, long[] key, int lengthBytes, long nowNs) {
    lookupCount++;
    if (exactRow != EntryTable.NONE) {
      exactMatchedCount++;
      return exact.useRow(exactRow, lengthBytes, nowNs);
    }
    Instructions found = others.use(key, lengthBytes, nowNs);
    othersMatchedCount += found == null ? 0 : 1;
    return found;
  }

  /** Whether so much memory is read at random that reading ahead pays. */
  public boolean isLarge() {
    return exact.count() >= LEAST_LARGE;
  }

  /** What the steps of reading ahead need of a key. */
  public long hash(long[] key) {
    return exact.hash(key);
  }

  /** The first step of reading ahead: the memory for a hash. The result is of no meaning. */
  public int touchSlot(long hash) {
    return exact.touchSlot(hash);
  }

  /** The second step: the candidate for a hash. */
  public int candidate(long hash) {
    return exact.candidate(hash);
  }

  /** The third step: the memory of the candidate. The result is of no meaning. */
  public long touchRow(int candidate) {
    return exact.touchRow(candidate);
  }

  /** The entry with the match and the priority of a command, or null. */
  @Nullable TableEntry find(FlowMod mod) {
    return mod.exact() ? exact.find(mod.match()) : others.find(mod.match(), mod.priority());
  }

  /** Whether an entry of this kind has no room. */
  boolean isFullFor(boolean exactEntry) {
    return exactEntry
        ? exact.count() == sizes.exactEntries()
        : others.count() == sizes.wildcardEntries();
  }

  /** Adds an entry for which there is room, and which is not in the table. */
  void add(TableEntry entry) {
    if (entry.exact) {
      exact.add(entry);
    } else {
      others.add(entry);
    }
  }

  /** Gives an entry that is in the table other instructions. */
  void setInstructions(TableEntry entry, Instructions instructions) {
    entry.setInstructions(instructions);
    if (entry.exact) {
      exact.changed(entry);
    } else {
      others.changed(entry);
    }
  }

  void remove(TableEntry entry) {
    if (entry.exact) {
      exact.remove(entry);
    } else {
      others.remove(entry);
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
    others.forEach(select);
    return selected;
  }
}
