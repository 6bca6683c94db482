package maestro.control.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import maestro.Maestro;
import maestro.Reloads;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.control.measure.LinkLoads;
import maestro.control.measure.LinkLoads.Load;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.control.rest.Overview;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.probing.ProbingDelays;
import maestro.sequence.application.ApplicationMetrics;
import maestro.sequence.application.ApplicationState;
import maestro.tls.CertificateEnd;
import maestro.tls.CertificateEnds;
import maestro.tls.PeerCertificate;

/**
 * The metrics of a controller. Reads what the other threads count for themselves. Confined to the
 * control thread.
 */
public final class ControllerMetrics {
  private static final double US_PER_SECOND = 1e6;
  private static final double NS_PER_SECOND = 1e9;
  private static final double MARGIN_BITS_PER_SECOND = 1e6;
  private static final String OTHER = "other";

  private final Maestro maestro;
  private final SwitchShares shares;
  private final LinkLoads loads;
  private final Times times = Times.now();
  private final SwitchMetrics switches;
  private final PortMetrics ports;
  private final NamedFew<Link> links;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /**
   * Makes the metrics.
   *
   * @param shares of the switches of this controller
   * @param loads of the links between them
   * @param readings of their ports
   * @param named what has metrics of its own
   */
  public ControllerMetrics(
      Maestro maestro,
      SwitchShares shares,
      LinkLoads loads,
      PortReadings readings,
      NamedMetrics named) {
    this.maestro = maestro;
    this.shares = shares;
    this.loads = loads;
    this.switches = new SwitchMetrics(shares, () -> maestro.config().names(), named.switches());
    this.ports = new PortMetrics(shares, readings, () -> maestro.config().names(), named.ports());
    this.links = new NamedFew<>(named.switches(), MARGIN_BITS_PER_SECOND);
  }

  /** Notes who is connected. To be called once a second. */
  public void sample(long nowNs) {
    switches.sample(nowNs);
  }

  /** Writes them all. */
  void write(Families families, long nowNs) {
    sample(nowNs);
    addController(families);
    for (Counter counter : Counter.values()) {
      addCounter(families, counter);
    }
    addWorkers(families);
    switches.write(families);
    ports.write(families, nowNs);
    addLinks(families, nowNs);
    addApplications(families);
    addOwnOfApplications(families);
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
    families.gauge(
        "maestro_event_thread_busy_seconds",
        "how long the event thread has been in an application without a return, 0 when it is not",
        maestro
            .applications()
            .eventThread()
            .map(each -> each.elapsedNs() / NS_PER_SECOND)
            .orElse(0.0));
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

  private void addOwnOfApplications(Families families) {
    for (List<ApplicationMetrics.Metric> same : maestro.applications().metrics().all()) {
      ApplicationMetrics.Metric first = same.get(0);
      String name = "maestro_app_" + first.name();
      Consumer<Families.Family> values = to -> same.forEach(each -> addOwn(each, to));
      if (first.isCounter()) {
        families.counters(name, first.help(), values);
      } else {
        families.gauges(name, first.help(), values);
      }
    }
  }

  private static void addOwn(ApplicationMetrics.Metric metric, Families.Family to) {
    double value = metric.value().getAsDouble();
    if (!Double.isNaN(value)) {
      to.add(value, MetricText.labels("application", metric.application()));
    }
  }

  private void addCertificates(Families families) {
    List<CertificateEnds.OfFile> files = maestro.certificates().all();
    Optional<CertificateEnd> firstOfSwitches =
        shares.ready().stream()
            .flatMap(each -> each.peer().certificate().stream())
            .map(PeerCertificate::end)
            .min(Comparator.naturalOrder());
    families.gauges(
        "maestro_certificate_end_timestamp_seconds",
        "when certificates end, the first of each file and of the connected switches, in seconds"
            + " since 1970",
        to -> {
          files.forEach(each -> to.add(each.end().unixSeconds(), certificate(each.setting())));
          firstOfSwitches.ifPresent(first -> to.add(first.unixSeconds(), certificate("switches")));
        });
  }

  private static byte[] certificate(String which) {
    return MetricText.labels("certificate", which);
  }

  private void addController(Families families) {
    String version = Maestro.class.getPackage().getImplementationVersion();
    families.info(
        "maestro_build",
        "the version of the controller and of its Java",
        "java",
        Overview.JAVA,
        "version",
        version == null ? "" : version);
    families.gauge("maestro_switches", "connected switches", shares.ready().size());
    families.gauge("maestro_workers", "worker threads", maestro.workerCounters().size());
    families.counter(
        "maestro_reloads", "reloads that took effect", (double) maestro.reloads().count());
    Reloads.Outcome last = maestro.reloads().last();
    families.gauge(
        "maestro_reload_successful",
        "1 when the last reload took effect, or there was none; 0 when it was refused",
        last.problems().isEmpty() ? 1 : 0);
    families.gauge(
        "maestro_reload_timestamp_seconds",
        "when the last reload ended, or the controller started, in seconds since 1970",
        times.unixSeconds(last.endedNs()));
    addCertificates(families);
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

  private void addLinks(Families families, long nowNs) {
    List<Map.Entry<Link, Load>> all = loads.busiest(Integer.MAX_VALUE);
    Map<Link, Double> scores = new HashMap<>();
    all.forEach(each -> scores.put(each.getKey(), each.getValue().bitsPerSecond()));
    links.update(nowNs, scores);
    List<Map.Entry<Link, Load>> named =
        all.stream().filter(each -> links.contains(each.getKey())).toList();
    families.gauge("maestro_links_measured", "links whose load is known", all.size());
    families.gauges(
        "maestro_link_bytes_per_second",
        "what a link carries in its direction, by the counters of its ports",
        to -> {
          named.forEach(each -> to.add(bytes(each.getValue()), labels(each.getKey())));
          if (named.size() < all.size()) {
            double rest =
                all.stream()
                    .filter(each -> !links.contains(each.getKey()))
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
}
