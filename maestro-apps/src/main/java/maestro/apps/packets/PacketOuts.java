package maestro.apps.packets;

import java.util.List;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Makes PACKET_OUTs for the controller's own frames. */
public final class PacketOuts {
  private PacketOuts() {}

  /**
   * A PACKET_OUT that sends a frame out of one port of a switch.
   *
   * @param factory of the switch
   * @param port as an OpenFlow 1.3 number
   * @param frame from the destination address on
   */
  public static OFPacketOut outOf(OFFactory factory, int port, byte[] frame) {
    return factory
        .buildPacketOut()
        .setBufferId(OFBufferId.NO_BUFFER)
        .setInPort(factory.getVersion() == OFVersion.OF_10 ? OFPort.ANY : OFPort.CONTROLLER)
        .setActions(List.of(factory.actions().output(OFPort.of(port), 0)))
        .setData(frame)
        .build();
  }
}
