package maestro.openflow;

import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.ver10.OFPortConfigSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver10.OFPortFeaturesSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver10.OFPortStateSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver13.OFPortConfigSerializerVer13;
import org.projectfloodlight.openflow.protocol.ver13.OFPortFeaturesSerializerVer13;
import org.projectfloodlight.openflow.protocol.ver13.OFPortStateSerializerVer13;

/**
 * What a switch says about one of its ports. Immutable.
 *
 * @param number as a 32-bit number in both versions
 * @param hardwareAddress 48 bits
 * @param name at most 15 characters
 * @param up neither link down nor administratively down
 * @param config bits as on the wire; bit 0 is administratively down
 * @param state bits as on the wire; bit 0 is link down
 * @param currentFeatures bits as on the wire of the switch's version, which 1.0 and 1.3 number
 *     differently from bit 7 on
 */
public record PortDescription(
    int number,
    long hardwareAddress,
    String name,
    boolean up,
    int config,
    int state,
    int currentFeatures) {
  private static final int PORT_DOWN = 1;
  private static final int LINK_DOWN = 1;

  /**
   * The description in a FEATURES_REPLY or PORT_STATUS of 1.0, or in a PORT_DESC or PORT_STATUS of
   * 1.3.
   */
  public static PortDescription from(OFPortDesc port) {
    boolean is10 = port.getVersion() == OFVersion.OF_10;
    int config =
        is10
            ? OFPortConfigSerializerVer10.toWireValue(port.getConfig())
            : OFPortConfigSerializerVer13.toWireValue(port.getConfig());
    int state =
        is10
            ? OFPortStateSerializerVer10.toWireValue(port.getState())
            : OFPortStateSerializerVer13.toWireValue(port.getState());
    int features =
        is10
            ? OFPortFeaturesSerializerVer10.toWireValue(port.getCurr())
            : OFPortFeaturesSerializerVer13.toWireValue(port.getCurr());
    boolean up = (config & PORT_DOWN) == 0 && (state & LINK_DOWN) == 0;
    return new PortDescription(
        port.getPortNo().getPortNumber(),
        port.getHwAddr().getLong(),
        port.getName(),
        up,
        config,
        state,
        features);
  }
}
