package maestro.sequence.batch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import maestro.net.connection.Connection;
import maestro.net.connection.FlowTableCounts;
import maestro.net.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * The entries of checked sequences that leave out a field which a stage has read, as each switch
 * has them: each later request is looked up in them, as the switch would have done. They are
 * forgotten when anybody else has sent the switch a FLOW_MOD, which may have removed them.
 *
 * <p>Threads: any.
 */
public final class CoveringEntries {
  private static final int MOST_ENTRIES = 64;

  private static final class OfSwitch {
    private final FlowTableCounts table;
    private final Deque<Decision> entries = new ArrayDeque<>();
    private long flowMods;
    private boolean isForgetting;

    OfSwitch(FlowTableCounts table) {
      this.table = table;
      this.flowMods = table.flowMods();
    }
  }

  private final Map<Long, OfSwitch> switches = new HashMap<>();

  /** Begins a batch with requests of a switch. */
  synchronized void begin(Connection connection) {
    OfSwitch all = of(connection);
    if (all.flowMods != all.table.flowMods()) {
      all.entries.clear();
    }
  }

  private OfSwitch of(Connection connection) {
    FlowTableCounts table = connection.flowTable();
    return switches.compute(
        Session.of(connection).info().datapathId(),
        (id, known) -> known == null || known.table != table ? new OfSwitch(table) : known);
  }

  /** A stage has removed entries from a switch. */
  synchronized void forget(long datapathId) {
    OfSwitch all = switches.get(datapathId);
    if (all != null) {
      all.entries.clear();
      all.isForgetting = true;
    }
  }

  /** Adds the entry of a decision, unless a stage has removed entries in this batch. */
  synchronized void add(Connection connection, Decision decision) {
    OfSwitch all = of(connection);
    if (!all.isForgetting) {
      if (all.entries.size() == MOST_ENTRIES) {
        all.entries.removeFirst();
      }
      all.entries.addLast(decision);
    }
  }

  /**
   * An entry in force that decides otherwise than the sequence has now; null when there is none.
   */
  synchronized @Nullable Decision contradicted(Connection connection, Decision later, long nowNs) {
    for (Decision each : of(connection).entries) {
      if (each.isContradictedBy(later, nowNs)) {
        return each;
      }
    }
    return null;
  }

  /** Ends a batch with requests of a switch. */
  synchronized void end(Connection connection) {
    OfSwitch all = of(connection);
    all.flowMods = all.table.flowMods();
    all.isForgetting = false;
  }
}
