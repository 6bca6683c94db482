/**
 * What the machine says about itself: processors, memory of sockets, the kernel's counters of TCP.
 * Nothing here knows a run.
 */
package maestro.emulator.engine.machine;
