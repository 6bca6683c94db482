package maestro.network.dataplane;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.emulator.switches.SwitchRoles;

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

  private final SwitchDescription description;
  private final Answerer answerer;
  private final SwitchRoles roles = new SwitchRoles();
  private Controller[] all = {};
  private boolean dropsFragments;

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
    return answerer.answer(from, type, b, at, lengthBytes, replies);
  }

  SwitchRoles roles() {
    return roles;
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
}
