/**
 * Flow tables: matches, entries and what they do, the ways to find one, and the commands of
 * FLOW_MOD. The bytes of a message are read in {@code protocol}. A lookup allocates nothing.
 */
@NullMarked
package maestro.network.dataplane.table;

import org.jspecify.annotations.NullMarked;
