/**
 * What the emulator is asked to do: scenarios, their files, rates of switches (Zipf and others).
 */
package maestro.emulator.scenario;
