/**
 * Forwarding techniques of the emulator's data plane, and how many frames a second they forward, at
 * full speed or under an offered load. Which of them are measured, with which frames and tables, is
 * not decided here.
 */
package maestro.bench.dataplane.forward;
