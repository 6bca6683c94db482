package maestro.control.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import maestro.api.SwitchInfo;
import maestro.config.SwitchNames;
import maestro.control.measure.ShareMeter.Share;
import maestro.control.measure.SwitchCounts;
import maestro.control.measure.SwitchShares;
import maestro.control.rest.SwitchJson;
import maestro.net.connection.Connection;
import maestro.net.session.Role;
import maestro.net.session.Session;

/**
 * The metrics of the switches: of some each on its own, of the others what can be summed. Confined
 * to the control thread.
 */
final class SwitchMetrics {
  private static final String DPID = "dpid";
  private static final byte[] OTHERS = MetricText.labels(DPID, "other");

  private final SwitchShares shares;
  private final Supplier<SwitchNames> names;
  private final SwitchTotals<Connection> totals;

  /**
   * Makes the metrics.
   *
   * @param names in force
   * @param most how many switches have metrics of their own
   */
  SwitchMetrics(SwitchShares shares, Supplier<SwitchNames> names, int most) {
    this.shares = shares;
    this.names = names;
    this.totals = new SwitchTotals<>(new OfConnection(), most);
  }

  /** Notes who is connected. To be called once a second, and before {@link #write}. */
  void sample(long nowNs) {
    totals.update(nowNs, shares.ready());
  }

  /** Writes them all. */
  void write(Families families) {
    List<Connection> ready = shares.ready();
    List<Connection> rest =
        ready.stream().filter(each -> !totals.isNamed(SwitchShares.datapathId(each))).toList();
    List<Named> named =
        ready.stream()
            .filter(each -> totals.isNamed(SwitchShares.datapathId(each)))
            .map(each -> new Named(each, labels(SwitchShares.datapathId(each))))
            .toList();
    addCounters(families);
    families.gauges(
        "maestro_switch_flow_entries",
        "flow entries of applications on the switch at the last check",
        to -> addEntries(to, named, rest));
    families.gauges(
        "maestro_switch_pending_output_bytes",
        "output that waits for the switch",
        to -> addPending(to, named, rest));
    families.gauges(
        "maestro_switch_weight",
        "the weight of the fair share",
        to -> named.forEach(each -> to.add(each.connection.weight(), each.labels)));
    families.gauges(
        "maestro_switch_role",
        "what this controller is to the switch: 0 equal, 1 master, 2 standby",
        to ->
            named.forEach(each -> to.add(number(Session.of(each.connection).role()), each.labels)));
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

  /** These never fall while the controller runs: {@link SwitchTotals}. */
  private void addCounters(Families families) {
    List<Counted> series = new ArrayList<>();
    totals
        .named()
        .forEach((datapathId, counts) -> series.add(new Counted(labels(datapathId), counts)));
    totals.others().ifPresent(counts -> series.add(new Counted(OTHERS, counts)));
    families.counters(
        "maestro_switch_requests",
        "flow requests of the switch that were served",
        to -> series.forEach(each -> to.add((double) each.counts.requests(), each.labels)));
    families.counters(
        "maestro_switch_lldp_frames",
        "LLDP and BDDP frames of the switch, which are no flow requests",
        to -> series.forEach(each -> to.add((double) each.counts.lldpFrames(), each.labels)));
    families.delays(
        "maestro_switch_waiting_seconds",
        "the time of a flow request in the controller, from the poll that found it to its answer",
        to -> series.forEach(each -> to.add(each.counts.waits(), each.labels)));
    families.counters(
        "maestro_switch_flow_mods",
        "FLOW_MODs sent to the switch",
        to -> series.forEach(each -> to.add((double) each.counts.flowMods(), each.labels)));
    families.counters(
        "maestro_switch_errors",
        "ERROR messages of the switch, besides answers to requests",
        to -> series.forEach(each -> to.add((double) each.counts.errors(), each.labels)));
    families.counters(
        "maestro_switch_table_full_errors",
        "those that say that a flow table is full",
        to -> series.forEach(each -> to.add((double) each.counts.tablesFull(), each.labels)));
  }

  private byte[] labels(long datapathId) {
    return MetricText.labels(labels(names.get(), datapathId));
  }

  /** The labels that name a switch; without a name it has none. */
  static String[] labels(SwitchNames names, long datapathId, String... more) {
    Stream<String> dpid = Stream.of(DPID, SwitchInfo.format(datapathId));
    Stream<String> name = names.of(datapathId).stream().flatMap(each -> Stream.of("name", each));
    return Stream.of(dpid, name, Arrays.stream(more)).flatMap(each -> each).toArray(String[]::new);
  }

  private static void addEntries(Families.Family to, List<Named> named, List<Connection> rest) {
    for (Named each : named) {
      each.connection.flowTable().entries().ifPresent(count -> to.add(count, each.labels));
    }
    if (!rest.isEmpty()) {
      to.add(rest.stream().mapToInt(each -> each.flowTable().entries().orElse(0)).sum(), OTHERS);
    }
  }

  private static void addPending(Families.Family to, List<Named> named, List<Connection> rest) {
    named.forEach(each -> to.add(each.connection.output().pendingBytes(), each.labels));
    if (!rest.isEmpty()) {
      to.add((double) rest.stream().mapToLong(each -> each.output().pendingBytes()).sum(), OTHERS);
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

  /** What is counted in one series. */
  private static final class Counted {
    final byte[] labels;
    final SwitchCounts counts;

    Counted(byte[] labels, SwitchCounts counts) {
      this.labels = labels;
      this.counts = counts;
    }
  }

  /** Reads connections. */
  private static final class OfConnection implements SwitchTotals.Source<Connection> {
    @Override
    public long datapathId(Connection connection) {
      return SwitchShares.datapathId(connection);
    }

    @Override
    public long requests(Connection connection) {
      return connection.served().flowRequests();
    }

    @Override
    public SwitchCounts counts(Connection connection) {
      return SwitchCounts.of(connection);
    }
  }

  /** A connected switch that has metrics of its own. */
  private static final class Named {
    final Connection connection;
    final byte[] labels;

    Named(Connection connection, byte[] labels) {
      this.connection = connection;
      this.labels = labels;
    }
  }

  private static int number(Role role) {
    return switch (role) {
      case EQUAL -> 0;
      case MASTER -> 1;
      case STANDBY -> 2;
    };
  }
}
