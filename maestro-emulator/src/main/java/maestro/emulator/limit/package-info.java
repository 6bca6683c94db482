/** A controller that only answers: the ceiling of the machine, and a counter to check others by. */
package maestro.emulator.limit;
