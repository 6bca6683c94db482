/**
 * Flow entries on the wire: FLOW_MOD, FLOW_REMOVED and the statistics of flows, with their matches;
 * the rules of {@code maestro.openflow} for flyweights and encoders hold here, too. Packets,
 * actions and all other messages live there.
 */
@NullMarked
package maestro.openflow.entry;

import org.jspecify.annotations.NullMarked;
