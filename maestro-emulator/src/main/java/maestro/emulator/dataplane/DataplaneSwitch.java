package maestro.emulator.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.SwitchDescription;

/**
 * A whole switch: it speaks to a controller, and forwards frames by its flow tables. A message that
 * is wrong gets the ERROR of the specification and changes nothing. Entries stay when the
 * connection to the controller is lost.
 *
 * <p>Confined to one thread. {@link #receive} allocates nothing, except when a packet buffer is
 * used for the first time.
 */
public interface DataplaneSwitch {
  SwitchDescription description();

  /** How many entries its flow tables have. */
  int entryCount();

  /** Whether the controller knows this switch: FEATURES_REPLY was sent. */
  boolean isUp();

  /** Why controller and switch cannot communicate; empty while they can. */
  String refusal();

  /** A connection to a controller begins. The first message, HELLO, goes out by it. */
  void connect(ControllerOutput controller);

  /** The connection to the controller is lost. */
  void disconnect();

  /**
   * Handles a message from the controller.
   *
   * @param b the buffer with the whole message in {@code [at, at + lengthBytes)}, at least a
   *     header; not kept
   */
  void handle(ByteBuffer b, int at, int lengthBytes);

  /**
   * A frame arrives. One that is shorter than an Ethernet header or longer than {@link
   * Frame#MOST_BYTES} is dropped and counted.
   *
   * @param port from 1
   * @param b has the frame in {@code [at, at + lengthBytes)}; not changed, not kept
   */
  void receive(int port, ByteBuffer b, int at, int lengthBytes);

  /** Removes the entries whose timeouts are over. To be called some times a second. */
  void expire();

  /**
   * The link of a port fails or comes back; the controller is told.
   *
   * @param number from 1
   */
  void setLink(int number, boolean down);
}
