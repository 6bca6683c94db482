package maestro.api;

import java.util.List;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Says what the entries of its application are worth that a switch has shown. The platform asks a
 * switch for its entries when it joins, after a reload, and when an {@link EntryCheck} wants it; an
 * application is asked about those with cookies of its own, and about no others.
 *
 * <p>Threads: the event thread. What it throws is a fault of the application, and the switch's
 * entries stay until they are looked at again.
 */
@FunctionalInterface
public interface EntryKeeper {
  /**
   * A switch is asked for its entries. What it shows follows, and {@link #missing}, unless it stops
   * in the middle: then this is called again.
   */
  default void begin(SwitchInfo info) {}

  /**
   * What an entry is worth.
   *
   * @param entry valid during the call
   */
  Worth worthOf(SwitchInfo info, FlowEntry entry);

  /**
   * The entries that the switch must have and did not show. Called when all that it has were shown
   * to {@link #worthOf}, once for each time that it was asked.
   *
   * @return FLOW_MODs that add them
   */
  default List<OFFlowMod> missing(SwitchInfo info) {
    return List.of();
  }
}
