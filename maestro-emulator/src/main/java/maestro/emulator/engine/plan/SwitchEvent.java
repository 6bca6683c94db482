package maestro.emulator.engine.plan;

/**
 * What happens to one port or one connection, in measured time. Immutable.
 *
 * @param atNs from the start of measured time
 * @param switchNumber from 0
 * @param port from 1; 0 for the connection of the switch
 * @param down whether it goes down, else up
 */
public record SwitchEvent(long atNs, int switchNumber, int port, boolean down) {}
