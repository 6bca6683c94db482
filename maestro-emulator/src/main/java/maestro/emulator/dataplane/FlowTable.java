package maestro.emulator.dataplane;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The flow table of a switch, as the data-plane study describes it: a hash table of entries without
 * wildcards, which is consulted first, and a linear table of the others in the order of priority
 * (Bianco, Birke, Giraudo, Palacin: OpenFlow Switching: Data Plane Performance, ICC 2010).
 *
 * <p>Confined to one thread. A lookup allocates nothing.
 */
final class FlowTable {
  private static final long NEVER_NS = Long.MAX_VALUE / 2;

  private final ExactTable exact;
  private final WildcardTable wildcard;

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
    this.wildcard = new WildcardTable(sizes.wildcardEntries());
    this.originNs = nowNs;
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
  @Nullable ActionProgram use(long[] key, int lengthBytes, long nowNs) {
    lookupCount++;
    ActionProgram program = exact.use(key, lengthBytes, nowNs);
    if (program != null) {
      exactMatchedCount++;
      return program;
    }
    FlowEntry entry = wildcard.find(key);
    if (entry == null) {
      return null;
    }
    wildcardMatchedCount++;
    return entry.use(lengthBytes, nowNs);
  }

  /** The one entry that a strict command of this match and priority is about, or null. */
  @Nullable FlowEntry find(FlowMod mod) {
    return mod.exact() ? exact.find(mod.match()) : wildcard.find(mod.match(), mod.priority());
  }

  /** Whether an entry of this kind has no room. */
  boolean isFullFor(boolean exactEntry) {
    return exactEntry ? exact.isFull() : wildcard.isFull();
  }

  /** Adds an entry for which there is room, and which is not in the table. */
  void add(FlowEntry entry) {
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
  void setActions(FlowEntry entry, ActionProgram actions) {
    entry.setActions(actions);
    if (entry.exact) {
      exact.changed(entry);
    }
  }

  void remove(FlowEntry entry) {
    if (entry.exact) {
      exact.remove(entry);
    } else {
      wildcard.remove(entry);
    }
  }

  /** The entries that a condition holds for; those without wildcards first. */
  List<FlowEntry> select(Predicate<FlowEntry> condition) {
    List<FlowEntry> selected = new ArrayList<>();
    for (int slot = 0; slot < exact.slotCount(); slot++) {
      FlowEntry entry = exact.at(slot);
      if (entry != null && condition.test(entry)) {
        selected.add(entry);
      }
    }
    for (int place = 0; place < wildcard.count(); place++) {
      FlowEntry entry = wildcard.at(place);
      if (condition.test(entry)) {
        selected.add(entry);
      }
    }
    return selected;
  }

  /** The entries whose time is over. Looks at the entries only when one of them may be due. */
  List<FlowEntry> due(long nowNs) {
    if (nowNs - originNs - quietNs < 0) {
      return List.of();
    }
    List<FlowEntry> due = select(e -> e.hasTimeout() && nowNs - e.deadlineNs() >= 0);
    quietNs = NEVER_NS;
    for (FlowEntry entry : select(e -> e.hasTimeout() && nowNs - e.deadlineNs() < 0)) {
      quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
    }
    return due;
  }
}
