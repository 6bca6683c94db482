/**
 * The switches under load and their connections: dialling, reading and writing, what is
 * outstanding, LLDP between neighbours. When to send, and whether an answer is right, is decided
 * elsewhere. Nothing is allocated per request.
 */
package maestro.emulator.engine.connection;
