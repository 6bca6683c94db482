/** Load from many machines: a coordinator divides a run between agents, which carry it out. */
package maestro.emulator.agents;
