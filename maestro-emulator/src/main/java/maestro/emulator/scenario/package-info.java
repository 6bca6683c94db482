/** What the emulator is asked to do: immutable scenarios, their files, rates of switches. */
package maestro.emulator.scenario;
