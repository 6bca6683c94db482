/**
 * What carries frames: switches, links and hosts together, with pings, flows and loops. Controllers
 * are connected in {@code channel}, and a scenario is run in {@code scenario}.
 */
@NullMarked
package maestro.network.fabric;

import org.jspecify.annotations.NullMarked;
