package maestro.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import maestro.openflow.ColdCodec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActions;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanPcp;
import org.projectfloodlight.openflow.types.VlanVid;

/** Lists of actions are what openflowj writes for the same actions. */
class FlowActionsTest {
  private static final MacAddress ADDRESS = MacAddress.of(0x0a0b0c0d0e0fL);
  private static final IPv4Address IP = IPv4Address.of("10.1.2.3");
  private static final FlowActions ALL =
      FlowActions.outputs(1, FlowActions.FLOOD)
          .pushVlan(10)
          .setVlan(11)
          .setVlanPriority(5)
          .popVlan()
          .setEthSrc(ADDRESS.getLong())
          .setEthDst(ADDRESS.getLong())
          .setIpv4Src(IP.getInt())
          .setIpv4Dst(IP.getInt())
          .setDscp(46)
          .setL4Src(6, 80)
          .setL4Dst(17, 53)
          .queue(4)
          .output(2, FlowActions.IN_PORT, FlowActions.CONTROLLER);

  private static String hex(FlowActions actions, int version) {
    ByteBuffer encoded = actions.encoded(version);
    byte[] bytes = new byte[encoded.capacity()];
    encoded.get(0, bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String hex(OFFactory factory, List<OFAction> actions) {
    OFPacketOut packetOut =
        factory
            .buildPacketOut()
            .setBufferId(OFBufferId.of(5))
            .setInPort(OFPort.of(1))
            .setActions(actions)
            .build();
    byte[] bytes = ColdCodec.bytes(packetOut);
    int head = factory.getVersion().getWireVersion() == 1 ? 16 : 24;
    return HexFormat.of().formatHex(bytes, head, bytes.length);
  }

  private static OFAction output(OFActions actions, OFPort port) {
    return actions.output(port, 0xffff);
  }

  @Test
  void shouldBeWhatOpenflowjWritesWhenVersion10() {
    OFFactory factory = ColdCodec.factory(1);
    OFActions a = factory.actions();
    assertThat(hex(ALL, 1))
        .isEqualTo(
            hex(
                factory,
                List.of(
                    output(a, OFPort.of(1)),
                    output(a, OFPort.FLOOD),
                    a.setVlanVid(VlanVid.ofVlan(10)),
                    a.setVlanVid(VlanVid.ofVlan(11)),
                    a.setVlanPcp(VlanPcp.of((byte) 5)),
                    a.stripVlan(),
                    a.setDlSrc(ADDRESS),
                    a.setDlDst(ADDRESS),
                    a.setNwSrc(IP),
                    a.setNwDst(IP),
                    a.setNwTos((short) (46 << 2)),
                    a.setTpSrc(TransportPort.of(80)),
                    a.setTpDst(TransportPort.of(53)),
                    a.enqueue(OFPort.of(2), 4),
                    a.enqueue(OFPort.IN_PORT, 4),
                    output(a, OFPort.CONTROLLER))));
  }

  @Test
  void shouldBeWhatOpenflowjWritesWhenVersion13() {
    OFFactory factory = ColdCodec.factory(4);
    OFActions a = factory.actions();
    var f = factory.oxms();
    List<OFAction> expected =
        List.of(
            output(a, OFPort.of(1)),
            output(a, OFPort.FLOOD),
            a.pushVlan(EthType.VLAN_FRAME),
            a.setField(f.vlanVid(OFVlanVidMatch.ofVlan(10))),
            a.setField(f.vlanVid(OFVlanVidMatch.ofVlan(11))),
            a.setField(f.vlanPcp(VlanPcp.of((byte) 5))),
            a.popVlan(),
            a.setField(f.ethSrc(ADDRESS)),
            a.setField(f.ethDst(ADDRESS)),
            a.setField(f.ipv4Src(IP)),
            a.setField(f.ipv4Dst(IP)),
            a.setField(f.ipDscp(org.projectfloodlight.openflow.types.IpDscp.of((byte) 46))),
            a.setField(f.tcpSrc(TransportPort.of(80))),
            a.setField(f.udpDst(TransportPort.of(53))),
            a.setQueue(4),
            output(a, OFPort.of(2)),
            output(a, OFPort.IN_PORT),
            output(a, OFPort.CONTROLLER));
    assertThat(hex(ALL, 4)).isEqualTo(hex(factory, expected));
    FlowActions newer = FlowActions.NONE.setL4Src(132, 7).setL4Dst(132, 8).group(3).meter(9);
    assertThat(hex(newer, 4))
        .isEqualTo(
            hex(
                factory,
                List.of(
                    a.setField(f.sctpSrc(TransportPort.of(7))),
                    a.setField(f.sctpDst(TransportPort.of(8))),
                    a.group(OFGroup.of(3)))));
    assertThat(newer.meterId()).isEqualTo(9);
    assertThat(newer.isFor(4)).isTrue();
    assertThat(newer.isFor(1)).isFalse();
    assertThat(ALL.isFor(1)).isTrue();
  }

  @Test
  void shouldNeedWhatTheActionsPresuppose() {
    int vlan = FlowField.VLAN.bit();
    int type = FlowField.ETH_TYPE.bit();
    assertThat(FlowActions.outputs(1).pushVlan(5).setVlan(6).popVlan().neededFields()).isZero();
    assertThat(FlowActions.NONE.pushVlan(5).popVlan().popVlan().neededFields()).isEqualTo(vlan);
    assertThat(FlowActions.NONE.setVlan(6).neededFields()).isEqualTo(vlan);
    assertThat(FlowActions.NONE.setIpv4Dst(6).popVlan().neededFields()).isEqualTo(vlan | type);
    assertThat(FlowActions.NONE.setL4Dst(6, 1).neededFields())
        .isEqualTo(type | FlowField.IP_PROTO.bit());
  }

  @Test
  void shouldNotChangeWhenMoreIsAdded() {
    FlowActions one = FlowActions.outputs(1);
    FlowActions two = one.output(2);
    assertThat(one).isEqualTo(FlowActions.outputs(1)).isNotEqualTo(two);
    assertThat(one.hashCode()).isEqualTo(FlowActions.outputs(1).hashCode());
    assertThat(two).isEqualTo(FlowActions.outputs(1, 2));
    assertThat(FlowActions.NONE.isNone()).isTrue();
    assertThat(FlowActions.NONE.meter(1).isNone()).isFalse();
    assertThat(one.isNone()).isFalse();
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    FlowActions a = FlowActions.NONE;
    List<ThrowingCallable> wrong =
        List.of(
            () -> a.pushVlan(4096),
            () -> a.setVlan(-1),
            () -> a.setVlanPriority(8),
            () -> a.setEthSrc(1L << 48),
            () -> a.setDscp(64),
            () -> a.setL4Src(1, 5),
            () -> a.setL4Dst(6, 65536),
            () -> a.queue(-1),
            () -> a.meter(0),
            () -> a.output(new int[2000]));
    List<Throwable> thrown = new ArrayList<>();
    for (ThrowingCallable each : wrong) {
      assertThatThrownBy(each).isInstanceOf(IllegalArgumentException.class).satisfies(thrown::add);
    }
    assertThat(thrown)
        .extracting(Throwable::getMessage)
        .contains("VLAN id 4096; allowed: 0 to 4095");
  }
}
