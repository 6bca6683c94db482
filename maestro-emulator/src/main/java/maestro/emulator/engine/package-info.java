/**
 * The load engine: many emulated switches on one duty cycle, requests encoded in place, answers
 * matched to them, delays from planned times. Nothing is allocated per request. The histogram of
 * the probing delay is {@link maestro.emulator.engine.ProbeDelays}.
 */
package maestro.emulator.engine;
