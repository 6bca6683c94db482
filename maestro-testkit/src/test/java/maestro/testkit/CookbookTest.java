package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The applications of docs/cookbook.md, compiled, and run with the configurations of that page. */
class CookbookTest {
  private static final Path DOCS = Path.of(System.getProperty("maestro.root", ".."), "docs");
  private static final String ROUTER_PORT = "router-ports = [\"00:00:00:00:00:00:00:01/1\"]";
  private static final int SERVICE = 100; // the number of a host with the virtual address
  private static final int CLIENT_PORT = 40_000;

  @TempDir private static Path folder;
  @AutoClose private static CompiledProject cookbook;

  @BeforeAll
  static void compile() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    cookbook = new CompiledProject(classes, DOCS.resolve("examples/cookbook/src/main"));
  }

  /** A network of one switch, with the first configuration that names the application. */
  private static TestNetwork network(String application, int hosts) throws IOException {
    return network(application, "linear:1", hosts, "");
  }

  private static TestNetwork network(String application, String topology, int hosts, String more)
      throws IOException {
    String page = Files.readString(DOCS.resolve("cookbook.md"));
    Matcher blocks = Pattern.compile("(?s)```hocon\n(.*?)```").matcher(page);
    while (blocks.find()) {
      if (blocks.group(1).contains("[" + application)) {
        Path config = folder.resolve(application + ".conf");
        Files.writeString(config, blocks.group(1) + more);
        return TestNetwork.start(topology, config, hosts, "1.3", 6, List.of());
      }
    }
    throw new AssertionError("the page has no configuration of " + application);
  }

  private static List<byte[]> arrived(TestNetwork network, String from, byte[] sent, String to) {
    int unused = network.received(to).size();
    network.send(from, sent);
    network.letPass(Duration.ofSeconds(1));
    return network.received(to);
  }

  private static boolean reaches(TestNetwork network, int from, int to) {
    byte[] frame = TestFrame.tcp(from, to, 80);
    return !arrived(network, "h" + from, frame, "h" + to).isEmpty();
  }

  private static int ip(byte[] frame, int at) {
    return ByteBuffer.wrap(frame).getInt(at);
  }

  @Test
  void shouldBalanceConnectionsToAVirtualAddress() throws IOException {
    try (TestNetwork network = network("virtual-ip", 3)) {
      byte[] question =
          TestFrame.arpRequest(TestFrame.eth(1), TestFrame.ip(1), TestFrame.ip(SERVICE));
      assertThat(arrived(network, "h1", question, "h1"))
          .anyMatch(f -> TestFrame.type(f) == 0x0806 && ip(f, 28) == TestFrame.ip(SERVICE));
      int unused = network.received("h2").size() + network.received("h3").size();
      network.send("h1", TestFrame.tcp(1, SERVICE, 80));
      network.letPass(Duration.ofSeconds(1));
      List<byte[]> atH2 = tcp(network.received("h2"));
      List<byte[]> atH3 = tcp(network.received("h3"));
      assertThat(atH2.size() + atH3.size()).isEqualTo(1);
      int server = atH2.isEmpty() ? 3 : 2;
      byte[] there = atH2.isEmpty() ? atH3.get(0) : atH2.get(0);
      assertThat(ip(there, 30)).isEqualTo(TestFrame.ip(server));
      assertThat(ByteBuffer.wrap(there).getLong(0) >>> 16).isEqualTo(TestFrame.eth(server));

      byte[] answer = TestFrame.tcp(server, 1, CLIENT_PORT);
      ByteBuffer.wrap(answer).putShort(34, (short) 80);
      assertThat(arrived(network, "h" + server, answer, "h1"))
          .anyMatch(f -> TestFrame.isTcpTo(CLIENT_PORT, f) && ip(f, 26) == TestFrame.ip(SERVICE));
    }
  }

  private static List<byte[]> tcp(List<byte[]> frames) {
    return frames.stream().filter(each -> TestFrame.isTcpTo(80, each)).toList();
  }

  @Test
  void shouldDropWhatDhcpServersSayWhereNoneBelongs() {
    Batch offers =
        Batch.of(1, TestFrame.udp(1, 67, 2, 68))
            .and(3, TestFrame.udp(3, 67, 2, 68))
            .and(3, TestFrame.udp(3, 68, 1, 67));
    String trusted = "server-ports = [\"00:00:00:00:00:00:00:01/1\"]";
    assertThat(offers.run(cookbook.application("dhcp-guard"), trusted))
        .singleElement()
        .asString()
        .startsWith("FLOW_MOD ADD idle_timeout=30")
        .contains("in_port=3", "udp_src=67")
        .endsWith("actions=drop");
  }

  @Test
  void shouldShowPortCountersByRest() throws IOException {
    try (TestNetwork network = network("traffic-monitor", 2)) {
      network.assertThatAllReachAll();
      network.letPass(Duration.ofSeconds(11)); // it polls each 10 s
      assertThat(network.rest("GET", "traffic-monitor/ports", ""))
          .contains("\"00:00:00:00:00:00:00:01\"")
          .containsPattern("\"rxPackets\" *: *[1-9]");
      assertThat(network.rest("GET", "traffic-monitor/ports/00:00:00:00:00:00:00:01", ""))
          .contains("rxBytes");
      assertThatThrownBy(() -> network.rest("GET", "traffic-monitor/ports/2", ""))
          .hasMessage("404: no switch 2");
    }
  }

  private static byte[] routerAdvertisement() {
    byte[] packet = new byte[56];
    packet[0] = 0x60;
    packet[5] = 16; // bytes behind the header
    packet[6] = 58;
    packet[7] = (byte) 255;
    packet[40] = (byte) 134;
    return TestFrame.ethernet(TestFrame.eth(2), 0x3333_0000_0001L, 0x86dd, packet);
  }

  @Test
  void shouldTakeRouterAdvertisementsFromRoutersAlone() {
    byte[] frame = routerAdvertisement();
    Batch asked = Batch.of(1, frame).and(2, frame);
    assertThat(asked.run(cookbook.application("port-guard"), ROUTER_PORT))
        .singleElement()
        .asString()
        .contains("in_port=2", "icmpv6_type=134")
        .endsWith("actions=drop");
  }

  @Test
  void shouldTakeSoManyAddressesOfAPortAndNoMore() {
    Batch batch = Batch.of(1, TestFrame.tcp(9, 2, 80));
    for (int host = 1; host <= 6; host++) {
      batch = batch.and(1, TestFrame.tcp(host, 2, 80)).and(3, TestFrame.tcp(host, 2, 80));
    }
    assertThat(batch.run(cookbook.application("port-guard"), ROUTER_PORT))
        .hasSize(2)
        .allMatch(each -> each.contains("in_port=3") && each.endsWith("actions=drop"))
        .anyMatch(each -> each.contains("eth_src=02:00:00:00:00:04"))
        .anyMatch(each -> each.contains("eth_src=02:00:00:00:00:05"));
  }

  @Test
  void shouldSeparateAndMeterTenants() throws IOException {
    try (TestNetwork network = network("tenants", 4)) {
      assertThat(network.pingAll().lost()).as("of 12, those to the other tenant").isEqualTo(8);
      assertThat(network.flows("s1"))
          .anyMatch(each -> each.contains("meter:1,"))
          .anyMatch(each -> each.contains("meter:2,"));
    }
  }

  @Test
  void shouldLetHostsOutsideAnswerAndBeginNothing() throws IOException {
    try (TestNetwork network = network("firewall", 2)) {
      assertThat(reaches(network, 2, 1)).as("from outside").isFalse();
      assertThat(reaches(network, 1, 2)).as("from inside").isTrue();
      assertThat(reaches(network, 2, 1)).as("an answer").isTrue();
    }
  }

  private static final String CALL = "{\"from\": \"10.0.0.1\", \"to\": \"10.0.0.2\"}";
  private static final int KBPS_OF_LINKS = 10_000;

  /** Three switches in a triangle, each with a host, and links for two calls. */
  private static TestNetwork networkOfCalls() throws IOException {
    Path bandwidth = folder.resolve("bandwidth.conf");
    if (!Files.exists(bandwidth)) {
      Files.copy(DOCS.resolveSibling("config").resolve("bandwidth.conf"), bandwidth);
    }
    String links = "applications.bandwidth-on-demand.link-rate = " + KBPS_OF_LINKS + " kbps\n";
    TestNetwork network = network("video-calls", "ring:3", 1, links);
    network.assertThatAllReachAll(); // from now on hosts are known
    network.letPass(Duration.ofSeconds(40)); // and the flows of these pings are over
    return network;
  }

  private static String reservations(TestNetwork network) {
    return network.rest("GET", "bandwidth-on-demand/reservations", "");
  }

  private static List<String> metered(TestNetwork network, String name) {
    return network.flows(name).stream().filter(each -> each.contains("meter:")).toList();
  }

  @Test
  void shouldReserveBothDirectionsOfACallUntilItEnds() throws IOException {
    try (TestNetwork network = networkOfCalls()) {
      assertThat(network.rest("POST", "video-calls/calls", CALL)).contains("c1");
      assertThat(reservations(network))
          .contains("\"application\":\"video-calls\"", "\"enforced\":true");
      assertThat(metered(network, "s1")).as("of packets from its host").hasSize(1);
      assertThat(metered(network, "s2")).hasSize(1);
      assertThat(metered(network, "s3")).isEmpty();
      assertThatThrownBy(() -> network.rest("POST", "video-calls/calls", CALL))
          .hasMessageContaining("409: reservation a1 is for these hosts");
      assertThat(network.rest("GET", "video-calls/calls", "")).contains("\"c1\":\"good\"");
      network.assertThatAllReachAll();

      assertThat(network.rest("DELETE", "video-calls/calls/c1", "")).contains("c1");
      network.letPass(Duration.ofSeconds(1));
      assertThat(reservations(network)).doesNotContain("video-calls");
      assertThat(metered(network, "s1")).isEmpty();
    }
  }

  @Test
  void shouldDropWhatACallSendsAboveItsBandwidth() throws IOException {
    try (TestNetwork network = networkOfCalls()) {
      network.rest("POST", "video-calls/calls", CALL);
      int unused = network.received("h2").size();
      for (int i = 0; i < 1_000; i++) { // 11 Mbit
        network.send("h1", TestFrame.udp(1, 5_000, 2, 5_000, new byte[1_400]));
      }
      network.letPass(Duration.ofSeconds(1));
      assertThat(network.received("h2").size()).as("of 4 Mbit").isBetween(300, 400);
    }
  }

  @Test
  void shouldMoveACallWhenItsLinkFailsAndEndItWhenThereIsNoOther() throws IOException {
    try (TestNetwork network = networkOfCalls()) {
      network.rest("POST", "video-calls/calls", CALL);
      network.cut("s1-s2");
      network.letPass(Duration.ofSeconds(2));
      assertThat(network.rest("GET", "video-calls/calls", "")).contains("good");
      assertThat(reservations(network)).as("over s3").contains("00:00:00:00:00:00:00:03");
      network.cut("s1-s3");
      network.letPass(Duration.ofSeconds(2));
      assertThat(network.rest("GET", "video-calls/calls", "")).contains("bad");
      assertThatThrownBy(
              () -> network.rest("POST", "video-calls/calls", CALL.replace("0.2", "0.3")))
          .hasMessage("409: the network is busy");
      network.letPass(Duration.ofSeconds(70));
      assertThat(network.rest("GET", "video-calls/calls", "")).doesNotContain("c1");
      assertThat(reservations(network)).doesNotContain("video-calls");
    }
  }
}
