package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import maestro.net.session.Session;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;

/**
 * A 1.3 switch with several controllers, which treats their roles as Open vSwitch does. Messages
 * wait on their way until the test lets one arrive.
 */
final class SharedSwitch {
  static final long DATAPATH_ID = 7;
  private static final int PORT_DESC = 13;

  /** One controller and the way to it. */
  final class Line {
    final Rig rig;
    private final FakeSwitch socket;
    private final Deque<byte[]> toSwitch = new ArrayDeque<>();
    private final Deque<byte[]> toController = new ArrayDeque<>();
    private int role = RoleMessages.EQUAL;

    /** How many messages that change the switch it has sent. */
    int sentWrites;

    int roleRequests;
    int demotions;

    Line(Rig rig) {
      this.rig = rig;
      this.socket = rig.connect();
      rig.settle();
      collect();
      toSwitch.clear(); // its HELLO
      socket.send(Messages.HELLO_BOTH).send(Messages.features(4, DATAPATH_ID));
      settle();
    }

    /** Does what there is to do, and takes over what was sent. */
    void settle() {
      rig.settle();
      collect();
    }

    private void collect() {
      for (byte[] message : socket.take()) {
        int type = Messages.type(message);
        sentWrites += isWrite(type) ? 1 : 0;
        roleRequests += type == OpenFlow.roleRequest() ? 1 : 0;
        toSwitch.add(message);
      }
    }

    Session session() {
      return Session.of(rig.connection(DATAPATH_ID));
    }

    int role() {
      return role;
    }

    boolean hasMessages() {
      return !toSwitch.isEmpty() || !toController.isEmpty();
    }

    /** Whether the switch has said something that the controller has not read yet. */
    boolean willHear() {
      return !toController.isEmpty();
    }

    /** One message arrives at the switch, if there is one. */
    void arriveAtSwitch() {
      if (!toSwitch.isEmpty()) {
        handle(this, toSwitch.remove());
      }
    }

    /** One message arrives at the controller, if there is one. */
    void arriveAtController() {
      if (!toController.isEmpty()) {
        socket.send(toController.remove());
        settle();
      }
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private long generation = RoleMessages.NO_GENERATION;

  /** The generations of all masters, in order. */
  final List<Long> reigns = new ArrayList<>();

  Line connect(Rig rig) {
    Line line = new Line(rig);
    lines.add(line);
    return line;
  }

  /** A packet without a match: to all but slaves. */
  void packetIn() {
    for (Line each : lines) {
      if (each.role != RoleMessages.SLAVE) {
        each.toController.add(Messages.packetIn(4, 9));
      }
    }
  }

  private static boolean isWrite(int type) {
    return type == OpenFlow.FLOW_MOD || type == OpenFlow.PACKET_OUT || type == OpenFlow.SET_CONFIG;
  }

  private void handle(Line from, byte[] message) {
    ByteBuffer b = ByteBuffer.wrap(message);
    int type = Header.type(b, 0);
    if (type == OpenFlow.roleRequest()) {
      changeRole(from, b);
    } else if (type == OpenFlow.statsRequest(OpenFlow.VERSION_13)
        && b.getShort(OpenFlow.HEADER_BYTES) == PORT_DESC) {
      from.toController.add(FakeSwitch.hex(Messages.portDesc(false, 1, 2)));
    } else if (isWrite(type) && from.role == RoleMessages.SLAVE) {
      from.toController.add(error(Header.xid(b, 0), "0001 000a"));
    }
  }

  private static byte[] error(int xid, String typeAndCode) {
    return FakeSwitch.hex("04 01 000c %08x %s".formatted(xid, typeAndCode));
  }

  private void changeRole(Line from, ByteBuffer b) {
    int xid = Header.xid(b, 0);
    int asked = b.getInt(8);
    long claimed = b.getLong(16);
    boolean hasGeneration = asked == RoleMessages.MASTER || asked == RoleMessages.SLAVE;
    if (hasGeneration && generation != RoleMessages.NO_GENERATION && claimed - generation < 0) {
      from.toController.add(error(xid, "000b 0000"));
      return;
    }
    generation = hasGeneration ? claimed : generation;
    if (asked == RoleMessages.MASTER && from.role != asked) {
      assertThat(reigns).as("no two reigns have the same generation").doesNotContain(claimed);
      reigns.add(claimed);
      lines.stream().filter(each -> each.role == asked).forEach(this::demote);
    }
    from.role = asked == RoleMessages.NO_CHANGE ? from.role : asked;
    from.toController.add(
        FakeSwitch.hex(
            "04 19 0018 %08x %08x 00000000 %016x".formatted(xid, from.role, generation)));
  }

  private void demote(Line line) {
    line.role = RoleMessages.SLAVE;
    line.demotions++;
    line.toController.add(RoleMessages.status(RoleMessages.SLAVE, generation));
  }
}
