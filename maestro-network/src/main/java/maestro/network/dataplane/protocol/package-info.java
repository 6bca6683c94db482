/**
 * The messages of OpenFlow 1.0 and 1.3, and the whole switches that speak them: {@link
 * maestro.network.dataplane.protocol.Switch10} and {@link
 * maestro.network.dataplane.protocol.Switch13}. A class that reads or writes messages of one
 * version has 10 or 13 in its name; reading one may allocate.
 */
@NullMarked
package maestro.network.dataplane.protocol;

import org.jspecify.annotations.NullMarked;
