package maestro.network.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.config.Spelled;
import maestro.config.file.Section;
import maestro.network.host.DhcpPool;
import maestro.network.host.HostFrames;
import maestro.network.host.HostIps;
import maestro.network.host.HostSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;

/** Reads what is particular about hosts. Used once, by one thread. */
final class HostReader {
  private static final int MOST_VLAN = 4094;
  private static final int USUAL_ADDRESSES = 100;
  private static final int USUAL_LEASE_SECONDS = 3600;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_LEASE_NS = TimeUnit.DAYS.toNanos(365);
  private static final int NETWORK = 10 << 24;
  private static final int LAST_IP = NETWORK | 0xff_fffe;
  private static final Pattern IP =
      Pattern.compile("10\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})");

  private final NetworkPlan plan;
  private final Places places;
  private final List<HostSettings> hosts;
  private final Set<Integer> seen = new HashSet<>();
  private final List<DhcpPool> pools = new ArrayList<>();

  private enum Address implements Spelled {
    FIXED,
    DHCP
  }

  HostReader(NetworkPlan plan, Places places) {
    this.plan = plan;
    this.places = places;
    this.hosts = new ArrayList<>(Collections.nCopies(plan.hostCount(), HostSettings.USUAL));
  }

  /** The settings of each host. */
  List<HostSettings> read(List<Section> sections) {
    sections.forEach(this::read);
    return List.copyOf(hosts);
  }

  private void read(Section section) {
    List<Integer> meant =
        section.parsed(
            "hosts",
            "all, or hosts from 1 to " + plan.hostCount() + " such as \"1\", \"h3\" or \"1-4, 9\"",
            List.of(),
            text -> Optional.of(text).flatMap(places::hosts).filter(found -> !found.isEmpty()));
    int vlan = section.has("vlan") ? section.integer("vlan", 1, MOST_VLAN) : HostSettings.UNTAGGED;
    boolean usesDhcp =
        section.has("address") && section.choice("address", Address.class) == Address.DHCP;
    Optional<DhcpPool> pool =
        section.has("dhcp-server")
            ? Optional.of(pool(section.section("dhcp-server")))
            : Optional.empty();
    if (pool.isPresent() && usesDhcp) {
      section.problem("address", "found dhcp with dhcp-server; allowed: fixed");
    }
    if (pool.isPresent() && meant.size() > 1) {
      section.problem("hosts", "found " + meant.size() + " hosts with dhcp-server; allowed: one");
    }
    section.noOtherKeys();
    for (int host : meant) {
      if (!seen.add(host)) {
        section.problem("hosts", "found host " + (host + 1) + " again; allowed: once");
        return;
      }
      hosts.set(host, new HostSettings(vlan, usesDhcp, pool));
    }
  }

  private DhcpPool pool(Section section) {
    int least = HostIps.usual(plan.hostCount());
    int first =
        section.has("first")
            ? section.parsed(
                "first",
                "an address from " + HostFrames.text(least) + " to " + HostFrames.text(LAST_IP),
                least,
                text -> ip(text).filter(ip -> ip >= least && ip <= LAST_IP))
            : least;
    int count = section.has("count") ? section.integer("count", 1, DhcpPool.MOST) : USUAL_ADDRESSES;
    int lease =
        section.has("lease")
            ? (int) (section.durationNs("lease", NS_PER_S, MOST_LEASE_NS) / NS_PER_S)
            : USUAL_LEASE_SECONDS;
    section.noOtherKeys();
    DhcpPool pool = new DhcpPool(first, count, lease);
    String key = section.has("first") ? "first" : "count";
    if (first + count - 1 > LAST_IP) {
      section.problem("count", "leads beyond " + HostFrames.text(LAST_IP));
    } else if (section.isRight("first", "count") && pools.stream().anyMatch(pool::overlaps)) {
      section.problem(
          section.has(key) ? key : "lease",
          "gives addresses away that another server gives away; allowed: first and count that"
              + " differ");
    }
    pools.add(pool);
    return pool;
  }

  private static Optional<Integer> ip(String text) {
    Matcher matcher = IP.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int ip = 10;
    for (int part = 1; part <= 3; part++) {
      int value = Integer.parseInt(matcher.group(part));
      if (value > 0xff) {
        return Optional.empty();
      }
      ip = ip << 8 | value;
    }
    return Optional.of(ip);
  }
}
