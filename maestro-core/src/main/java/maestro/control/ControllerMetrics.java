package maestro.control;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.control.LinkLoads.Load;
import maestro.control.ShareMeter.Share;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.metrics.DelayCounts;
import maestro.net.Connection;
import maestro.probing.ProbingDelays;
import maestro.sequence.ApplicationState;

/**
 * The metrics of a controller. Reads what the other threads count for themselves. Confined to the
 * control thread.
 */
final class ControllerMetrics {
  private static final double US_PER_SECOND = 1e6;
  private static final double NS_PER_SECOND = 1e9;
  private static final String DPID = "dpid";
  private static final String OTHER = "other";
  private static final byte[] OTHERS = MetricText.labels(DPID, OTHER);

  private final Maestro maestro;
  private final int mostSwitches;
  private final SwitchShares shares;
  private final LinkLoads loads;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /**
   * Makes the metrics.
   *
   * @param shares of the switches of this controller
   * @param loads of the links between them
   * @param mostSwitches how many switches, and links, have metrics of their own
   */
  ControllerMetrics(Maestro maestro, SwitchShares shares, LinkLoads loads, int mostSwitches) {
    this.maestro = maestro;
    this.shares = shares;
    this.loads = loads;
    this.mostSwitches = mostSwitches;
  }

  /** Writes them all. */
  void write(Families families) {
    List<Connection> ready = shares.ready();
    addController(families, ready.size());
    for (Counter counter : Counter.values()) {
      addCounter(families, counter);
    }
    addWorkers(families);
    addSwitches(families, ready);
    addLinks(families);
    addApplications(families);
    maestro.probingDelays().ifPresent(delays -> addProbing(families, delays));
  }

  private static void addProbing(Families families, ProbingDelays delays) {
    families.delays(
        "maestro_probing_delay_seconds",
        "the delays of the controller's own probing switch",
        to -> to.add(delays.all(), MetricText.NONE));
    families.counter(
        "maestro_probing_lost",
        "requests of the probing switch whose connection ended before the answer",
        (double) delays.lost());
  }

  private void addApplications(Families families) {
    List<ApplicationState> states = maestro.applications().states();
    families.counters(
        "maestro_application_faults",
        "exceptions of an application since the last reload",
        to -> states.forEach(each -> to.add(each.faults(), application(each))));
    families.gauges(
        "maestro_application_fault_budget",
        "exceptions after which an application is taken out of its sequences",
        to -> states.forEach(each -> to.add(each.faultBudget(), application(each))));
    families.gauges(
        "maestro_application_taken_out",
        "1 when an application is taken out of its sequences, else 0",
        to -> states.forEach(each -> to.add(each.takenOut() ? 1 : 0, application(each))));
    families.counters(
        "maestro_application_stage_seconds",
        "time in stages of an application since the last reload, of all threads",
        to -> states.forEach(each -> to.add(each.stageNs() / NS_PER_SECOND, application(each))));
    families.counters(
        "maestro_application_slow_stages",
        "stages that took longer than maestro.applications.slow-stage since the last reload",
        to -> states.forEach(each -> to.add(each.slowStages(), application(each))));
  }

  private void addController(Families families, int readySwitches) {
    String version = Maestro.class.getPackage().getImplementationVersion();
    families.info(
        "maestro_build",
        "the version of the controller and of its Java",
        "java",
        Overview.JAVA,
        "version",
        version == null ? "" : version);
    families.gauge("maestro_switches", "connected switches", readySwitches);
    families.gauge("maestro_workers", "worker threads", maestro.workerCounters().size());
    families.counter(
        "maestro_reloads", "reloads that took effect", (double) maestro.reloads().count());
    maestro
        .applications()
        .network()
        .topology()
        .ifPresent(
            topology ->
                families.gauge("maestro_links", "links in one direction", topology.links().size()));
    maestro
        .applications()
        .network()
        .hosts()
        .ifPresent(hosts -> families.gauge("maestro_hosts", "known hosts", hosts.count()));
  }

  private void addCounter(Families families, Counter counter) {
    double total = maestro.metrics().total(counter);
    if (counter == Counter.STALLED_US) {
      families.counter("maestro_stalled_seconds", "time waited for views", total / US_PER_SECOND);
    } else {
      String name = "maestro_" + counter.name().toLowerCase(Locale.ROOT);
      families.counter(name, counter.label(), total);
    }
  }

  private void addWorkers(Families families) {
    List<Counters> workers = maestro.workerCounters();
    addWorkers(families, Counter.REQUESTS, workers);
    addWorkers(families, Counter.BATCHES, workers);
    addWorkers(families, Counter.VISITS, workers);
    families.gauges(
        "maestro_worker_batching_threshold_requests",
        "the input batching threshold (IBT)",
        to -> {
          for (int i = 0; i < workers.size(); i++) {
            to.add((double) workers.get(i).threshold(), worker(i));
          }
        });
    families.counters(
        "maestro_worker_busy_seconds",
        "time in cycles with visits: reading, stages, writing, without the search for work",
        to -> {
          for (int i = 0; i < workers.size(); i++) {
            to.add(workers.get(i).busyNs() / NS_PER_SECOND, worker(i));
          }
        });
    families.counters(
        "maestro_worker_cpu_seconds",
        "processor time of a worker",
        to -> {
          List<Long> ids = maestro.workerThreadIds();
          for (int i = 0; i < ids.size(); i++) {
            double seconds = Math.max(0, threads.getThreadCpuTime(ids.get(i))) / NS_PER_SECOND;
            to.add(seconds, worker(i));
          }
        });
  }

  private static void addWorkers(Families families, Counter counter, List<Counters> workers) {
    families.counters(
        "maestro_worker_" + counter.name().toLowerCase(Locale.ROOT),
        counter.label(),
        to -> {
          for (int i = 0; i < workers.size(); i++) {
            to.add((double) workers.get(i).get(counter), worker(i));
          }
        });
  }

  private void addSwitches(Families families, List<Connection> ready) {
    List<Connection> byRequests = new ArrayList<>(ready);
    byRequests.sort(Comparator.comparingLong(ControllerMetrics::requests).reversed());
    int count = Math.min(mostSwitches, byRequests.size());
    List<Named> named = new ArrayList<>();
    byRequests.subList(0, count).forEach(each -> named.add(new Named(each)));
    List<Connection> rest = byRequests.subList(count, byRequests.size());
    families.counters(
        "maestro_switch_requests",
        "flow requests served since the switch connected",
        to -> addSummed(to, named, rest, ControllerMetrics::requests));
    families.delays(
        "maestro_switch_waiting_seconds",
        "the time of a flow request in the controller, from the poll that found it to its answer",
        to -> addWaits(to, named, rest));
    families.counters(
        "maestro_switch_flow_mods",
        "FLOW_MODs sent to the switch since it connected",
        to -> addSummed(to, named, rest, each -> each.flowTable().flowMods()));
    families.gauges(
        "maestro_switch_flow_entries",
        "flow entries of applications on the switch at the last check",
        to -> addEntries(to, named, rest));
    families.counters(
        "maestro_switch_errors",
        "ERROR messages of the switch since it connected, besides answers to requests",
        to -> addSummed(to, named, rest, each -> each.session().errorCount()));
    families.counters(
        "maestro_switch_table_full_errors",
        "those that say that a flow table is full",
        to -> addSummed(to, named, rest, each -> each.session().tableFullCount()));
    families.gauges(
        "maestro_switch_pending_output_bytes",
        "output that waits for the switch",
        to -> addSummed(to, named, rest, Connection::pendingBytes));
    families.gauges(
        "maestro_switch_weight",
        "the weight of the fair share",
        to -> named.forEach(each -> to.add(each.connection.weight(), each.labels)));
    families.gauges(
        "maestro_switch_request_rate",
        "flow requests served in a second of the window",
        to -> addShares(to, named, each -> rate(each.rate())));
    families.gauges(
        "maestro_switch_offered_request_rate",
        "flow requests of the switch in a second of the window; unknown, and left out, if more"
            + " wait",
        to -> addShares(to, named, share -> share.wantsMore() ? Double.NaN : rate(share.rate())));
    families.gauges(
        "maestro_switch_wants_more",
        "1 when requests of the switch waited in nine tenths of the window, else 0",
        to -> addShares(to, named, share -> share.wantsMore() ? 1 : 0));
    families.gauges(
        "maestro_switch_fair_request_rate",
        "the weighted max-min fair share, in requests a second",
        to -> addShares(to, named, each -> rate(each.fairRate())));
    families.gauges(
        "maestro_switch_share_deviation_ratio",
        "the distance from the fair share, as a part of it; -0.1 is a tenth too little",
        to -> addShares(to, named, each -> SwitchJson.rounded(each.deviation(), 1e5)));
  }

  private void addLinks(Families families) {
    List<Map.Entry<Link, Load>> all = loads.busiest(Integer.MAX_VALUE);
    List<Map.Entry<Link, Load>> named = all.subList(0, Math.min(mostSwitches, all.size()));
    families.gauge("maestro_links_measured", "links whose load is known", all.size());
    families.gauges(
        "maestro_link_bytes_per_second",
        "what a link carries in its direction, by the counters of its ports",
        to -> {
          named.forEach(each -> to.add(bytes(each.getValue()), labels(each.getKey())));
          if (named.size() < all.size()) {
            double rest =
                all.subList(named.size(), all.size()).stream()
                    .mapToDouble(each -> bytes(each.getValue()))
                    .sum();
            to.add(rest, labels(OTHER, "", OTHER, ""));
          }
        });
    families.gauges(
        "maestro_link_load_ratio",
        "what a link carries, as a part of the speed of the slower port at its ends",
        to -> {
          for (Map.Entry<Link, Load> each : named) {
            if (!Double.isNaN(each.getValue().part())) {
              to.add(each.getValue().part(), labels(each.getKey()));
            }
          }
        });
  }

  private static double bytes(Load load) {
    return load.bitsPerSecond() / Byte.SIZE;
  }

  private static byte[] labels(Link link) {
    return labels(
        SwitchInfo.format(link.from()),
        Integer.toUnsignedString(link.fromPort()),
        SwitchInfo.format(link.to()),
        Integer.toUnsignedString(link.toPort()));
  }

  private static byte[] labels(String from, String fromPort, String to, String toPort) {
    return MetricText.labels("from", from, "from_port", fromPort, "to", to, "to_port", toPort);
  }

  private static byte[] application(ApplicationState of) {
    return MetricText.labels("application", of.name());
  }

  private static byte[] worker(int number) {
    return MetricText.labels("worker", Integer.toString(number));
  }

  private static void addSummed(
      Families.Family to,
      List<Named> named,
      List<Connection> rest,
      ToDoubleFunction<Connection> value) {
    named.forEach(each -> to.add(value.applyAsDouble(each.connection), each.labels));
    if (!rest.isEmpty()) {
      to.add(rest.stream().mapToDouble(value).sum(), OTHERS);
    }
  }

  private static void addWaits(Families.Delays to, List<Named> named, List<Connection> rest) {
    named.forEach(each -> to.add(each.connection.waiting().counts(), each.labels));
    if (!rest.isEmpty()) {
      to.add(
          rest.stream()
              .map(each -> each.waiting().counts())
              .reduce(DelayCounts.NONE, DelayCounts::plus),
          OTHERS);
    }
  }

  private static void addEntries(Families.Family to, List<Named> named, List<Connection> rest) {
    for (Named each : named) {
      each.connection.flowTable().entries().ifPresent(count -> to.add(count, each.labels));
    }
    if (!rest.isEmpty()) {
      to.add(rest.stream().mapToInt(each -> each.flowTable().entries().orElse(0)).sum(), OTHERS);
    }
  }

  private void addShares(Families.Family to, List<Named> named, ToDoubleFunction<Share> value) {
    for (int seconds : SwitchShares.WINDOWS) {
      Map<Long, Share> now = shares.of(seconds);
      byte[] window = MetricText.labels("window", seconds + "s");
      for (Named each : named) {
        Share share = now.get(SwitchShares.datapathId(each.connection));
        double found = share == null ? Double.NaN : value.applyAsDouble(share);
        if (!Double.isNaN(found)) {
          to.add(found, each.labels, window);
        }
      }
    }
  }

  private static double rate(double exact) {
    return SwitchJson.rounded(exact, 1e3);
  }

  private static long requests(Connection each) {
    return each.servedRequests();
  }

  /** A switch that has metrics of its own. */
  private static final class Named {
    final Connection connection;
    final byte[] labels;

    Named(Connection connection) {
      this.connection = connection;
      this.labels = MetricText.labels(DPID, SwitchInfo.format(SwitchShares.datapathId(connection)));
    }
  }
}
