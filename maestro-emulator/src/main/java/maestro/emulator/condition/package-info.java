/** Conditions on results, as {@code --fail-if} has them. */
package maestro.emulator.condition;
