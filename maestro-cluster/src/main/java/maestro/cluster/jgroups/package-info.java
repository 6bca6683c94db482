/** The members of a cluster and their messages, by JGroups. The only code that knows JGroups. */
@NullMarked
package maestro.cluster.jgroups;

import org.jspecify.annotations.NullMarked;
