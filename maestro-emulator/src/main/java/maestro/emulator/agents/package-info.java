/** Load from many machines: a coordinator that divides a run, and the agents that carry it out. */
package maestro.emulator.agents;
