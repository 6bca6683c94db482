package maestro.apps.access;

import maestro.apps.match.PacketMatch;

/**
 * What becomes of some packets. Immutable.
 *
 * @param denies whether they are dropped
 * @param packets those meant, when no earlier rule means them
 */
record Rule(boolean denies, PacketMatch packets) {}
