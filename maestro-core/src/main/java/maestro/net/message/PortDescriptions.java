package maestro.net.message;

import java.util.regex.Pattern;
import maestro.api.PortInfo;
import org.projectfloodlight.openflow.protocol.OFPortConfig;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.ver10.OFPortConfigSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver10.OFPortFeaturesSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver10.OFPortStateSerializerVer10;
import org.projectfloodlight.openflow.protocol.ver13.OFPortConfigSerializerVer13;
import org.projectfloodlight.openflow.protocol.ver13.OFPortFeaturesSerializerVer13;
import org.projectfloodlight.openflow.protocol.ver13.OFPortStateSerializerVer13;

/**
 * Converts port descriptions of both versions to {@link PortInfo}. Stateless.
 *
 * <p>A port is up when it forwards: its link is up, nobody has shut it or told it to forward
 * nothing (NO_FWD), and no spanning tree of the switch blocks it (1.0: STP_BLOCK, STP_LEARN; 1.3:
 * BLOCKED). STP_LISTEN is 0, which a switch without a spanning tree says, too.
 */
public final class PortDescriptions {
  private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
  private static final int PORT_DOWN = 1;
  private static final int NO_FLOOD_10 = 1 << 4;
  private static final int NO_FWD = 1 << 5;
  private static final int LINK_DOWN = 1;
  private static final int BLOCKED_13 = 1 << 1;

  /** Set in STP_LEARN and STP_BLOCK, not in STP_LISTEN and STP_FORWARD. */
  private static final int STP_NOT_FORWARDING_10 = 1 << 8;

  /**
   * The speeds of the current features' bits, half and full duplex each; 1.0 ends with 10 Gbit/s.
   */
  private static final long[] SPEEDS_KBPS = {
    10_000, 10_000, 100_000, 100_000, 1_000_000, 1_000_000, 10_000_000
  };

  /** The further speeds of 1.3. */
  private static final long[] MORE_SPEEDS_KBPS = {40_000_000, 100_000_000, 1_000_000_000};

  private PortDescriptions() {}

  /**
   * Converts the description in a FEATURES_REPLY or PORT_STATUS of 1.0, or in a PORT_DESC or
   * PORT_STATUS of 1.3.
   */
  public static PortInfo describe(OFPortDesc port) {
    boolean is10 = port.getVersion() == OFVersion.OF_10;
    int config =
        is10
            ? OFPortConfigSerializerVer10.toWireValue(port.getConfig())
            : OFPortConfigSerializerVer13.toWireValue(port.getConfig());
    int state =
        is10
            ? OFPortStateSerializerVer10.toWireValue(port.getState())
            : OFPortStateSerializerVer13.toWireValue(port.getState());
    boolean isBlocked = is10 ? (state & STP_NOT_FORWARDING_10) != 0 : (state & BLOCKED_13) != 0;
    boolean isDown = (config & (PORT_DOWN | NO_FWD)) != 0 || (state & LINK_DOWN) != 0;
    return new PortInfo(
        port.getPortNo().getPortNumber(),
        port.getHwAddr().getLong(),
        printable(port.getName()),
        !isDown && !isBlocked,
        is10 ? speed10(port) : speed13(port),
        !is10 || (config & NO_FLOOD_10) == 0,
        !isDown && isBlocked,
        false);
  }

  /** Whether a port is down for no other reason than that its link is down. */
  static boolean isOnlyLinkDown(OFPortDesc port) {
    boolean isLinkDown =
        port.getVersion() == OFVersion.OF_10
            ? (OFPortStateSerializerVer10.toWireValue(port.getState()) & LINK_DOWN) != 0
            : (OFPortStateSerializerVer13.toWireValue(port.getState()) & LINK_DOWN) != 0;
    return isLinkDown
        && !port.getConfig().contains(OFPortConfig.PORT_DOWN)
        && !port.getConfig().contains(OFPortConfig.NO_FWD);
  }

  /** Replaces unprintable characters, so that no port name forges log lines. */
  private static String printable(String name) {
    return UNPRINTABLE.matcher(name).replaceAll("?");
  }

  private static long speed10(OFPortDesc port) {
    return fastest(OFPortFeaturesSerializerVer10.toWireValue(port.getCurr()), SPEEDS_KBPS, 0);
  }

  private static long speed13(OFPortDesc port) {
    if (port.getCurrSpeed() > 0) {
      return port.getCurrSpeed();
    }
    int features = OFPortFeaturesSerializerVer13.toWireValue(port.getCurr());
    long usual = fastest(features, SPEEDS_KBPS, 0);
    return Math.max(usual, fastest(features, MORE_SPEEDS_KBPS, SPEEDS_KBPS.length));
  }

  private static long fastest(int features, long[] speeds, int firstBit) {
    for (int i = speeds.length - 1; i >= 0; i--) {
      if ((features & (1 << (firstBit + i))) != 0) {
        return speeds[i];
      }
    }
    return 0;
  }
}
