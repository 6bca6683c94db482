/** Fair shares: what the controller shows of itself, and what the emulator measures it by. */
@NullMarked
package maestro.fairness;

import org.jspecify.annotations.NullMarked;
