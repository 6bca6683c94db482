package maestro.emulator.switches;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;

/**
 * The role of a controller at a switch, and which messages it wants unasked.
 *
 * <ol>
 *   <li>In OpenFlow 1.3 a claim has a generation; one that is older than the last one is refused. A
 *       controller that is demoted is told, as Open vSwitch does (0x4f4e4600/1911).
 *   <li>In 1.0 the last claim wins (0x2320/10), and nobody is told.
 *   <li>At first it does not want packets with an invalid TTL, as with Open vSwitch.
 * </ol>
 *
 * <p>Confined to one thread.
 */
final class ControllerRole {
  private static final int ROLE_BYTES = 24;
  private static final int UNKNOWN_ROLE = 2;
  private static final int GET_ASYNC_REPLY = 27;
  private static final int[] FIRST_MASKS = {3, 0, 7, 7, 15, 0}; // 3
  private static final int MASKS_BYTES = 4 * FIRST_MASKS.length;
  private static final int NICIRA_TYPE = 12;
  private static final int NICIRA_ROLE_REPLY = 11;
  private static final int NICIRA_ROLE = 16;

  private final int[] masks = FIRST_MASKS.clone();
  private final int version;
  private final SwitchRoles all;
  private final MessageOutput controller;
  private int role = RoleMessages.EQUAL;

  /**
   * The role of a controller that has not asked for one.
   *
   * @param all what the controllers of the switch share
   * @param controller gets what it is told unasked
   */
  ControllerRole(int version, SwitchRoles all, MessageOutput controller) {
    this.version = version;
    this.all = all;
    this.controller = controller;
  }

  /** The connection is gone. The generation stays. */
  void reset() {
    set(RoleMessages.EQUAL);
    System.arraycopy(FIRST_MASKS, 0, masks, 0, masks.length);
  }

  /** The role, as a number of OpenFlow 1.3. */
  int role() {
    return role;
  }

  /**
   * Which messages it wants unasked: a bit for each reason.
   *
   * @param place of the mask in a SET_ASYNC
   */
  int mask(int place) {
    return masks[place];
  }

  /** Another controller is the master now. */
  void demote() { // 1
    role = RoleMessages.SLAVE;
    if (version == OpenFlow.VERSION_13) {
      controller.send(RoleMessages.status(role, all.generation()));
    }
  }

  private void set(int asked) {
    role = asked;
    if (asked == RoleMessages.MASTER) {
      all.claim(this);
    } else {
      all.giveUp(this);
    }
  }

  /** Answers the role request of Nicira's extension, whose length is right. */
  void changeNicira(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) { // 2
    int asked = b.getInt(at + NICIRA_ROLE) + RoleMessages.EQUAL;
    if (asked < RoleMessages.EQUAL || asked > RoleMessages.SLAVE) {
      error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_SUBTYPE, b, at, lengthBytes, replies);
      return;
    }
    set(asked);
    byte[] reply = new byte[lengthBytes];
    b.get(at, reply);
    ByteBuffer.wrap(reply).putInt(NICIRA_TYPE, NICIRA_ROLE_REPLY).putInt(NICIRA_ROLE, role - 1);
    replies.send(reply);
  }

  /** Answers a ROLE_REQUEST: with the role, or with an ERROR. */
  void change(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes != ROLE_BYTES) {
      badLength(b, at, lengthBytes, replies);
      return;
    }
    int asked = b.getInt(at + 8);
    long generation = b.getLong(at + 16);
    if (asked < RoleMessages.NO_CHANGE || asked > RoleMessages.SLAVE) {
      roleFailed(UNKNOWN_ROLE, b, at, lengthBytes, replies);
      return;
    }
    if (asked > RoleMessages.EQUAL && !all.advance(generation)) { // 1
      roleFailed(ErrorMessages.STALE, b, at, lengthBytes, replies);
      return;
    }
    if (asked != RoleMessages.NO_CHANGE) {
      set(asked);
    }
    byte[] reply = new byte[lengthBytes];
    b.get(at, reply);
    ByteBuffer r = ByteBuffer.wrap(reply);
    r.put(1, (byte) OpenFlow.roleReply()).putInt(8, role);
    r.putLong(16, all.generation());
    replies.send(reply);
  }

  /** Answers a GET_ASYNC_REQUEST. */
  void tellAsync(ByteBuffer b, int at, MessageOutput replies) {
    byte[] reply = new byte[OpenFlow.HEADER_BYTES + MASKS_BYTES];
    ByteBuffer r = ByteBuffer.wrap(reply);
    Header.encode(r, 0, OpenFlow.VERSION_13, GET_ASYNC_REPLY, reply.length, Header.xid(b, at));
    r.position(OpenFlow.HEADER_BYTES);
    r.asIntBuffer().put(masks);
    replies.send(reply);
  }

  /** Follows a SET_ASYNC, or sends an ERROR. */
  void setAsync(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes == OpenFlow.HEADER_BYTES + MASKS_BYTES) {
      for (int i = 0; i < masks.length; i++) {
        masks[i] = b.getInt(at + OpenFlow.HEADER_BYTES + 4 * i);
      }
    } else {
      badLength(b, at, lengthBytes, replies);
    }
  }

  private void badLength(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_LENGTH, b, at, lengthBytes, replies);
  }

  private void roleFailed(int code, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.ROLE_REQUEST_FAILED_13, code, b, at, lengthBytes, replies);
  }

  private void error(
      int type, int code, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    replies.send(ErrorMessages.about(version, type, code, b, at, lengthBytes));
  }
}
