package maestro.apps.security;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.Switches;
import maestro.api.topology.Topology;
import maestro.apps.ports.PortText;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks all ports once in each interval. For each port:
 *
 * <ol>
 *   <li>Count its requests since the last check, and their addresses.
 *   <li>If both are within their limits, do nothing. There are at most as many addresses as
 *       requests, so addresses of the window before do not count on their own.
 *   <li>A port that is spared, or may lead to another switch, is not blocked.
 *   <li>Otherwise the switch gets an entry that drops all packets from the port. It has a higher
 *       priority than all others, and expires by itself. Meanwhile the stage drops requests that
 *       are still under way.
 * </ol>
 *
 * <p>Confined to the background task.
 */
final class PortRateMonitor {
  /** "security" in ASCII. */
  static final U64 COOKIE = U64.of(0x7365_6375_7269_7479L);

  /** Above all entries that forward, and above those of access-control. */
  static final int PRIORITY = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(PortRateMonitor.class);

  private final PortLimits limits;
  private final Switches switches;
  private final Supplier<Topology> topology;
  private final SwitchLocal<SwitchCounters> counters;
  private long lastNs;

  PortRateMonitor(
      PortLimits limits,
      Switches switches,
      SwitchLocal<SwitchCounters> counters,
      Supplier<Topology> topology,
      long nowNs) {
    this.limits = limits;
    this.switches = switches;
    this.counters = counters;
    this.topology = topology;
    this.lastNs = nowNs;
  }

  /** Checks all ports. */
  void check(long nowNs) {
    double seconds = Math.max(1, nowNs - lastNs) / (double) TimeUnit.SECONDS.toNanos(1);
    lastNs = nowNs;
    for (SwitchInfo each : switches.all()) {
      long datapathId = each.datapathId();
      counters
          .find(datapathId)
          .ifPresent(of -> of.all().forEach(port -> check(datapathId, port, seconds, nowNs)));
    }
  }

  private void check(long datapathId, PortCounters port, double seconds, long nowNs) {
    long came = port.takeRequests(); // 1
    if (port.isBlocked()) {
      port.unblockWhenOver(nowNs);
      return;
    }
    long rate = Math.round(came / seconds);
    long addresses = Math.min(port.addresses(), came);
    boolean within = rate <= limits.maxRequestsPerSecond() && addresses <= limits.maxAddresses();
    if (!within
        && !limits.spared().has(datapathId, port.port())
        && leadsToHosts(datapathId, port)) { // 2
      block(datapathId, port, rate, addresses, nowNs);
    }
  }

  private boolean leadsToHosts(long datapathId, PortCounters port) { // 3
    return !limits.onlyHostPorts()
        || topology.get().roleOf(datapathId, port.port()) == Topology.Role.HOST;
  }

  private void block(long datapathId, PortCounters port, long rate, long addresses, long nowNs) {
    Sent sent = switches.send(datapathId, entry(switches.factory(datapathId), port.port())); // 4
    if (sent == Sent.YES) {
      port.block(nowNs + TimeUnit.SECONDS.toNanos(limits.blockSeconds()));
      LOG.warn(
          "{} {}: {} requests/s from {} addresses, allowed are {} and {}; blocked for {} s",
          SwitchInfo.format(datapathId),
          PortText.of(port.port()),
          rate,
          addresses,
          limits.maxRequestsPerSecond(),
          limits.maxAddresses(),
          limits.blockSeconds());
    }
  }

  private OFMessage entry(OFFactory factory, int port) {
    return factory
        .buildFlowAdd()
        .setMatch(factory.buildMatch().setExact(MatchField.IN_PORT, OFPort.of(port)).build())
        .setPriority(PRIORITY)
        .setHardTimeout(limits.blockSeconds())
        .setCookie(COOKIE)
        .setBufferId(OFBufferId.NO_BUFFER)
        .setActions(List.of())
        .build();
  }
}
