/**
 * When the parts of a run begin and end, how its threads wait, and the gates that hold them. What
 * happens then is not here.
 */
package maestro.emulator.engine.clock;
