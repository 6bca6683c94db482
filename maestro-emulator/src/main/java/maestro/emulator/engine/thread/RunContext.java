package maestro.emulator.engine.thread;

import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LldpCarrier;

/**
 * What all load threads of one run share.
 *
 * @param settings constant for the run
 * @param clock when each part of the run begins and ends
 * @param state progress and the first failure
 * @param gate holds the load threads
 * @param ticks encodes planned times
 * @param lldp carries discovery frames between switches
 * @param windowCount windows of measured time, {@link
 *     maestro.emulator.engine.result.LoadResult#WINDOW_NS} each
 * @param time the clock, and how threads wait
 */
public record RunContext(
    LoadSettings settings,
    RunClock clock,
    RunState state,
    LoadGate gate,
    Ticks ticks,
    LldpCarrier lldp,
    int windowCount,
    EngineTime time) {}
