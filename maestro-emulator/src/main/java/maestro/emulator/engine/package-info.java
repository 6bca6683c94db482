/**
 * The load engine: it runs a scenario against a controller and says what came of it. This package
 * has whole runs; what is sent is in {@code plan}, the switches and their sockets in {@code
 * connection}, the duty cycle of a thread in {@code thread}, checks of answers in {@code answer},
 * counts and judgements in {@code result}.
 */
package maestro.emulator.engine;
