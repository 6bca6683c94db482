package maestro.openflow;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.DatapathId;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Writes and reads the messages of a switch's first second once. See {@link ColdCodec#warmUp}. */
final class FirstUse {
  private static final byte[] FRAME = new byte[60];

  private FirstUse() {}

  static void of(OFFactory factory, boolean is10) {
    for (OFMessage message : messages(factory, is10)) {
      byte[] bytes = ColdCodec.bytes(message);
      try {
        ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
      } catch (MalformedMessageException e) {
        throw new IllegalStateException("openflowj does not read what it has written", e);
      }
    }
  }

  private static List<OFMessage> messages(OFFactory f, boolean is10) {
    OFPort one = OFPort.of(1);
    OFPortDesc port =
        f.buildPortDesc().setPortNo(one).setName("1").setHwAddr(MacAddress.of(1)).build();
    Match match =
        f.buildMatch()
            .setExact(MatchField.IN_PORT, one)
            .setExact(MatchField.ETH_TYPE, EthType.IPv4)
            .setExact(MatchField.ETH_DST, MacAddress.of(1))
            .build();
    List<OFMessage> messages = new ArrayList<>();
    if (is10) {
      messages.add(
          f.buildFeaturesReply().setDatapathId(DatapathId.NONE).setPorts(List.of(port)).build());
    } else {
      messages.add(f.buildFeaturesReply().setDatapathId(DatapathId.NONE).build());
      messages.add(f.buildPortDescStatsRequest().build());
      messages.add(f.buildPortDescStatsReply().setEntries(List.of(port)).build());
    }
    messages.add(f.buildSetConfig().setFlags(Set.of(OFConfigFlags.FRAG_NORMAL)).build());
    messages.add(f.buildPortStatus().setReason(OFPortReason.ADD).setDesc(port).build());
    messages.add(
        f.buildFlowRemoved()
            .setReason(OFFlowRemovedReason.IDLE_TIMEOUT)
            .setMatch(f.matchWildcardAll())
            .build());
    messages.add(
        f.buildFlowAdd()
            .setMatch(match)
            .setActions(List.of(f.actions().output(one, 0)))
            .setBufferId(OFBufferId.NO_BUFFER)
            .build());
    messages.add(
        f.buildPacketOut()
            .setBufferId(OFBufferId.NO_BUFFER)
            .setInPort(is10 ? OFPort.ANY : OFPort.CONTROLLER)
            .setActions(List.of(f.actions().output(one, 0)))
            .setData(FRAME)
            .build());
    return messages;
  }
}
