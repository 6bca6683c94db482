package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.emulator.dataplane.ControllerSession;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Two controllers at one switch of 1.3: who may do what, and who is told what. */
class SeveralControllers13Test {
  private static final int EQUAL = 1;
  private static final int MASTER = 2;
  private static final int SLAVE = 3;
  private static final int ERROR = 1;
  private static final int PACKET_IN = 10;
  private static final int FLOW_REMOVED = 11;
  private static final int PORT_STATUS = 12;
  private static final int ROLE_REPLY = 25;
  private static final int FRAME_BYTES = 80;
  private static final byte[] FRAME = Frames.udp(0x0200_0000_0002L, FRAME_BYTES);

  private final List<Integer> left = new ArrayList<>();
  private final Switch13 sw =
      new Switch13(
          new SwitchDescription(7, OpenFlow.VERSION_13, 4, 4),
          10,
          new Packet(OpenFlow.VERSION_13),
          (port, b, at, lengthBytes) -> left.add(port),
          new MemoryBudget.Share(MemoryBudget.unbounded()),
          () -> 0);
  private final Stub one = new Stub(sw.controller());
  private final Stub two = new Stub(sw.addController());

  /** A controller's end of a connection. */
  private static final class Stub implements ControllerOutput {
    private final ControllerSession session;
    private final List<ByteBuffer> said = new ArrayList<>();
    private boolean congested;

    Stub(ControllerSession session) {
      this.session = session;
    }

    void connect() {
      session.connect(this);
      tell(ColdCodec.bytes(Rig13.OF.buildHello().build()));
      tell(ColdCodec.bytes(Rig13.OF.buildFeaturesRequest().build()));
      said.clear();
    }

    void tell(byte[] message) {
      session.handle(ByteBuffer.wrap(message), 0, message.length);
    }

    void tell(OFMessage message) {
      tell(ColdCodec.bytes(message));
    }

    /** Tells the switch something; the only answer. */
    ByteBuffer ask(byte[] message) {
      said.clear();
      tell(message);
      assertThat(said).hasSize(1);
      return said.remove(0);
    }

    /** The types of what the switch has said since the last call. */
    List<Integer> types() {
      List<Integer> types = said.stream().map(each -> (int) each.get(1)).toList();
      said.clear();
      return types;
    }

    @Override
    public void send(byte[] message) {
      said.add(ByteBuffer.wrap(message));
    }

    @Override
    public @Nullable ByteBuffer roomForPacketIn(int bytes) {
      if (congested) {
        return null;
      }
      ByteBuffer room = ByteBuffer.allocate(bytes);
      said.add(room);
      return room;
    }
  }

  @BeforeEach
  void shouldConnectBoth() {
    one.connect();
    two.connect();
    one.tell(missEntry(40));
    assertThat(one.said).isEmpty();
  }

  private static OFMessage missEntry(int bytes) {
    var toController = Rig13.OF.actions().output(OFPort.CONTROLLER, bytes);
    return Rig13.add(0, 0, Rig13.OF.matchWildcardAll(), Rig13.apply(toController)).build();
  }

  private static byte[] role(int role, long generation) {
    ByteBuffer b = ByteBuffer.allocate(24);
    b.put((byte) 4).put((byte) RoleMessages13.ROLE_REQUEST).putShort((short) 24).putInt(6);
    return b.putInt(role).putInt(0).putLong(generation).array();
  }

  private void receive() {
    sw.receive(1, ByteBuffer.wrap(FRAME), 0, FRAME.length);
  }

  @Test
  void shouldAskBothWithOneBufferWhenTheyAreEqual() {
    receive();
    ByteBuffer first = one.said.get(0);
    ByteBuffer second = two.said.get(0);
    assertThat(one.types()).containsExactly(PACKET_IN);
    assertThat(two.types()).containsExactly(PACKET_IN);
    assertThat(first.getInt(8)).isNotEqualTo(OpenFlow.NO_BUFFER).isEqualTo(second.getInt(8));
    byte[] release = packetOut(first.getInt(8));
    two.tell(release);
    assertThat(left).containsExactly(3);
    ByteBuffer error = one.ask(release);
    assertThat(error.getShort(8) + "/" + error.getShort(10)).as("BUFFER_EMPTY").isEqualTo("1/7");
  }

  private static byte[] packetOut(int bufferId) {
    ByteBuffer b = ByteBuffer.allocate(40);
    b.put((byte) 4).put((byte) OpenFlow.PACKET_OUT).putShort((short) 40).putInt(5);
    b.putInt(bufferId).putInt(1).putShort((short) 16).position(24);
    return b.putShort((short) 0).putShort((short) 16).putInt(3).array();
  }

  @Test
  void shouldMakeTheMasterASlaveWhenAnotherOneBecomesMaster() {
    assertThat(one.ask(role(MASTER, 5)).getInt(8)).isEqualTo(MASTER);
    one.said.clear();
    assertThat(two.ask(role(MASTER, 6)).getInt(8)).isEqualTo(MASTER);
    ByteBuffer told = one.said.remove(0);
    assertThat(RoleMessages.isStatus(told, 0, told.capacity())).isTrue();
    assertThat(RoleMessages.roleOfStatus(told, 0)).isEqualTo(SLAVE);
    assertThat(RoleMessages.generationOfStatus(told, 0)).isEqualTo(6);
    assertThat(two.ask(role(MASTER, 7)).getInt(8)).as("it stays master").isEqualTo(MASTER);
    assertThat(one.types()).as("told once").isEmpty();
    ByteBuffer now = one.ask(role(0, 0));
    assertThat((int) now.get(1)).isEqualTo(ROLE_REPLY);
    assertThat(now.getInt(8)).isEqualTo(SLAVE);
    assertThat(now.getLong(16)).as("the generation is that of the switch").isEqualTo(7);
    ByteBuffer refused = one.ask(ColdCodec.bytes(missEntry(50)));
    assertThat(refused.getShort(8) + "/" + refused.getShort(10)).as("IS_SLAVE").isEqualTo("1/10");
    ByteBuffer stale = one.ask(role(MASTER, 5));
    assertThat(stale.getShort(8) + "/" + stale.getShort(10)).as("STALE").isEqualTo("11/0");
    two.tell(missEntry(50));
    assertThat(two.types()).isEmpty();
  }

  @Test
  void shouldLeaveAnEqualControllerAsItIsWhenAnotherOneBecomesMaster() {
    assertThat(two.ask(role(MASTER, 1)).getInt(8)).isEqualTo(MASTER);
    assertThat(one.ask(role(0, 0)).getInt(8)).isEqualTo(EQUAL);
    receive();
    assertThat(one.types()).containsExactly(PACKET_IN);
    assertThat(two.types()).containsExactly(PACKET_IN);
  }

  @Test
  void shouldTellASlaveOfPortsOnlyUnlessItsMasksSayMore() {
    one.ask(role(SLAVE, 1));
    receive();
    sw.setLink(2, true);
    two.tell(
        Rig13.OF
            .buildFlowDelete()
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY)
            .setOutGroup(OFGroup.ANY)
            .build());
    assertThat(one.types()).containsExactly(PORT_STATUS);
    assertThat(two.types()).containsExactly(PACKET_IN, PORT_STATUS, FLOW_REMOVED);
    ByteBuffer masks = ByteBuffer.allocate(32);
    masks.put((byte) 4).put((byte) RoleMessages13.SET_ASYNC).putShort((short) 32).putInt(1);
    masks.putInt(12, 0xff); // PACKET_INs to slaves
    one.tell(masks.array());
    two.tell(missEntry(40));
    receive();
    sw.setLink(2, false);
    assertThat(one.types()).as("the masks are those of one connection").containsExactly(PACKET_IN);
    assertThat(two.types()).containsExactly(PACKET_IN, PORT_STATUS);
  }

  @Test
  void shouldForgetRoleAndMasksButNotTheGenerationWhenAConnectionIsLost() {
    one.ask(role(SLAVE, 9));
    one.session.disconnect();
    assertThat(one.session.isUp()).isFalse();
    assertThat(sw.isUp()).as("two is there").isTrue();
    receive();
    assertThat(two.types()).containsExactly(PACKET_IN);
    one.connect();
    assertThat(one.ask(role(0, 0)).getInt(8)).isEqualTo(EQUAL);
    assertThat((int) one.ask(role(MASTER, 8)).get(1)).isEqualTo(ERROR);
    assertThat(one.ask(role(MASTER, 10)).getInt(8)).isEqualTo(MASTER);
  }

  @Test
  void shouldAskTheOtherOneWhenOneDoesNotRead() {
    one.congested = true;
    receive();
    assertThat(one.types()).isEmpty();
    assertThat(two.types()).containsExactly(PACKET_IN);
  }
}
