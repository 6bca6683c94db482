package maestro.network.dataplane;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;

/**
 * The controllers of one switch. At most one of them is master, and a role that depends on being
 * the only one has a generation id, which all share. Confined to one thread.
 *
 * <pre>
 *  role request of Nicira  header 8 | vendor 0x2320 32 | type 10 32 | role 32: other, master, slave
 * </pre>
 */
public final class Controllers {
  /** Stands for each controller's own miss_send_len. */
  public static final int MISS_SEND_BYTES = -1;

  private static final int NICIRA = 0x2320;
  private static final int NICIRA_ROLE_REQUEST = 10;
  private static final int NICIRA_ROLE_REPLY = 11;
  private static final int NICIRA_ROLE_BYTES = 20;
  private static final int NICIRA_LAST_ROLE = 2;

  private final SwitchDescription description;
  private final Answerer answerer;
  private Controller[] all = {};
  private boolean dropsFragments;
  private boolean generationKnown;
  private long generationId;

  /** Answers what concerns the data plane. */
  public interface Answerer {
    /**
     * Answers a message; {@link maestro.emulator.switches.Datapath}.
     *
     * @param from has sent it
     */
    boolean answer(
        Controller from, int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies);
  }

  /** A switch with one controller, which is not connected. */
  public Controllers(SwitchDescription description, Answerer answerer) {
    this.description = description;
    this.answerer = answerer;
    add();
  }

  /** One more controller, which is not connected. */
  public Controller add() {
    Controller added = new Controller(this);
    all = Arrays.copyOf(all, all.length + 1);
    all[all.length - 1] = added;
    return added;
  }

  public int count() {
    return all.length;
  }

  public Controller get(int index) {
    return all[index];
  }

  SwitchDescription description() {
    return description;
  }

  boolean answer(
      Controller from, int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    return answerer.answer(from, type, b, at, lengthBytes, replies)
        || (type == OpenFlow.EXPERIMENTER && changeRole(from, b, at, lengthBytes, replies));
  }

  /** Whether one of them knows the switch. */
  public boolean isUp() {
    for (Controller each : all) {
      if (each.isUp()) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a connection to one of them. */
  public boolean isConnected() {
    for (Controller each : all) {
      if (each.isConnected()) {
        return true;
      }
    }
    return false;
  }

  /** Whether IP fragments are dropped, by the last SET_CONFIG of any of them. */
  public boolean dropsFragments() {
    return dropsFragments;
  }

  void setDropsFragments(boolean drops) {
    dropsFragments = drops;
  }

  /** A controller has left. */
  void left() {
    dropsFragments &= isConnected();
  }

  /** Sends a message to those that know the switch and are to get it. */
  public void tell(int kind, int reason, byte[] message) {
    for (Controller each : all) {
      if (each.isUp() && each.wants(kind, reason)) {
        each.tell(message);
      }
    }
  }

  /**
   * Gives a controller a role. A master that there was becomes a slave, and is told so in 1.3, as
   * Open vSwitch does it.
   *
   * @param role {@link Controller#EQUAL}, {@link Controller#MASTER} or {@link Controller#SLAVE}
   */
  public void setRole(Controller controller, int role) {
    if (role == Controller.MASTER) {
      for (Controller each : all) {
        if (each != controller && each.role() == Controller.MASTER) {
          each.setRole(Controller.SLAVE);
          if (description.version() == OpenFlow.VERSION_13) {
            each.tell(RoleMessages.status(RoleMessages.SLAVE, generationId()));
          }
        }
      }
    }
    controller.setRole(role);
  }

  /** Takes a generation id. Returns false when it is older than the last one. */
  public boolean advance(long generation) {
    if (generationKnown && generation - generationId < 0) {
      return false;
    }
    generationKnown = true;
    generationId = generation;
    return true;
  }

  /** The last generation id, or −1 when there is none. */
  public long generationId() {
    return generationKnown ? generationId : -1;
  }

  /** Answers the role request of Nicira's extension. Returns false for anything else. */
  private boolean changeRole(
      Controller from, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    boolean asks =
        lengthBytes >= NICIRA_ROLE_BYTES
            && b.getInt(at + 8) == NICIRA
            && b.getInt(at + 12) == NICIRA_ROLE_REQUEST;
    if (!asks) {
      return false;
    }
    int role = b.getInt(at + 16);
    if (role < 0 || role > NICIRA_LAST_ROLE) {
      RefusedMessageException refused = new RefusedMessageException(Refusal.BAD_SUBTYPE);
      replies.send(refused.error(description.version(), b, at, lengthBytes));
      return true;
    }
    setRole(from, role + Controller.EQUAL);
    byte[] reply = new byte[lengthBytes];
    b.get(at, reply);
    ByteBuffer.wrap(reply).putInt(12, NICIRA_ROLE_REPLY);
    replies.send(reply);
    return true;
  }
}
