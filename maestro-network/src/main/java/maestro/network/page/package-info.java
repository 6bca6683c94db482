/** The HTML page of a network and of its scenario. Text and metrics are in {@code report}. */
@NullMarked
package maestro.network.page;

import org.jspecify.annotations.NullMarked;
