/**
 * One load thread: its duty cycle, its stages, and the policies that say when its switches send.
 * Threads are started and added up in {@code engine}. Nothing is allocated per request.
 */
package maestro.emulator.engine.thread;
