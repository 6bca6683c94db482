package maestro.openflow;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowActions;
import maestro.openflow.entry.FlowAdd;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.L2FlowAdd;
import maestro.openflow.entry.MatchFields;

/**
 * Every message that we encode, in both versions where there are two, for other programs to look
 * at.
 */
final class EncodedMessages {
  private static final String FRAME =
      "000000000002 000000000001 0800 4500001c 00010000 4011f97c c0a80001 c0a80002 c0000035"
          + " 00080000";

  private static final int EVERYTHING = (1 << 11) - 1;

  private final List<Encoded> list = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(512);

  private EncodedMessages() {}

  /**
   * A message and what {@code ovs-ofctl ofp-print} says of it, the version and transaction aside.
   */
  static final class Encoded {
    private final byte[] bytes;
    private final String ovs;

    Encoded(byte[] bytes, String ovs) {
      this.bytes = bytes;
      this.ovs = ovs;
    }

    byte[] bytes() {
      return bytes.clone();
    }

    String ovs() {
      return ovs;
    }
  }

  static List<Encoded> all() {
    EncodedMessages messages = new EncodedMessages();
    ByteBuffer b = messages.buffer;
    messages.add(HelloCodec.encode(b, 0, 1), "OFPT_HELLO: version bitmap: 0x01, 0x04");
    messages.add(
        FlowModEncoder.tableMiss(b, 0, 2),
        "OFPT_FLOW_MOD: ADD priority=0 cookie:0x6d616d697373 send_flow_rem"
            + " actions=CONTROLLER:65535");
    b.put(0, Header.alone(1, OpenFlow.HELLO, 3));
    messages.add(OpenFlow.HEADER_BYTES, "OFPT_HELLO: version bitmap: 0x01");
    b.put(0, Header.alone(4, OpenFlow.HELLO, 3));
    messages.add(OpenFlow.HEADER_BYTES, "OFPT_HELLO: version bitmap: 0x01, 0x02, 0x03, 0x04");
    messages.addBothVersions(1, "", "");
    messages.addBothVersions(4, " cookie=0x9", " table:255");
    messages.addFine(1);
    messages.addFine(4);
    return messages.list;
  }

  /** Entries that match all that can be read of a packet, and a PACKET_OUT with a list. */
  private void addFine(int version) {
    byte[] tcp = SampleFrames.tagged(10, SampleFrames.tcp(4660, 80));
    byte[] ping =
        SampleFrames.ethernet(0x0800, SampleFrames.ipv4(1, 1, 2, 0, SampleFrames.icmp(8, 0)));
    byte[] arp = SampleFrames.ethernet(0x0806, SampleFrames.arp(2, 5, 6));
    String tail = " cookie:0x4d idle:10 hard:300 send_flow_rem actions=";
    FlowActions retag = FlowActions.NONE.popVlan().output(3);
    add(
        fine(version, tcp, retag),
        "OFPT_FLOW_MOD: ADD priority=100,tcp,in_port=7,dl_vlan=10,dl_src=00:00:00:00:00:01,"
            + "dl_dst=00:00:00:00:00:02,nw_src=10.0.0.1,nw_dst=10.0.0.2,tp_src=4660,tp_dst=80"
            + tail
            + (version == 1 ? "strip_vlan" : "pop_vlan")
            + ",output:3");
    add(
        fine(version, ping, FlowActions.NONE.queue(4).output(3)),
        "OFPT_FLOW_MOD: ADD priority=100,icmp,in_port=7,"
            + untagged(version)
            + "dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02,nw_src=0.0.0.1,nw_dst=0.0.0.2,"
            + "icmp_type=8,icmp_code=0"
            + tail
            + (version == 1 ? "enqueue:3:4" : "set_queue:4,output:3"));
    add(
        fine(version, arp, FlowActions.outputs(3, FlowActions.IN_PORT)),
        "OFPT_FLOW_MOD: ADD priority=100,arp,in_port=7,"
            + untagged(version)
            + "dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02,arp_spa=0.0.0.5,arp_tpa=0.0.0.6,"
            + "arp_op=2"
            + tail
            + "output:3,IN_PORT");
    byte[] udp =
        SampleFrames.ethernet(0x0800, SampleFrames.ipv4(17, 1, 2, 0, SampleFrames.ports(53, 54)));
    add(
        fine(version, udp, FlowActions.outputs(3)),
        "OFPT_FLOW_MOD: ADD priority=100,udp,in_port=7,"
            + untagged(version)
            + "dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02,nw_src=0.0.0.1,nw_dst=0.0.0.2,"
            + "tp_src=53,tp_dst=54"
            + tail
            + "output:3");
    ByteBuffer data = ByteBuffer.wrap(tcp);
    ActionList list = new ActionList();
    FlowActions push = FlowActions.outputs(2).pushVlan(20);
    list.set(push.encoded(version), FlowActions.NONE.encoded(version), 3, -1);
    add(
        PacketOutEncoder.encode(buffer, 0, version, 6, -1, 1, list, data, 0, tcp.length),
        "OFPT_PACKET_OUT: in_port=1 actions=output:2,"
            + (version == 1 ? "mod_vlan_vid:20" : "push_vlan:0x8100,set_field:4116->vlan_vid")
            + ",output:3 data_len=58 tcp,");
  }

  private static String untagged(int version) {
    return version == 1 ? "vlan_tci=0x0000," : "vlan_tci=0x0000/0x1fff,";
  }

  private int fine(int version, byte[] frame, FlowActions actions) {
    FrameFlyweight flyweight = new FrameFlyweight();
    flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length);
    FlowAdd add = new FlowAdd();
    int fields = MatchFields.expressible(EVERYTHING | MatchFields.LINK, version, flyweight);
    add.match(fields, 0, 7, flyweight.vlanId(), flyweight).entry(100, 10, 300, 1, 77, 0);
    ByteBuffer none = FlowActions.NONE.encoded(version);
    add.actions().set(none, actions.encoded(version), ActionList.NO_PORT, -1);
    return add.encode(buffer, 0, version, 12, -1);
  }

  /** Takes the message that was just written to the start of the buffer. */
  private void add(int bytes, String ovs) {
    list.add(new Encoded(Bytes.copy(buffer, 0, bytes), ovs));
  }

  private void addBothVersions(int version, String cookie, String allTables) {
    ByteBuffer b = buffer;
    ByteBuffer frame = Bytes.hex(FRAME);
    int length = frame.capacity();
    add(
        HelloCodec.encodeHelloFailed(b, 0, version, 4, "none in common"),
        "OFPT_ERROR: OFPHFC_INCOMPATIBLE none in common");
    add(
        PacketInEncoder.encode(b, 0, version, 5, -1, length, 1, 0, 9, frame, 0, length),
        "OFPT_PACKET_IN:"
            + cookie
            + " total_len=42 in_port=1 (via no_match) data_len=42 (unbuffered) udp,");
    add(
        PacketOutEncoder.encode(b, 0, version, 6, -1, 1, OpenFlow.PORT_FLOOD, frame, 0, length),
        "OFPT_PACKET_OUT: in_port=1 actions=FLOOD data_len=42 udp,");
    add(
        PacketOutEncoder.encode(b, 0, version, 7, 9, OpenFlow.PORT_LOCAL, 2, frame, 0, length),
        "OFPT_PACKET_OUT: in_port=LOCAL actions=output:2 buffer=0x00000009");
    add(
        PacketOutEncoder.encode(b, 0, version, 8, -1, 1, PacketOutEncoder.DROP, frame, 0, length),
        "OFPT_PACKET_OUT: in_port=1 actions=drop data_len=42 udp,");
    add(
        new L2FlowAdd().entry(7, 10, 300, 1, 77).encode(b, 0, version, 9, 1, 1, 2, 3, -1),
        "OFPT_FLOW_MOD: ADD priority=7,in_port=1,dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02"
            + " cookie:0x4d idle:10 hard:300 send_flow_rem actions=output:3");
    add(
        FlowModEncoder.deleteByEthDst(b, 0, version, 10, 2),
        "OFPT_FLOW_MOD: DEL" + allTables + " priority=0,dl_dst=00:00:00:00:00:02 actions=drop");
  }
}
