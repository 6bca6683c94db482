package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import maestro.network.dataplane.packet.Frames;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFGetConfigReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFNiciraControllerRoleReply;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPortStatus;

/** Two controllers at one switch of 1.0, with the roles of Nicira's extension. */
class SeveralControllers10Test {
  private static final int OTHER = 0;
  private static final int MASTER = 1;
  private static final int SLAVE = 2;
  private static final long DST = 0x0200_0000_0002L;

  private final Rig10 rig = new Rig10();
  private final ControllerStub two = new ControllerStub(rig.sw.addController(), Rig10.OF);

  @BeforeEach
  void shouldConnectTheOtherOne() {
    two.connect();
  }

  private static byte[] role(int role) {
    ByteBuffer b = ByteBuffer.allocate(20);
    b.put((byte) 1).put((byte) OpenFlow.EXPERIMENTER).putShort((short) 20).putInt(3);
    return b.putInt(0x2320).putInt(10).putInt(role).array();
  }

  /** Gives a controller a role; returns the one that the switch says. */
  private static int become(ControllerStub controller, int role) {
    controller.tell(role(role));
    List<OFMessage> said = controller.take();
    assertThat(said).singleElement().isInstanceOf(OFNiciraControllerRoleReply.class);
    return ColdCodec.bytes(said.get(0))[19];
  }

  @Test
  void shouldAskBothAndTakeTheBufferOnceWhenNobodyIsMaster() {
    rig.askWithoutEntry(20);
    assertThat(rig.receive(1, Frames.udp(DST, 80))).isEmpty();
    OFPacketIn first = rig.packetIns().get(0);
    OFPacketIn second = two.packetIns().get(0);
    assertThat(first.getData()).hasSize(20);
    assertThat(second.getData()).as("each has a miss_send_len of its own").hasSizeGreaterThan(20);
  }

  @Test
  void shouldMakeTheMasterASlaveWhenAnotherOneBecomesMaster() {
    assertThat(become(rig.controller, MASTER)).isEqualTo(MASTER);
    assertThat(become(two, MASTER)).isEqualTo(MASTER);
    rig.expectError(Rig10.add(DST, 2).build(), 1, 5); // EPERM
    assertThat(rig.sw.entryCount()).isZero();
    rig.receive(1, Frames.udp(DST, 80));
    assertThat(rig.packetIns()).isEmpty();
    assertThat(two.packetIns()).hasSize(1);
    rig.sw.setLink(3, true);
    assertThat(rig.take()).singleElement().isInstanceOf(OFPortStatus.class);
    assertThat(two.take()).singleElement().isInstanceOf(OFPortStatus.class);
    two.tell(Rig10.add(DST, 2).build());
    assertThat(rig.sw.entryCount()).isEqualTo(1);
    assertThat(become(rig.controller, OTHER)).isEqualTo(OTHER);
    rig.tell(Rig10.add(DST + 1, 2).build());
    assertThat(rig.sw.entryCount()).isEqualTo(2);
  }

  @Test
  void shouldLetASlaveReadOnlyWhenThereIsNoMaster() {
    assertThat(become(rig.controller, SLAVE)).isEqualTo(SLAVE);
    assertThat(rig.ask(Rig10.OF.buildGetConfigRequest().build()))
        .singleElement()
        .isInstanceOf(OFGetConfigReply.class);
    rig.expectError(Rig10.add(DST, 2).build(), 1, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, 1000})
  void shouldRefuseARoleThatThereIsNot(int number) {
    rig.tell(role(number));
    assertThat(rig.take()).singleElement().isInstanceOf(OFErrorMsg.class);
  }
}
