/**
 * Reconciles the flow entries of switches: requests a switch's entries, lets the applications judge
 * their own, and removes entries that are wrong or belong to no running application.
 */
@NullMarked
package maestro.entries;

import org.jspecify.annotations.NullMarked;
