package maestro.emulator.engine;

/** Which ports lead to which switches. Immutable. */
@FunctionalInterface
public interface Neighbours {
  /** No switch is linked to another. */
  Neighbours NONE = (switchNumber, port) -> -1;

  /**
   * The other end of the link at a port.
   *
   * @param switchNumber from 0
   * @param port from 1
   * @return switch number × 65536 + port of the other end, −1 when the port leads to hosts
   */
  long otherEnd(int switchNumber, int port);
}
