package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import maestro.network.dataplane.packet.Frames;
import maestro.openflow.ColdCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPortConfig;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** What only a switch of OpenFlow 1.0 does. */
class Switch10Test {
  private static final long DST = 0x0200_0000_0002L;
  private static final Set<OFPortConfig> PORT_BITS =
      EnumSet.of(
          OFPortConfig.PORT_DOWN,
          OFPortConfig.NO_RECV,
          OFPortConfig.NO_FLOOD,
          OFPortConfig.NO_FWD,
          OFPortConfig.NO_PACKET_IN);
  private static final byte[] FRAME = Frames.udp(DST, 80);

  private final Rig10 rig = new Rig10();

  @Test
  void shouldTellWhichActionsItHas() {
    OFFeaturesReply reply = rig.answer(Rig10.OF.buildFeaturesRequest().build());
    assertThat(reply.getActions()).hasSize(12);
  }

  @Test
  void shouldFloodExceptWhereItCameFromAndWhereItMayNot() {
    rig.tell(Rig10.add(DST, 0).setActions(List.of(out(OFPort.FLOOD))).build());
    rig.tell(Rig10.add(DST + 1, 0).setActions(List.of(out(OFPort.ALL))).build());
    assertThat(rig.receive(2, FRAME)).containsExactly(1, 3, 4);
    setPort(3, OFPortConfig.NO_FLOOD);
    assertThat(rig.receive(2, FRAME)).containsExactly(1, 4);
    assertThat(rig.receive(2, Frames.udp(DST + 1, 80))).containsExactly(1, 3, 4);
    setPort(3, OFPortConfig.NO_FWD);
    assertThat(rig.receive(2, Frames.udp(DST + 1, 80))).containsExactly(1, 4);
    setPort(2, OFPortConfig.NO_RECV);
    assertThat(rig.receive(2, FRAME)).isEmpty();
    setPort(1, OFPortConfig.PORT_DOWN);
    assertThat(rig.receive(1, FRAME)).isEmpty();
    assertThat(rig.receive(4, FRAME)).containsExactly(2);
  }

  @Test
  void shouldNotAskByAPortThatMayNot() {
    setPort(1, OFPortConfig.NO_PACKET_IN);
    rig.receive(1, FRAME);
    assertThat(rig.packetIns()).isEmpty();
  }

  @Test
  void shouldSendEachOutputAsTheFrameIsThen() {
    rig.tell(
        Rig10.add(DST, 0)
            .setActions(
                List.of(
                    Rig10.output(2),
                    Rig10.OF.actions().setDlSrc(MacAddress.of(9)),
                    Rig10.output(3),
                    Rig10.OF.actions().output(OFPort.CONTROLLER, 30)))
            .build());
    rig.receive(1, FRAME);
    assertThat(rig.sent.get(0).frame()).isEqualTo(FRAME);
    assertThat(rig.sent.get(1).frame()[11]).isEqualTo((byte) 9);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.ACTION);
    assertThat(packetIn.getData()).hasSize(30);
  }

  @Test
  void shouldLookUpAPacketOutThatCameInByNoPort() {
    rig.tell(Rig10.add(DST, 3).build());
    rig.tell(
        Rig10.OF
            .buildPacketOut()
            .setBufferId(OFBufferId.NO_BUFFER)
            .setInPort(OFPort.ANY)
            .setActions(List.of(out(OFPort.TABLE), out(OFPort.FLOOD)))
            .setData(FRAME)
            .build());
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(3, 1, 2, 3, 4);
  }

  /** A value of some bytes of an ADD with one OUTPUT that the specification forbids. */
  @ParameterizedTest
  @CsvSource({
    "57, 1, 5, 3, 4, an unknown command",
    "71, 1, 4, 3, 0, an emergency entry",
    "72, 2, 12, 2, 0, an unknown action",
    "72, 2, 65535, 2, 2, a vendor's action",
    "74, 2, 4, 2, 1, an action that is too short",
    "74, 2, 12, 2, 1, an action of odd length",
    "74, 2, 16, 2, 1, an action that is cut off",
    "76, 2, 0, 2, 4, port 0",
    "76, 2, 5, 2, 4, a port that it has not",
    "76, 2, 65535, 2, 4, no port",
    "76, 2, 65530, 2, 4, NORMAL",
  })
  void shouldRefuseAWrongFlowModAndChangeNothing(
      int at, int bytes, int value, int type, int code, String what) {
    byte[] add = ColdCodec.bytes(Rig10.add(DST, 2).build());
    if (bytes == 1) {
      add[at] = (byte) value;
    } else {
      ByteBuffer.wrap(add).putShort(at, (short) value);
    }
    rig.expectError(add, type, code);
    assertThat(rig.sw.entryCount()).as(what).isZero();
  }

  @ParameterizedTest
  @CsvSource({"14, 71", "13, 15", "15, 31", "20, 8", "16, 13"})
  void shouldRefuseAMessageOfAWrongLength(int type, int lengthBytes) {
    byte[] message = new byte[lengthBytes];
    ByteBuffer b = ByteBuffer.wrap(message);
    b.put((byte) 1).put((byte) type).putShort((short) lengthBytes);
    if (type == 16) {
      b.putShort(8, (short) 3);
    }
    rig.expectError(message, 1, 6);
  }

  @Test
  void shouldRefuseWrongPortsAndQueues() {
    rig.expectError(portMod(3).setHwAddr(MacAddress.of(1)).build(), 4, 1);
    rig.expectError(portMod(3).setPortNo(OFPort.of(9)).build(), 4, 0);
    rig.expectError(Rig10.OF.buildQueueGetConfigRequest().setPort(OFPort.of(9)).build(), 5, 0);
    rig.expectError(
        Rig10.OF.buildQueueStatsRequest().setPortNo(OFPort.of(1)).setQueueId(99).build(), 5, 1);
    rig.expectError(
        Rig10.add(DST, 0).setActions(List.of(Rig10.OF.actions().enqueue(OFPort.of(1), 99))).build(),
        2,
        8);
  }

  private static org.projectfloodlight.openflow.protocol.action.OFAction out(OFPort port) {
    return Rig10.OF.actions().output(port, 0xffff);
  }

  private org.projectfloodlight.openflow.protocol.OFPortMod.Builder portMod(int port) {
    return Rig10.OF
        .buildPortMod()
        .setPortNo(OFPort.of(port))
        .setHwAddr(MacAddress.of(rig.sw.description().portAddress(port)));
  }

  /** Sets one bit of a port and clears the others. */
  private void setPort(int port, OFPortConfig config) {
    OFMessage mod = portMod(port).setConfig(EnumSet.of(config)).setMask(PORT_BITS).build();
    OFPortStatus status = (OFPortStatus) rig.ask(mod).get(0);
    assertThat(status.getDesc().getConfig()).containsExactly(config);
  }
}
