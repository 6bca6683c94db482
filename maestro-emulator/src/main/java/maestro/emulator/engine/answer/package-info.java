/**
 * Whether an answer of a controller is right: matches, ports, the first errors in words. It neither
 * reads sockets nor counts. Nothing is allocated per request.
 */
package maestro.emulator.engine.answer;
