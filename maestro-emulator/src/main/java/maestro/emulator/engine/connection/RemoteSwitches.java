package maestro.emulator.engine.connection;

/** Takes discovery frames to switches of other processes. */
@FunctionalInterface
public interface RemoteSwitches {
  /** There are none. */
  RemoteSwitches NONE = (switchNumber, port, frame) -> {};

  /**
   * A frame leaves a switch by a port that leads {@link
   * maestro.emulator.engine.plan.Neighbours#ELSEWHERE}. Called on load threads: it must not wait.
   *
   * @param switchNumber of this process, from 0
   * @param port from 1
   * @param frame the callee's to keep
   */
  void carry(int switchNumber, int port, byte[] frame);
}
