package maestro.apps.storm;

import java.util.concurrent.TimeUnit;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.apps.packets.Addresses;
import maestro.apps.ports.PortText;
import maestro.apps.storm.StormSettings.Action;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log lines of storms. Stateless. */
final class StormLog {
  private static final Logger LOG = LoggerFactory.getLogger(Storms.class);

  private StormLog() {}

  /**
   * A storm has begun.
   *
   * @param consequence what is done about it
   */
  static void began(Excess excess, String consequence) {
    LOG.warn(
        "{}: a storm of {} frames/s to {}{}{}; allowed are {}; {}",
        port(excess.traffic()),
        excess.framesPerSecond(),
        excess.traffic().isGroup() ? "groups" : "unknown destinations",
        most(", most to ", excess.destination()),
        most(", most from ", excess.source()),
        excess.allowedPerSecond(),
        consequence);
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
        "{}: the storm is not bounded any more, since the port does not lead to hosts now; {}"
            + " frames",
        port(storm.traffic()),
        storm.frames());
  }

  /** Why nothing is done about a storm at a link. */
  static String nothingDone(Port peer) {
    return Action.LOG.text() + ", since the port leads to " + port(peer);
  }

  /** Why nothing is done about a storm at a port of which nothing is known. */
  static String nothingKnown() {
    return Action.LOG.text() + ", since the switch does not say whether it has sent a probe";
  }

  static void releasedAtLink(Storm storm) {
    LOG.warn(
        "{}: the storm is not bounded any more, since the port leads to {}",
        port(storm.traffic()),
        port(storm.check.peer));
  }

  static void boundAfterAll(Storm storm, Action action) {
    LOG.warn(
        "{}: the port of the storm does not lead to a switch any more; {}",
        port(storm.traffic()),
        action.text());
  }

  static void noProbes() {
    LOG.warn(
        "storms of many sources are only logged: no sequence on lldp runs storm-control, so its"
            + " probes would not come back; add lldp to the sequence with flow-removed");
  }

  static void full(int most) {
    LOG.warn("more than {} ports have storms; the others are looked at later", most);
  }

  private static String port(PortTraffic traffic) {
    return port(new Port(traffic.datapathId(), traffic.port()));
  }

  private static String port(Port port) {
    return SwitchInfo.format(port.datapathId()) + " " + PortText.of(port.number());
  }

  private static String most(String text, long ethAddress) {
    return ethAddress == Majority.NONE ? "" : text + Addresses.format(ethAddress);
  }
}
