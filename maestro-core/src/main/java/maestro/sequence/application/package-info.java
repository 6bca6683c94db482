/**
 * One running application: its state and its clock, its faults and the budget for them, its
 * metrics. How its stages are called lives in {@code batch} and {@code event}, what starts and ends
 * it in {@code maestro.sequence}.
 */
@NullMarked
package maestro.sequence.application;

import org.jspecify.annotations.NullMarked;
