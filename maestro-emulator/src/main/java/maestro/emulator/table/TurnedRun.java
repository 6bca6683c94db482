package maestro.emulator.table;

import maestro.emulator.scenario.Scenario;

/**
 * One scenario against one controller, whose throughput is measured in turns with others: {@link
 * Turns}.
 *
 * @param setup the controller, with one worker
 * @param scenario with absolute rates, if it has any; durations are what it runs itself, without
 *     the others' turns
 */
record TurnedRun(String name, Setup setup, Scenario scenario) implements Subject {}
