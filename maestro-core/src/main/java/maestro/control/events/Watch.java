package maestro.control.events;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.config.DatapathIds;
import maestro.config.SwitchNames;
import maestro.control.measure.SwitchShares;
import maestro.metrics.OperatorEvent;
import maestro.metrics.OperatorEvent.Severity;
import maestro.metrics.OperatorEvents;
import maestro.net.connection.Connection;
import maestro.sequence.application.ApplicationState;

/**
 * Finds the events of the controller: takes what other threads have noted, and compares what they
 * publish with what it was before. Nobody waits for it. Confined to the control thread.
 */
public final class Watch {
  /** More links than this that change together are one event. */
  private static final int MOST_LINKS = 32;

  private static final int SAMPLES = 2;

  /** For how long after a reload links are not compared, since discovery begins anew. */
  private static final long QUIET_NS = 15_000_000_000L;

  private static final String DPID = "dpid";

  private final Maestro maestro;
  private final SwitchShares shares;
  private final Events events;
  private final OperatorEvents operatorEvents;
  private Topology topology = Topology.EMPTY;
  private Map<String, ApplicationState> applications = new HashMap<>();
  private long reloads;
  private long quietUntilNs;
  private boolean isQuiet;

  /** How many samples in a row differ from the state that was told last. */
  private final Map<Connection, Integer> changing = new HashMap<>();

  private final Set<Connection> congested = new HashSet<>();

  public Watch(Maestro maestro, SwitchShares shares, Events events) {
    this.maestro = maestro;
    this.shares = shares;
    this.events = events;
    this.operatorEvents = maestro.metrics().operatorEvents();
    maestro.applications().states().forEach(each -> applications.put(each.name(), each));
  }

  /** Takes what has happened. To be called some times a second. */
  public void often() {
    for (OperatorEvent each = operatorEvents.poll(); each != null; each = operatorEvents.poll()) {
      tell(each);
    }
    long lost = operatorEvents.takeLost();
    if (lost > 0) {
      add("events-lost", Severity.WARNING, lost + " events are not known", Map.of("count", lost));
    }
    compareLinks();
  }

  /** Compares what costs more. To be called once a second. */
  public void everySecond() {
    compareReloads();
    compareApplications();
    compareCongestion();
  }

  private void add(String type, Severity severity, String text, Map<String, Object> details) {
    tell(new OperatorEvent(System.nanoTime(), type, severity, text, details));
  }

  /** Adds an event, with the names of switches behind their datapath ids. */
  private void tell(OperatorEvent each) {
    SwitchNames names = maestro.config().names();
    Map<String, Object> details = new HashMap<>(each.details());
    if (details.get(DPID) instanceof String dpid) {
      DatapathIds.parse(dpid).flatMap(names::of).ifPresent(name -> details.put("name", name));
    }
    events.add(
        new OperatorEvent(
            each.timeNs(), each.type(), each.severity(), names.inText(each.text()), details));
  }

  @SuppressWarnings("ReferenceEquality") // the same publication, not equal values
  private void compareLinks() {
    long nowNs = System.nanoTime();
    if (maestro.reloads().count() != reloads) { // new applications find the links anew
      quietUntilNs = nowNs + QUIET_NS;
      isQuiet = true;
    }
    if (isQuiet && nowNs - quietUntilNs < 0) {
      return;
    }
    isQuiet = false;
    Topology now = maestro.applications().network().topology().orElse(Topology.EMPTY);
    if (now == topology) {
      return;
    }
    Set<Link> up = new HashSet<>(now.links());
    topology.links().forEach(up::remove);
    Set<Link> down = new HashSet<>(topology.links());
    now.links().forEach(down::remove);
    topology = now;
    if (up.size() + down.size() > MOST_LINKS) {
      add(
          "links-changed",
          down.isEmpty() ? Severity.INFO : Severity.WARNING,
          "%d %s up, %d %s down"
              .formatted(
                  up.size(),
                  up.size() == 1 ? "link is" : "links are",
                  down.size(),
                  down.size() == 1 ? "is" : "are"),
          Map.of("up", up.size(), "down", down.size()));
    } else {
      up.forEach(link -> add("link-up", Severity.INFO, "link up: " + link, about(link)));
      down.forEach(link -> add("link-down", Severity.WARNING, "link down: " + link, about(link)));
    }
  }

  private static Map<String, Object> about(Link link) {
    return Map.of(
        "from", SwitchInfo.format(link.from()),
        "fromPort", Integer.toUnsignedLong(link.fromPort()),
        "to", SwitchInfo.format(link.to()),
        "toPort", Integer.toUnsignedLong(link.toPort()));
  }

  private void compareReloads() {
    if (maestro.reloads().count() != reloads) {
      reloads = maestro.reloads().count();
      applications.clear();
      add("reload", Severity.INFO, "a new configuration is in force", Map.of("reloads", reloads));
    }
  }

  private void compareApplications() {
    List<ApplicationState> now = maestro.applications().states();
    Map<String, ApplicationState> next = new HashMap<>();
    for (ApplicationState each : now) {
      ApplicationState before = applications.get(each.name());
      int known = before == null ? 0 : before.faults();
      if (each.faults() > known) {
        add(
            "application-fault",
            Severity.WARNING,
            ApplicationState.failed(each.name(), each.faults()),
            Map.of("application", each.name(), "faults", each.faults()));
      }
      if (each.takenOut() && (before == null || !before.takenOut())) {
        add(
            "application-taken-out",
            Severity.ERROR,
            "application %s is taken out of its sequences".formatted(each.name()),
            Map.of("application", each.name(), "faults", each.faults()));
      }
      next.put(each.name(), each);
    }
    applications = next;
  }

  /** A state that lasts for two samples is told, so that one that comes and goes tells little. */
  private void compareCongestion() {
    List<Connection> ready = shares.ready();
    Set<Connection> connected = new HashSet<>(ready);
    congested.retainAll(connected);
    changing.keySet().retainAll(connected);
    for (Connection each : ready) {
      if (each.isCongested() == congested.contains(each)) {
        changing.remove(each);
      } else if (changing.merge(each, 1, Integer::sum) >= SAMPLES) {
        changing.remove(each);
        tellCongestion(each);
      }
    }
  }

  private void tellCongestion(Connection each) {
    String dpid = SwitchInfo.format(SwitchShares.datapathId(each));
    if (congested.add(each)) {
      add(
          "congestion-begun",
          Severity.WARNING,
          "switch " + dpid + " does not read its answers",
          Map.of(DPID, dpid, "pendingOutputBytes", each.output().pendingBytes()));
    } else {
      congested.remove(each);
      add(
          "congestion-ended",
          Severity.INFO,
          "switch " + dpid + " reads its answers again",
          Map.of(DPID, dpid));
    }
  }
}
