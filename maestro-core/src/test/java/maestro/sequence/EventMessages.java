package maestro.sequence;

import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.types.U64;

/** Messages of switches that are events. */
public final class EventMessages {
  public static final byte[] LLDP = frame("88cc");
  static final byte[] BDDP = frame("8942");

  private EventMessages() {}

  static byte[] frame(String type) {
    return FakeSwitch.hex("0180c200000e 000000000001" + type + "00".repeat(20));
  }

  public static byte[] packetIn(int xid, byte[] frame) {
    return Messages.packetIn(1, xid, OpenFlow.NO_BUFFER, 3, frame);
  }

  public static byte[] flowRemoved(int version, long cookie) {
    OFFactory factory = ColdCodec.factory(version);
    return ColdCodec.bytes(
        factory
            .buildFlowRemoved()
            .setMatch(factory.matchWildcardAll())
            .setCookie(U64.of(cookie))
            .setReason(OFFlowRemovedReason.IDLE_TIMEOUT)
            .build());
  }
}
