/**
 * What a run is to send: switches, hosts, rates, planned times, and events of the network. Nothing
 * here knows a socket or a clock that runs.
 */
package maestro.emulator.engine.plan;
