package maestro.api;

import java.util.List;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Decides which flow entries of its application on a switch are right.
 *
 * @deprecated use {@link EntryReconciler}; the next release has this interface no more
 */
@Deprecated(since = "API level 4", forRemoval = true)
@SuppressWarnings("removal")
@FunctionalInterface
public interface EntryKeeper {
  /** See {@link EntryReconciler#begin}. */
  default void begin(SwitchInfo info) {}

  /** See {@link EntryReconciler#verdict}. */
  Worth worthOf(SwitchInfo info, FlowEntry entry);

  /** See {@link EntryReconciler#missing}. */
  default List<OFFlowMod> missing(SwitchInfo info) {
    return List.of();
  }
}
