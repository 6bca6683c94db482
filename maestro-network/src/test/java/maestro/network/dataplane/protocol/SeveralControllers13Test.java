package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import maestro.network.dataplane.packet.Frames;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Two controllers at one switch of 1.3: who may do what, and who is told what. */
class SeveralControllers13Test {
  private static final int ROLE_REQUEST = 24;
  private static final int SET_ASYNC = 28;

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

  private final Rig13 rig = new Rig13(10, 4);
  private final ControllerStub one = rig.controller;
  private final ControllerStub two = new ControllerStub(rig.sw.addController(), Rig13.OF);

  @BeforeEach
  void shouldConnectBoth() {
    two.connect();
    one.tell(Rig13.missEntry(40));
    assertThat(one.takeBytes()).isEmpty();
  }

  private static byte[] role(int role, long generation) {
    ByteBuffer b = ByteBuffer.allocate(24);
    b.put((byte) 4).put((byte) ROLE_REQUEST).putShort((short) 24).putInt(6);
    return b.putInt(role).putInt(0).putLong(generation).array();
  }

  private void receive() {
    rig.receive(1, FRAME);
  }

  @Test
  void shouldAskBothWithOneBufferWhenTheyAreEqual() {
    receive();
    OFPacketIn first = one.packetIns().get(0);
    assertThat(first.getBufferId()).isNotEqualTo(OFBufferId.NO_BUFFER);
    assertThat(two.packetIns())
        .extracting(OFPacketIn::getBufferId)
        .containsExactly(first.getBufferId());
    byte[] release = packetOut(first.getBufferId().getInt());
    two.tell(release);
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(3);
    assertThat(ControllerStub.error(one.ask(release))).as("BUFFER_EMPTY").isEqualTo("1/7");
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
    assertThat(two.ask(role(MASTER, 6)).getInt(8)).isEqualTo(MASTER);
    ByteBuffer told = ByteBuffer.wrap(one.takeBytes().get(0));
    assertThat(RoleMessages.isStatus(told, 0, told.capacity())).isTrue();
    assertThat(RoleMessages.roleOfStatus(told, 0)).isEqualTo(SLAVE);
    assertThat(RoleMessages.generationOfStatus(told, 0)).isEqualTo(6);
    assertThat(two.ask(role(MASTER, 7)).getInt(8)).as("it stays master").isEqualTo(MASTER);
    assertThat(one.takeTypes()).as("told once").isEmpty();
    ByteBuffer now = one.ask(role(0, 0));
    assertThat((int) now.get(1)).isEqualTo(ROLE_REPLY);
    assertThat(now.getInt(8)).isEqualTo(SLAVE);
    assertThat(now.getLong(16)).as("the generation is that of the switch").isEqualTo(7);
    rig.expectError(Rig13.missEntry(50), 1, 10); // IS_SLAVE
    rig.expectError(role(MASTER, 5), 11, 0); // STALE
    two.tell(Rig13.missEntry(50));
    assertThat(two.takeTypes()).isEmpty();
  }

  @Test
  void shouldLetASlaveReadOnly() {
    rig.expectError(role(9, 0), 11, 2); // BAD_ROLE
    assertThat(one.ask(role(MASTER, 10)).getInt(8)).isEqualTo(MASTER);
    rig.expectError(role(SLAVE, 9), 11, 0); // STALE
    assertThat(one.ask(role(SLAVE, 11)).getInt(8)).isEqualTo(SLAVE);
    rig.expectError(Rig13.missEntry(50), 1, 10); // IS_SLAVE
    assertThat(rig.dump()).as("it reads").hasSize(1);
    assertThat(one.ask(role(EQUAL, 0)).getInt(8)).isEqualTo(EQUAL);
    rig.expectNoError(Rig13.missEntry(50));
  }

  @Test
  void shouldLeaveAnEqualControllerAsItIsWhenAnotherOneBecomesMaster() {
    assertThat(two.ask(role(MASTER, 1)).getInt(8)).isEqualTo(MASTER);
    assertThat(one.ask(role(0, 0)).getInt(8)).isEqualTo(EQUAL);
    receive();
    assertThat(one.takeTypes()).containsExactly(PACKET_IN);
    assertThat(two.takeTypes()).containsExactly(PACKET_IN);
  }

  @Test
  void shouldTellASlaveOfPortsOnlyUnlessItsMasksSayMore() {
    one.ask(role(SLAVE, 1));
    receive();
    rig.sw.setLink(2, true);
    two.tell(
        Rig13.OF
            .buildFlowDelete()
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY)
            .setOutGroup(OFGroup.ANY)
            .build());
    assertThat(one.takeTypes()).containsExactly(PORT_STATUS);
    assertThat(two.takeTypes()).containsExactly(PACKET_IN, PORT_STATUS, FLOW_REMOVED);
    ByteBuffer masks = ByteBuffer.allocate(32);
    masks.put((byte) 4).put((byte) SET_ASYNC).putShort((short) 32).putInt(1);
    masks.putInt(12, 0xff); // PACKET_INs to slaves
    one.tell(masks.array());
    two.tell(Rig13.missEntry(40));
    receive();
    rig.sw.setLink(2, false);
    assertThat(one.takeTypes())
        .as("the masks are those of one connection")
        .containsExactly(PACKET_IN);
    assertThat(two.takeTypes()).containsExactly(PACKET_IN, PORT_STATUS);
  }

  @Test
  void shouldForgetRoleAndMasksButNotTheGenerationWhenAConnectionIsLost() {
    one.ask(role(SLAVE, 9));
    one.session.disconnect();
    assertThat(one.session.isUp()).isFalse();
    assertThat(rig.sw.isUp()).as("two is there").isTrue();
    receive();
    assertThat(two.takeTypes()).containsExactly(PACKET_IN);
    one.connect();
    assertThat(one.ask(role(0, 0)).getInt(8)).isEqualTo(EQUAL);
    assertThat((int) one.ask(role(MASTER, 8)).get(1)).isEqualTo(ERROR);
    assertThat(one.ask(role(MASTER, 10)).getInt(8)).isEqualTo(MASTER);
  }

  @Test
  void shouldAskTheOtherOneWhenOneDoesNotRead() {
    one.congested = true;
    receive();
    assertThat(one.takeTypes()).isEmpty();
    assertThat(two.takeTypes()).containsExactly(PACKET_IN);
  }
}
