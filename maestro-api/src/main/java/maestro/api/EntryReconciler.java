package maestro.api;

import java.util.List;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Decides which flow entries of its application on a switch are right. The platform dumps the flow
 * entries of a switch when the switch joins, after a reload, when an {@link EntryCheck} asks for
 * it, and every few minutes. The reconciler gets only entries with cookies of its application.
 * Since API level 4.
 *
 * <p>Threads: the event thread. An exception counts as a fault of the application, and the switch's
 * entries stay until the next check.
 */
@FunctionalInterface
public interface EntryReconciler {
  /**
   * A dump begins. {@link #verdict} follows for each entry, then {@link #missing}. When the dump
   * breaks off, {@link #missing} is not called, and the next dump begins with this method again.
   */
  default void begin(SwitchInfo info) {}

  /**
   * Decides about one flow entry.
   *
   * @param entry valid during the call
   */
  EntryVerdict verdict(SwitchInfo info, FlowEntry entry);

  /**
   * The flow entries that the switch must have and that were not in the dump. Called once for each
   * complete dump, after {@link #verdict} for its last entry.
   *
   * @return FLOW_MODs that add them
   */
  default List<OFFlowMod> missing(SwitchInfo info) {
    return List.of();
  }
}
