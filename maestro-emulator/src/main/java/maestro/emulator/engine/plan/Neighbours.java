package maestro.emulator.engine.plan;

/** Which ports lead to which switches. Immutable. */
@FunctionalInterface
public interface Neighbours {
  /** What a port leads to that leads to a switch of another process. */
  long ELSEWHERE = -2;

  /** No switch is linked to another. */
  Neighbours NONE = (switchNumber, port) -> -1;

  /**
   * The other end of the link at a port.
   *
   * @param switchNumber from 0
   * @param port from 1
   * @return switch number × 65536 + port of the other end, −1 when the port leads to hosts, {@link
   *     #ELSEWHERE} when it leads to a switch of another process
   */
  long otherEnd(int switchNumber, int port);
}
