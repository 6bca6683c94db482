/** Fair shares of switches, the deviations from them, and their evenness. */
package maestro.emulator.fairness;
