package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Question;
import maestro.control.measure.LinkLoads;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.control.metrics.ControllerMetrics;
import maestro.control.metrics.MetricsEndpoint;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.TestApplication;
import maestro.net.session.Session;
import maestro.sequence.ApplicationHost.Configured;
import maestro.testkit.Programs;
import maestro.tls.TestCertificates;
import maestro.tls.TlsLibrary;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The board for Grafana and the alert rules, compared with what a controller really exposes. */
class MonitoringFilesTest {
  private static final Path FILES =
      Path.of(System.getProperty("maestro.root", "..")).resolve("docs/grafana").toAbsolutePath();
  private static final Pattern METRIC = Pattern.compile("\\b(?:maestro|jvm|process)_[a-z0-9_]+");
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");

  private static final int GIGABIT_FULL_DUPLEX = 1 << 5;

  private static String scrape;

  @BeforeAll
  static void scrape(@TempDir Path folder) throws Exception {
    try (Maestro maestro =
            Maestro.start(
                ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"),
                List.of(
                    new Configured(
                        new TestApplication("network", MonitoringFilesTest::network),
                        ConfigFactory.empty())));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), maestro.address().getPort())) {
      maestro.startProbing();
      maestro
          .certificates()
          .inForce("maestro.tls", new TestCertificates(folder).server(TlsLibrary.JDK));
      socket.getOutputStream().write(FakeSwitch.hex(Messages.HELLO_10));
      socket.getOutputStream().write(gigabitPorts());
      Awaitility.await()
          .until(
              () ->
                  maestro.switches().all().stream()
                      .anyMatch(each -> Session.of(each).isEstablished()));
      maestro.switches().get(1).flowTable().checked(3);
      SwitchShares shares = new SwitchShares(maestro.switches());
      for (int second = 1; second < 4; second++) {
        shares.sample(second * 1_000_000_000L);
      }
      MetricsEndpoint endpoint =
          new MetricsEndpoint(metrics(maestro, shares, socket), System::nanoTime);
      scrape = endpoint.answer(Question.plain()).body();
    }
  }

  /** A switch with ports 1 and 2, each of 1 Gbit/s. */
  private static byte[] gigabitPorts() {
    byte[] features = FakeSwitch.hex(Messages.features(1, 1, 1, 2));
    ByteBuffer.wrap(features).putInt(64, GIGABIT_FULL_DUPLEX).putInt(112, GIGABIT_FULL_DUPLEX);
    return features;
  }

  /** Two readings of ports, from which the load of a link from port 1 to port 2 comes. */
  private static ControllerMetrics metrics(Maestro maestro, SwitchShares shares, Socket socket)
      throws IOException {
    AtomicLong nowNs = new AtomicLong();
    Topology topology = Topology.of(List.of(1L), List.of(new Link(1, 1, 1, 2)), Map.of());
    PortReadings readings =
        new PortReadings(shares::ready, () -> OptionalLong.of(10_000_000_000L), nowNs::get);
    LinkLoads loads = new LinkLoads(() -> topology, shares::ready, readings);
    for (int reading = 0; reading < 2; reading++) {
      nowNs.set(reading * 2_000_000_000L);
      readings.everySecond(nowNs.get());
      PortStatsOnWire.answer(socket, PortStatsOnWire.asked(socket), 1, 0, 0, 0, reading * 1_000L);
      readings.everySecond(nowNs.get());
    }
    loads.everySecond();
    return new ControllerMetrics(maestro, shares, loads, readings, new NamedMetrics(10, 10));
  }

  private static Stages network(ApplicationContext context) {
    context.publishes("topology", Topology.class, Topology.EMPTY);
    context.publishes("hosts", HostLocations.class, new NetworkQuestionsTest.TwoHosts());
    return Stages.batch(() -> (batch, output) -> {});
  }

  /** The names of all series, as a query has them. */
  private static Set<String> exposed() {
    return TYPE.matcher(scrape)
        .results()
        .flatMap(
            type -> {
              String name = type.group(1);
              return switch (type.group(2)) {
                case "histogram" -> Stream.of(name + "_bucket", name + "_sum", name + "_count");
                case "summary" -> Stream.of(name, name + "_sum", name + "_count");
                default -> Stream.of(name);
              };
            })
        .collect(Collectors.toSet());
  }

  private static Set<String> metrics(List<String> texts) {
    Set<String> found = new TreeSet<>();
    texts.forEach(
        text -> METRIC.matcher(text).results().forEach(metric -> found.add(metric.group())));
    return found;
  }

  private static List<String> queries(Object json) {
    List<String> queries = new ArrayList<>();
    if (json instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value instanceof String text && Set.of("expr", "definition").contains(name)) {
              queries.add(text);
            } else {
              queries.addAll(queries(value));
            }
          });
    } else if (json instanceof List<?> list) {
      list.forEach(each -> queries.addAll(queries(each)));
    }
    return queries;
  }

  private static Map<String, Object> board() throws IOException {
    return JsonSchema.parse(Files.readString(FILES.resolve("maestro.json")));
  }

  @Test
  void shouldQueryOnlyWhatIsExposed() throws IOException {
    List<String> queries = queries(board());

    assertThat(queries).hasSizeGreaterThan(50);
    assertThat(exposed()).containsAll(metrics(queries));
  }

  @Test
  void shouldAlertOnlyOnWhatIsExposed() throws IOException {
    Set<String> metrics =
        metrics(Files.readAllLines(FILES.resolve("maestro-alerts.yml"), StandardCharsets.UTF_8));

    assertThat(metrics).hasSizeGreaterThan(10);
    assertThat(exposed()).containsAll(metrics);
  }

  @Test
  void shouldDescribeEachMetricInTheDocument() throws IOException {
    String document = Files.readString(FILES.resolveSibling("observing.md"));
    List<String> counters =
        Stream.of(maestro.metrics.Counter.values())
            .map(each -> "maestro_" + each.name().toLowerCase(java.util.Locale.ROOT) + "_total")
            .toList();

    assertThat(
            TYPE.matcher(scrape)
                .results()
                .map(type -> type.group(1))
                .filter(name -> name.startsWith("maestro_"))
                .filter(name -> !counters.contains(name))
                .filter(name -> !name.equals("maestro_stalled_seconds_total")))
        .allSatisfy(
            name ->
                assertThat(document)
                    .containsAnyOf(name, "`" + name.replace("maestro_worker", "") + "`"));
  }

  private static String promtool(String stdin, String... arguments) throws Exception {
    assumeTrue(Programs.isInstalled("promtool"), "promtool is not installed");
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(stdin.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void shouldSatisfyThePrometheusLinter() throws Exception {
    assertThat(promtool(scrape, "check", "metrics")).isEmpty();
  }

  @Test
  void shouldHaveRulesThatPrometheusTakes() throws Exception {
    assertThat(promtool("", "check", "rules", FILES.resolve("maestro-alerts.yml").toString()))
        .contains("SUCCESS");
  }

  @Test
  void shouldAlertWhenItIsDue() throws Exception {
    assertThat(promtool("", "test", "rules", FILES.resolve("maestro-alerts-test.yml").toString()))
        .contains("SUCCESS");
  }
}
