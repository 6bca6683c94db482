package maestro.apps.storm;

import java.util.concurrent.TimeUnit;
import maestro.api.SwitchInfo;
import maestro.apps.packets.Addresses;
import maestro.apps.storm.StormSettings.Action;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log lines of storms. Stateless. */
final class StormLog {
  private static final Logger LOG = LoggerFactory.getLogger(Storms.class);

  private StormLog() {}

  static void began(Excess excess, long allowedPerSecond, Action action) {
    LOG.warn(
        "{}: a storm of {} frames/s to {}{}{}; allowed are {}; {}",
        port(excess.traffic()),
        excess.framesPerSecond(),
        excess.traffic().isGroup() ? "groups" : "unknown destinations",
        most(", most to ", excess.destination()),
        most(", most from ", excess.source()),
        allowedPerSecond,
        action.text());
  }

  static void over(Storm storm, long nowNs) {
    LOG.warn(
        "{}: the storm is over after {} s; {} frames",
        port(storm.traffic()),
        TimeUnit.NANOSECONDS.toSeconds(nowNs - storm.beganNs),
        storm.frames());
  }

  static void released(Storm storm) {
    LOG.warn(
        "{}: the storm is not bounded any more, since the port does not lead to hosts now; {} frames",
        port(storm.traffic()),
        storm.frames());
  }

  static void full(int most) {
    LOG.warn("more than {} ports have storms; the others are looked at later", most);
  }

  private static String port(Traffic traffic) {
    return SwitchInfo.format(traffic.datapathId())
        + " port "
        + Integer.toUnsignedString(traffic.port());
  }

  private static String most(String text, long ethAddress) {
    return ethAddress == Majority.NONE ? "" : text + Addresses.format(ethAddress);
  }
}
