package maestro.network.dataplane;

import java.nio.ByteBuffer;

/**
 * What a switch and one of its controllers say to each other. Confined to the thread of the switch.
 */
public interface ControllerSession {
  /** Whether the controller's HELLO was taken. */
  boolean greeted();

  /** Whether the controller knows the switch: FEATURES_REPLY was sent. */
  boolean isUp();

  /** Why controller and switch cannot communicate; empty while they can. */
  String refusal();

  /** The last ERROR of the controller after the handshake; empty when there was none. */
  String lastError();

  /** A connection begins. The first message, HELLO, goes out by it. */
  void connect(ControllerOutput output);

  /** The connection is lost. */
  void disconnect();

  /**
   * Handles a message from the controller.
   *
   * @param b the buffer with the whole message in {@code [at, at + lengthBytes)}, at least a
   *     header; not kept
   */
  void handle(ByteBuffer b, int at, int lengthBytes);
}
