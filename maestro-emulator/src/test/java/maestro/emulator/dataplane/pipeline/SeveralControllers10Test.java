package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import maestro.emulator.dataplane.ControllerSession;
import maestro.openflow.ColdCodec;
import maestro.openflow.HelloCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFNiciraControllerRoleReply;
import org.projectfloodlight.openflow.protocol.OFPortStatus;

/** Two controllers at one switch of 1.0, with the roles of Nicira's extension. */
class SeveralControllers10Test {
  private static final int OTHER = 0;
  private static final int MASTER = 1;
  private static final int SLAVE = 2;
  private static final long DST = 0x0200_0000_0002L;

  private final SwitchRig rig = new SwitchRig();
  private final ControllerStub two = new ControllerStub();
  private final ControllerSession session = rig.sw.addController();

  @BeforeEach
  void shouldConnectTheOtherOne() {
    session.connect(two);
    byte[] hello = new byte[OpenFlow.HEADER_BYTES];
    HelloCodec.encodeVersionOnly(ByteBuffer.wrap(hello), 0, OpenFlow.VERSION_10, 1);
    tellTwo(hello);
    tellTwo(ColdCodec.bytes(SwitchRig.OF.buildFeaturesRequest().build()));
    two.take();
  }

  private void tellTwo(byte[] message) {
    session.handle(ByteBuffer.wrap(message), 0, message.length);
  }

  private static byte[] role(int role) {
    ByteBuffer b = ByteBuffer.allocate(20);
    b.put((byte) 1).put((byte) OpenFlow.EXPERIMENTER).putShort((short) 20).putInt(3);
    return b.putInt(0x2320).putInt(10).putInt(role).array();
  }

  /** The number of the role in the only answer of the switch to the first controller. */
  private int roleSaid(List<OFMessage> said) {
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).isInstanceOf(OFNiciraControllerRoleReply.class);
    return ColdCodec.bytes(said.get(0))[19];
  }

  @Test
  void shouldAskBothAndTakeTheBufferOnceWhenNobodyIsMaster() {
    rig.setMissSendBytes(20);
    assertThat(rig.receive(1, SwitchRig.udp(DST, 80))).isEmpty();
    ControllerStub.PacketIn first = rig.controller.packetIns().get(0);
    ControllerStub.PacketIn second = two.packetIns().get(0);
    assertThat(first.data()).hasSize(20);
    assertThat(second.data()).as("each has a miss_send_len of its own").hasSizeGreaterThan(20);
  }

  @Test
  void shouldMakeTheMasterASlaveWhenAnotherOneBecomesMaster() {
    rig.tell(role(MASTER));
    assertThat(roleSaid(rig.controller.take())).isEqualTo(MASTER);
    tellTwo(role(MASTER));
    assertThat(roleSaid(two.take())).isEqualTo(MASTER);
    OFErrorMsg error = (OFErrorMsg) rig.ask(SwitchRig.add(DST, 2).build()).get(0);
    ByteBuffer bytes = ByteBuffer.wrap(ColdCodec.bytes(error));
    assertThat(bytes.getShort(8) + "/" + bytes.getShort(10)).as("EPERM").isEqualTo("1/5");
    assertThat(rig.sw.entryCount()).isZero();
    rig.receive(1, SwitchRig.udp(DST, 80));
    assertThat(rig.controller.packetIns()).isEmpty();
    assertThat(two.packetIns()).hasSize(1);
    rig.sw.setLink(3, true);
    assertThat(rig.controller.take()).singleElement().isInstanceOf(OFPortStatus.class);
    assertThat(two.take()).singleElement().isInstanceOf(OFPortStatus.class);
    tellTwo(ColdCodec.bytes(SwitchRig.add(DST, 2).build()));
    assertThat(rig.sw.entryCount()).isEqualTo(1);
    rig.tell(role(OTHER));
    assertThat(roleSaid(rig.controller.take())).isEqualTo(OTHER);
    rig.tell(SwitchRig.add(DST + 1, 2).build());
    assertThat(rig.sw.entryCount()).isEqualTo(2);
  }

  @Test
  void shouldLetASlaveReadOnlyWhenThereIsNoMaster() {
    rig.tell(role(SLAVE));
    assertThat(roleSaid(rig.controller.take())).isEqualTo(SLAVE);
    assertThat(rig.ask(SwitchRig.OF.buildGetConfigRequest().build())).hasSize(1);
    assertThat(rig.ask(SwitchRig.add(DST, 2).build()))
        .singleElement()
        .isInstanceOf(OFErrorMsg.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, 1000})
  void shouldRefuseARoleThatThereIsNot(int number) {
    rig.tell(role(number));
    assertThat(rig.controller.take()).singleElement().isInstanceOf(OFErrorMsg.class);
  }
}
