package maestro.network.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.EmulatedSwitch;
import maestro.emulator.switches.MessageOutput;
import org.jspecify.annotations.Nullable;

/**
 * One of a switch's controllers: its connection, its role, and which messages it gets unasked. Both
 * versions have the roles: 1.3 by ROLE_REQUEST, 1.0 by the extension of Nicira. Confined to one
 * thread.
 */
public final class Controller {
  /** The kinds of messages, by their places among the masks. */
  public static final int PACKET_IN = 0;

  public static final int PORT_STATUS = 2;
  public static final int FLOW_REMOVED = 4;

  private static final int DROP_FRAGMENTS = 1;

  private final Controllers all;
  private final EmulatedSwitch control;
  private ControllerOutput output = ControllerOutput.NONE;
  private boolean connected;

  Controller(Controllers all) {
    this.all = all;
    this.control =
        new EmulatedSwitch(
            all.description(),
            (type, b, at, lengthBytes, replies) ->
                all.answer(this, type, b, at, lengthBytes, replies),
            all.roles(),
            this::tell);
  }

  /** Whether the controller's HELLO was taken. */
  public boolean greeted() {
    return control.greeted();
  }

  /** Whether the controller knows the switch: FEATURES_REPLY was sent. */
  public boolean isUp() {
    return control.up();
  }

  /** Why controller and switch cannot communicate; empty while they can. */
  public String refusal() {
    return control.refusal();
  }

  /** The last ERROR of the controller after the handshake; empty when there was none. */
  public String lastError() {
    return control.lastError();
  }

  /** A connection begins. The first message, HELLO, goes out by it. */
  public void connect(ControllerOutput began) {
    control.restart();
    output = began;
    connected = true;
    began.send(control.hello());
  }

  /** A connection begins. The first message, HELLO, goes out by it. */
  public void disconnect() {
    control.restart();
    output = ControllerOutput.NONE;
    connected = false;
    all.left();
  }

  /**
   * Handles a message from the controller.
   *
   * @param b the buffer with the whole message in {@code [at, at + lengthBytes)}, at least a
   *     header; not kept
   */
  public void handle(ByteBuffer b, int at, int lengthBytes) {
    int before = control.configFlags();
    control.handle(b, at, lengthBytes, output);
    int after = control.configFlags();
    if (after != before) {
      all.setDropsFragments((after & DROP_FRAGMENTS) != 0);
    }
  }

  boolean isConnected() {
    return connected;
  }

  /** Sends the ERROR for a message by which a slave would change something; or returns false. */
  public boolean refusesSlave(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    return control.refusesSlave(b, at, lengthBytes, replies);
  }

  /** The bytes of a buffered packet that it wants, by its last SET_CONFIG. */
  public int missSendBytes() {
    return control.missSendBytes();
  }

  /** Whether it is connected and is to get a message of this kind for this reason. */
  public boolean wants(int kind, int reason) {
    return connected && control.wants(kind, reason);
  }

  void tell(byte[] message) {
    output.send(message);
  }

  /** Room for a PACKET_IN, which the caller fills at once; null when it is to be dropped. */
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    return output.roomForPacketIn(bytes);
  }
}
