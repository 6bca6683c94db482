package maestro.network.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.EmulatedSwitch;
import org.jspecify.annotations.Nullable;

/**
 * One of a switch's controllers: its connection, its role, and which messages it gets unasked. Both
 * versions have the roles: 1.3 by ROLE_REQUEST, 1.0 by the extension of Nicira. Confined to one
 * thread.
 */
public final class Controller {
  /** The roles, as numbers of OpenFlow 1.3. */
  public static final int EQUAL = 1;

  static final int MASTER = 2;
  public static final int SLAVE = 3;

  /** The kinds of messages, by their places among the masks. */
  public static final int PACKET_IN = 0;

  public static final int PORT_STATUS = 2;
  public static final int FLOW_REMOVED = 4;

  /** How many masks there are: of each kind one for master and equal, then one for slave. */
  public static final int MASKS = 6;

  private static final int DROP_FRAGMENTS = 1;

  private final Controllers all;
  private final EmulatedSwitch control;
  private final int[] masks = new int[MASKS];
  private ControllerOutput output = ControllerOutput.NONE;
  private boolean connected;
  private int role;

  Controller(Controllers all) {
    this.all = all;
    this.control =
        new EmulatedSwitch(
            all.description(),
            (type, b, at, lengthBytes, replies) ->
                all.answer(this, type, b, at, lengthBytes, replies));
    begin();
  }

  private void begin() {
    control.restart();
    role = EQUAL;
    masks[PACKET_IN] = 3; // invalid TTLs only by request
    masks[PACKET_IN + 1] = 0;
    masks[PORT_STATUS] = 7;
    masks[PORT_STATUS + 1] = 7;
    masks[FLOW_REMOVED] = 15;
    masks[FLOW_REMOVED + 1] = 0;
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
    begin();
    output = began;
    connected = true;
    began.send(control.hello());
  }

  /** A connection begins. The first message, HELLO, goes out by it. */
  public void disconnect() {
    begin();
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

  /** {@link #EQUAL}, {@link #MASTER} or {@link #SLAVE}. */
  public int role() {
    return role;
  }

  void setRole(int given) {
    role = given;
  }

  /** Whether it may change nothing. */
  public boolean isSlave() {
    return role == SLAVE;
  }

  /** The bytes of a buffered packet that it wants, by its last SET_CONFIG. */
  public int missSendBytes() {
    return control.missSendBytes();
  }

  /** A mask of asynchronous messages: a bit for each reason. */
  public int mask(int place) {
    return masks[place];
  }

  /** Sets a mask of asynchronous messages. */
  public void setMask(int place, int reasons) {
    masks[place] = reasons;
  }

  /** Whether it is connected and is to get a message of this kind for this reason. */
  public boolean wants(int kind, int reason) {
    return connected && (masks[kind + (role == SLAVE ? 1 : 0)] & 1 << reason) != 0;
  }

  void tell(byte[] message) {
    output.send(message);
  }

  /** Room for a PACKET_IN, which the caller fills at once; null when it is to be dropped. */
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    return output.roomForPacketIn(bytes);
  }
}
