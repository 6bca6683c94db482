/**
 * What a run counted, and whether it means anything: delays, windows, errors, judgements of the
 * emulator's own part. How a result is shown is in {@code maestro.emulator.report}. The histogram
 * of the probing delay is {@link maestro.emulator.engine.result.ProbeDelays}.
 */
package maestro.emulator.engine.result;
