package maestro.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.ApplicationCounter;
import maestro.api.ApplicationGauge;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.Question;
import maestro.control.measure.LinkLoads;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.PassiveSwitch;
import maestro.net.TestApplication;
import maestro.net.session.Session;
import maestro.sequence.ApplicationHost;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metrics of a controller with two switches. */
class ControllerMetricsTest {
  private static final int MANY = 200;
  private static final byte[] TABLE_FULL = FakeSwitch.hex("01 01 000c 00000000 0003 0000");
  private static final Pattern COUNTER_TYPE =
      Pattern.compile("# TYPE (maestro_\\S+) (?:counter|histogram)");

  private final List<ApplicationCounter> given = new ArrayList<>();
  private ApplicationGauge free;
  private Maestro maestro;
  private Socket first;
  private Socket second;

  @BeforeEach
  void start() throws Exception {
    maestro =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0",
                "maestro.distribution.workers=2",
                "maestro.weights.2=5"),
            List.of(
                new ApplicationHost.Configured(
                    new TestApplication("a", this::declare), ConfigFactory.empty()),
                new ApplicationHost.Configured(
                    new TestApplication("b", this::declare), ConfigFactory.empty())));
    first = join(1);
    second = join(2);
    awaitReady(2);
  }

  private Stages declare(ApplicationContext context) {
    given.add(context.counter("leases_given", "leases that were given"));
    free = context.gauge("leases_free", "addresses without a lease");
    return Stages.events(new EventStage() {});
  }

  private Socket join(int datapathId) throws IOException {
    return PassiveSwitch.join(maestro.address(), datapathId);
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
    maestro.close();
  }

  private ControllerMetrics metrics(int mostSwitches) {
    return metrics(new SwitchShares(maestro.switches()), mostSwitches);
  }

  private ControllerMetrics metrics(SwitchShares shares, int mostSwitches) {
    PortReadings readings = PortReadings.of(maestro, shares);
    LinkLoads loads = LinkLoads.of(maestro, shares, readings);
    NamedMetrics named = new NamedMetrics(mostSwitches, mostSwitches);
    return new ControllerMetrics(maestro, shares, loads, readings, named);
  }

  private static Question asking(String accept) {
    return new Question(Map.of(), "", name -> Optional.of(accept), "", "");
  }

  private static Answer scrape(ControllerMetrics metrics, String accept) {
    return new MetricsEndpoint(metrics, System::nanoTime).answer(asking(accept));
  }

  private static List<String> lines(ControllerMetrics metrics) {
    return scrape(metrics, "").body().lines().toList();
  }

  @Test
  void shouldTellOfControllerWorkersAndSwitches() throws IOException {
    first.getOutputStream().write(TABLE_FULL);
    Awaitility.await().until(() -> maestro.metrics().total(Counter.TABLES_FULL) == 1);
    Awaitility.await().until(() -> Session.of(maestro.switches().get(1)).errors().fullCount() == 1);
    SwitchShares shares = new SwitchShares(maestro.switches());
    ControllerMetrics metrics = metrics(shares, 10);
    for (int second = 0; second < 3; second++) {
      shares.sample(TimeUnit.SECONDS.toNanos(second));
    }

    assertThat(lines(metrics))
        .contains(
            "maestro_switches 2.0",
            "maestro_workers 2.0",
            "maestro_connections_total 2.0",
            "maestro_reloads_total 0.0",
            "maestro_switch_requests_total{dpid=\"00:00:00:00:00:00:00:01\"} 0.0",
            "maestro_switch_errors_total{dpid=\"00:00:00:00:00:00:00:01\"} 1.0",
            "maestro_switch_errors_total{dpid=\"00:00:00:00:00:00:00:02\"} 0.0",
            "maestro_switch_table_full_errors_total{dpid=\"00:00:00:00:00:00:00:01\"} 1.0",
            "maestro_switch_offered_request_rate"
                + "{dpid=\"00:00:00:00:00:00:00:01\",window=\"1s\"} 0.0",
            "maestro_switch_wants_more{dpid=\"00:00:00:00:00:00:00:01\",window=\"1s\"} 0.0",
            "maestro_switch_weight{dpid=\"00:00:00:00:00:00:00:02\"} 5.0",
            "maestro_switch_share_deviation_ratio"
                + "{dpid=\"00:00:00:00:00:00:00:01\",window=\"1s\"} 0.0",
            "maestro_worker_requests_total{worker=\"1\"} 0.0")
        .anyMatch(line -> line.startsWith("maestro_build_info{java="))
        .anyMatch(line -> line.startsWith("process_cpu_seconds_total "))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"));
  }

  @Test
  void shouldHaveTheMetricsThatApplicationsDeclare() {
    assertThat(lines(metrics(10))).noneMatch(line -> line.startsWith("maestro_app_leases_free"));
    given.get(0).add(3);
    given.get(0).add(-1);
    given.get(1).add(4);
    free.set(2.5);

    assertThat(lines(metrics(10)).stream().filter(line -> line.contains("maestro_app_")))
        .containsExactly(
            "# HELP maestro_app_leases_free addresses without a lease",
            "# TYPE maestro_app_leases_free gauge",
            "maestro_app_leases_free{application=\"b\"} 2.5",
            "# HELP maestro_app_leases_given_total leases that were given",
            "# TYPE maestro_app_leases_given_total counter",
            "maestro_app_leases_given_total{application=\"a\"} 3.0",
            "maestro_app_leases_given_total{application=\"b\"} 4.0");
  }

  @Test
  void shouldHaveAMetricForEachCounter() {
    List<String> lines = lines(metrics(10));

    assertThat(Arrays.stream(Counter.values()).filter(c -> c != Counter.STALLED_US))
        .allSatisfy(
            counter ->
                assertThat(lines)
                    .anyMatch(
                        line ->
                            line.startsWith(
                                "maestro_" + counter.name().toLowerCase(Locale.ROOT) + "_total ")));
    assertThat(lines).contains("maestro_stalled_seconds_total 0.0");
  }

  @Test
  void shouldSumTheSwitchesThatHaveNoMetricsOfTheirOwn() {
    assertThat(lines(metrics(0)))
        .contains("maestro_switch_requests_total{dpid=\"other\"} 0.0", "maestro_switches 2.0")
        .noneMatch(line -> line.contains("dpid=\"00:"));
  }

  /** Each switch says once that its table is full, and has a name or not. */
  @Test
  void shouldHaveNoCounterThatFallsWhileSwitchesComeAndGo() throws IOException {
    for (int most = 0; most < 3; most++) {
      ControllerMetrics metrics = metrics(most);
      Map<String, Double> before = counters(metrics);
      try (Socket third = join(3)) {
        awaitReady(3);
        for (Socket each : List.of(first, second, third)) {
          each.getOutputStream().write(TABLE_FULL);
        }
        awaitTablesFull(3L * most + 3);
        before = assertNoneFalls(before, counters(metrics));
      }
      awaitReady(2);
      before = assertNoneFalls(before, counters(metrics));
      first.close();
      awaitReady(1);
      before = assertNoneFalls(before, counters(metrics));
      first = join(1);
      awaitReady(2);
      assertNoneFalls(before, counters(metrics));
    }
  }

  private void awaitTablesFull(long many) {
    Awaitility.await()
        .until(
            () ->
                maestro.metrics().total(Counter.TABLES_FULL) == many
                    && maestro.switches().all().stream()
                        .allMatch(each -> Session.of(each).errors().fullCount() > 0));
  }

  /** The values of all counters and histograms of the controller, by name and labels. */
  private static Map<String, Double> counters(ControllerMetrics metrics) {
    List<String> lines = lines(metrics);
    List<String> names =
        lines.stream()
            .map(COUNTER_TYPE::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .toList();
    Map<String, Double> values = new TreeMap<>();
    for (String line : lines) {
      int end = line.lastIndexOf(' ');
      if (!line.startsWith("#") && names.stream().anyMatch(line::startsWith)) {
        values.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
      }
    }
    return values;
  }

  private static Map<String, Double> assertNoneFalls(
      Map<String, Double> before, Map<String, Double> now) {
    assertThat(now).hasSizeGreaterThan(Counter.values().length);
    assertThat(now)
        .allSatisfy(
            (series, value) ->
                assertThat(value).isGreaterThanOrEqualTo(before.getOrDefault(series, 0.0)));
    return now;
  }

  @Test
  void shouldTellOfWaitsFlowModsAndTimeInStages() throws IOException {
    assertThat(lines(metrics(10)))
        .contains(
            "maestro_switch_waiting_seconds_bucket"
                + "{dpid=\"00:00:00:00:00:00:00:01\",le=\"2.5E-5\"} 0",
            "maestro_switch_waiting_seconds_count{dpid=\"00:00:00:00:00:00:00:01\"} 0",
            "maestro_switch_flow_mods_total{dpid=\"00:00:00:00:00:00:00:01\"} 0.0")
        .anyMatch(line -> line.startsWith("maestro_worker_busy_seconds_total{worker=\"0\"} "))
        .noneMatch(line -> line.startsWith("maestro_switch_flow_entries{"))
        .noneMatch(line -> line.startsWith("maestro_probing"));

    maestro.switches().get(2).flowTable().checked(7);
    assertThat(lines(metrics(10)))
        .contains("maestro_switch_flow_entries{dpid=\"00:00:00:00:00:00:00:02\"} 7.0");
    assertThat(lines(metrics(0)))
        .contains("maestro_switch_flow_entries{dpid=\"other\"} 7.0")
        .contains("maestro_switch_waiting_seconds_count{dpid=\"other\"} 0");
  }

  @Test
  void shouldHaveAnswersOfOneLengthForEveryNumberOfSwitchesBeyondTheNamedOnes() throws IOException {
    List<Socket> more = new ArrayList<>();
    try {
      for (int i = 3; i <= 20; i++) {
        more.add(join(i));
      }
      awaitReady(20);
      int few = lines(metrics(10)).size();
      for (int i = 21; i <= MANY; i++) {
        more.add(join(i));
      }
      awaitReady(MANY);

      assertThat(lines(metrics(10))).hasSize(few);
      assertThat(lines(metrics(10)).stream().filter(line -> line.contains("=\"other\"")))
          .isNotEmpty();
    } finally {
      for (Socket each : more) {
        each.close();
      }
    }
  }

  private void awaitReady(int count) {
    Awaitility.await()
        .until(
            () ->
                maestro.switches().all().stream().filter(c -> Session.of(c).isEstablished()).count()
                    == count);
  }

  /** They cost more than all others. */
  @Test
  void shouldKeepTheMetricsOfTheJvmForFiveSeconds() throws InterruptedException {
    long[] nowNs = {0};
    MetricsEndpoint endpoint = new MetricsEndpoint(metrics(10), () -> nowNs[0]);
    double before = startedThreads(endpoint);
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    nowNs[0] = 4_999_999_999L;
    assertThat(startedThreads(endpoint)).isEqualTo(before);
    nowNs[0]++;
    assertThat(startedThreads(endpoint)).isGreaterThan(before);
  }

  private static double startedThreads(MetricsEndpoint endpoint) {
    String name = "jvm_threads_started_total ";
    return endpoint
        .answer(asking(""))
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  @Test
  void shouldSpeakOpenMetricsWhenTheClientDoes() {
    Answer open =
        scrape(metrics(10), "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");

    assertThat(open.contentType()).startsWith("application/openmetrics-text");
    assertThat(open.body())
        .contains(
            "# TYPE maestro_connections counter\n# HELP maestro_connections ",
            "\nmaestro_connections_total 2.0\n",
            "# TYPE maestro_build info\n",
            "\nmaestro_build_info{java=",
            "# TYPE maestro_switch_waiting_seconds histogram\n")
        .endsWith("# EOF\n")
        .containsOnlyOnce("# EOF");
  }
}
