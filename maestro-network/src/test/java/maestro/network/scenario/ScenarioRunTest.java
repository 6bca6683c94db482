package maestro.network.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import maestro.emulator.condition.Condition;
import maestro.emulator.scenario.ScenarioException;
import maestro.network.VirtualNetwork;
import maestro.network.channel.VirtualController;
import maestro.network.page.NetworkPage;
import maestro.network.page.NetworkPageTest;
import maestro.network.report.ScenarioMetrics;
import maestro.network.report.ScenarioReport;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Scenarios in virtual time, under a controller that has switches flood everything. */
public class ScenarioRunTest {
  private static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_10);
  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

  @TempDir private Path folder;

  @Test
  void shouldDeliverEverythingWhenNothingFails() throws Exception {
    ScenarioReport report =
        run(
            """
            topology = "linear:3"
            duration = 10 s
            ping-all = [{ at = 0 s }]
            traffic = [
              { kind = udp, from = 1, to = 3, size = 1472, rate = 1M }
              { kind = tcp, from = 3, to = 1, size = 1 MB }
            ]
            """);
    assertThat(report.pings().sent()).isEqualTo(6);
    assertThat(report.isWhole()).isTrue();
    assertThat(report.flows().begun()).isEqualTo(2);
    assertThat(report.flows().complete()).isEqualTo(2);
    assertThat(report.flows().retransmitted()).isZero();
    assertThat(report.flows().stretch()).isEqualTo(1);
    assertThat(report.loops().passedTwice() + report.loops().stopped()).isZero();
    assertThat(report.run().durationNs()).isEqualTo(LIMIT_NS);
    assertThat(report.run().clock()).isEqualTo("virtual");
    assertThat(report.run().interrupted()).isFalse();
    assertThat(report.firstPacket().maxMs()).as("four links").isBetween(0.4, 0.41);
    assertThat(report.mostEntries()).isEqualTo(1);
    assertThat(report.text())
        .contains("flows         2, 2 complete", "pings         6, 0 lost")
        .containsPattern("throughput    [0-9.]+ [kM]bit/s in the median flow");
  }

  @Test
  void shouldSendAtTheBandwidthWhenTcpFillsALink() throws Exception {
    ScenarioReport report =
        run(
            """
            topology = "linear:2"
            links { bandwidth = 10M, queue = 64 KiB }
            duration = 20 s
            traffic = [{ kind = tcp, from = 1, to = 2, size = 10 MB, window = 256 KiB }]
            """);
    assertThat(report.flows().complete()).isEqualTo(1);
    assertThat(report.flows().bitsPerSecond()).isBetween(8.5e6, 10e6);
    assertThat(report.flows().retransmitted()).as("the queue overflows").isPositive();
    assertThat(report.flows().lostFrames()).isZero();
  }

  @Test
  void shouldSendAgainWhenALinkLosesFrames() throws Exception {
    ScenarioReport report =
        run(
            """
            topology = "linear:2"
            links.loss = 2 %
            duration = 60 s
            traffic = [
              { kind = tcp, from = 1, to = 2, size = 1 MB }
              { kind = udp, from = 2, to = 1, size = 1 MB, rate = 10M }
            ]
            """);
    assertThat(report.flows().complete()).isEqualTo(1);
    assertThat(report.flows().retransmitted()).isBetween(5L, 100L);
    assertThat(report.flows().lostFrames()).as("of UDP").isBetween(3L, 40L);
    assertThat(report.lostOnLinks()).isPositive();
  }

  @Test
  void shouldLosePingsWhileALinkIsDown() throws Exception {
    ScenarioReport report =
        run(
            """
            topology = "linear:2"
            duration = 30 s
            ping-timeout = 1 s
            ping-all = [{ at = 0 s }, { at = 5 s }, { at = 15 s }]
            events = [{ at = 2 s, link-down = "1-2" }, { at = 10 s, link-up = "1-2" }]
            """);
    assertThat(report.pings().sent()).isEqualTo(6);
    assertThat(report.pings().lost()).isEqualTo(2);
    assertThat(report.json())
        .contains("\"atNs\" : 5000000000,", "\"lost\" : 2")
        .contains("\"kind\" : \"link-down\"");
    assertThat(report.events()).first().isEqualTo("2.000 s: link-down 1-2");
  }

  @Test
  void shouldForgetItsEntriesWhenASwitchComesBack() throws Exception {
    ScenarioReport report =
        run(
            """
            topology = "linear:3"
            duration = 30 s
            ping-timeout = 1 s
            ping-all = [{ at = 1 s }, { at = 10 s }, { at = 22 s }]
            events = [
              { at = 5 s, controller-away = all }
              { at = 6 s, switch-down = 2 }
              { at = 7 s, switch-up = 2 }
              { at = 20 s, controller-back = all }
            ]
            """);
    assertThat(report.pings().sent()).isEqualTo(18);
    assertThat(report.pings().lost()).as("until its controller is back, too").isEqualTo(6);
  }

  @Test
  void shouldGiveTheSameBytesWhenItIsRunAgain() throws Exception {
    String text =
        """
        topology = "linear:4"
        hosts = 2
        seed = 5
        links { delay = 1 ms, bandwidth = 20M, queue = 20 kB, loss = 1 % }
        duration = 25 s
        ping-all = [{ at = 3 s }]
        traffic = [
          { kind = tcp, from = all, to = all, per-second = 3, size = "pareto(1.3, 50 kB)" }
          { kind = udp, from = "1-4", to = "5-8", per-second = 2, arrivals = bursts(3)
            size = "exponential(20 kB)", rate = 2M, frame = 500 }
        ]
        events = [{ at = 8 s, link-down = "2-3" }, { at = 13 s, link-up = "2-3" }]
        """;
    ScenarioReport report = run(text);
    assertThat(report.flows().begun()).isGreaterThan(80);
    assertThat(report.flows().lostFrames()).isPositive();
    assertThat(run(text).json()).isEqualTo(report.json());
    assertThat(run(text.replace("seed = 5", "seed = 6")).json()).isNotEqualTo(report.json());
  }

  @Test
  void shouldEndEarlyWhenItIsToldSoWhateverHasUndoneAnInterrupt() throws Exception {
    NetworkScenario scenario =
        scenario(
            """
            topology = "linear:3"
            duration = 60 s
            ping-all = [{ at = 1 s }, { at = 50 s }]
            """);
    try (VirtualNetwork network = new VirtualNetwork(scenario, clock -> new Flooding())) {
      network.awaitController(LIMIT_NS);
      int[] asked = new int[1];
      network.endWhen(() -> asked[0]++ > 20);
      ScenarioReport report = network.run();
      assertThat(report.run().interrupted()).isTrue();
      assertThat(report.run().durationNs()).isLessThan(LIMIT_NS);
    }
  }

  @Test
  void shouldReportWhatHappenedUntilThenWhenItIsInterrupted() throws Exception {
    NetworkScenario scenario =
        scenario(
            """
            topology = "linear:3"
            duration = 60 s
            ping-all = [{ at = 1 s }, { at = 50 s }]
            events = [{ at = 5 s, link-down = "1-2" }, { at = 40 s, link-up = "1-2" }]
            """);
    Interrupting controller = new Interrupting();
    try (VirtualNetwork network = new VirtualNetwork(scenario, controller::at)) {
      network.awaitController(LIMIT_NS);
      controller.interruptAfter(LIMIT_NS / 4);
      ScenarioReport report = network.run();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThat(report.run().interrupted()).isTrue();
      assertThat(report.run().durationNs())
          .as("when the port goes down")
          .isBetween(LIMIT_NS / 2, LIMIT_NS);
      assertThat(report.pings().sent()).isEqualTo(6);
      assertThat(report.pings().lost()).isZero();
      assertThat(report.pings().cut()).as("those at 50 s").isEqualTo(6);
      assertThat(report.events()).containsExactly("5.000 s: link-down 1-2");
      assertThat(report.text()).contains("interrupted   before its end at 60.0 s; frames of flows");
      assertThat(report.json())
          .contains("\"interrupted\" : true", "link-down")
          .doesNotContain("link-up");
    }
  }

  @Test
  void shouldTellWhetherAConditionHolds() throws Exception {
    ScenarioReport report =
        run("topology = \"linear:2\"\nduration = 1 s\nping-all = [{ at = 0 s }]");
    assertThat(ScenarioMetrics.judge(condition("lost(pings) > 0 %"), report).holds()).isFalse();
    assertThat(ScenarioMetrics.judge(condition("max(round-trip) > 10 us"), report).holds())
        .isTrue();
    assertThat(ScenarioMetrics.judge(condition("lost(frames) > 50 %"), report).reasons())
        .as("there were no flows")
        .containsExactly("lost(frames): not measured, so nobody can tell");
  }

  @Test
  void shouldHaveFlowsTheirWaysAndFailuresOnThePage() throws Exception {
    NetworkScenario scenario =
        scenario(
            """
            name = shown
            topology = "linear:3"
            duration = 10 s
            ping-all = [{ at = 5 s }]
            traffic = [{ kind = udp, from = 1, to = 3, size = 14720, rate = 1M }]
            events = [{ at = 2 s, port-down = "3:2" }, { at = 6 s, controller-away = all }]
            """);
    try (VirtualNetwork network = new VirtualNetwork(scenario, clock -> new Flooding())) {
      network.awaitController(LIMIT_NS);
      NetworkPage page = network.notePage();
      ScenarioReport report = network.run();
      JsonNode json = NetworkPageTest.data(page);
      assertThat(json.get("pings")).hasSize((int) report.pings().sent());
      JsonNode shown = json.get("scenario");
      assertThat(shown.get("lines").toString()).contains("[\"pings\",\"6, 4 lost (66.67 %)\"]");
      assertThat(shown.get("events").toString())
          .isEqualTo(
              "[{\"at\":2.0,\"text\":\"port-down"
                  + " 3:2\",\"thing\":\"link\",\"fails\":true,\"index\":4},{\"at\":6.0,\"text\":\"controller-away"
                  + " all\",\"thing\":\"controller\",\"fails\":true,\"index\":-1}]");
      assertThat(shown.get("flows")).hasSize(1);
      assertThat(shown.get("flows").get(0).toString())
          .startsWith("[0,2,\"udp\",0.0,14720,10,10,0,0.4,")
          .endsWith(",[[0.001,[0,1,2]]],10]");
    }
  }

  @Test
  void shouldCountAFlowAsIncompleteAndNotAsLostWhenItsTargetIsNotFound() throws Exception {
    NetworkScenario scenario =
        scenario(
            """
            topology = "linear:2"
            special-hosts = [{ hosts = 2, vlan = 20 }]
            duration = 10 s
            traffic = [{ kind = udp, from = 1, to = 2, size = 14720, rate = 1M }]
            """);
    try (VirtualNetwork network = new VirtualNetwork(scenario, clock -> new Flooding())) {
      network.awaitController(LIMIT_NS);
      NetworkPage page = network.notePage();
      ScenarioReport report = network.run();
      assertThat(report.flows().lostFrames()).isZero();
      assertThat(ScenarioMetrics.judge(condition("incomplete > 0"), report).holds()).isTrue();
      assertThat(report.isWhole()).isFalse();
      assertThat(NetworkPageTest.data(page).at("/scenario/flows/0").toString())
          .as("ten frames, none of which was sent")
          .isEqualTo("[0,1,\"udp\",0.0,14720,10,0,0,-1.0,0.0,[],0]");
    }
  }

  private static Condition condition(String text) throws Exception {
    return Condition.parse(text, ScenarioMetrics.all());
  }

  private NetworkScenario scenario(String text) throws IOException, ScenarioException {
    Path file = Files.writeString(folder.resolve("net.conf"), text);
    return NetworkScenarioFile.load(Optional.of(file), List.of());
  }

  private ScenarioReport run(String text) throws IOException, ScenarioException {
    try (VirtualNetwork network = new VirtualNetwork(scenario(text), clock -> new Flooding())) {
      return network.run(LIMIT_NS);
    }
  }

  /** Interrupts the thread of the network, as a signal does. */
  private static final class Interrupting {
    private LongSupplier clock = () -> 0;
    private long atNs = Long.MAX_VALUE;

    VirtualController at(LongSupplier clockNs) {
      clock = clockNs;
      Flooding flooding = new Flooding();
      return new VirtualController() {
        @Override
        public ByteChannel connect() {
          return flooding.connect();
        }

        @Override
        public int doWork() {
          if (clock.getAsLong() >= atNs) {
            Thread.currentThread().interrupt();
          }
          return flooding.doWork();
        }

        @Override
        public long nextNs() {
          return NEVER;
        }

        @Override
        public void close() {
          flooding.close();
        }
      };
    }

    void interruptAfter(long durationNs) {
      atNs = clock.getAsLong() + durationNs;
    }
  }

  /** Answers each switch's HELLO, and has it flood everything. */
  public static final class Flooding implements VirtualController {
    private final List<Connection> connections = new ArrayList<>();

    @Override
    public ByteChannel connect() {
      Connection connection = new Connection();
      connections.add(connection);
      return connection;
    }

    @Override
    public int doWork() {
      return connections.stream().mapToInt(Connection::greet).sum();
    }

    @Override
    public long nextNs() {
      return NEVER;
    }

    @Override
    public void close() {
      connections.forEach(Connection::close);
    }
  }

  private static final class Connection implements ByteChannel {
    private final ByteBuffer toSwitch = ByteBuffer.allocate(4096).flip();
    private boolean greeted;
    private boolean open = true;

    int greet() {
      if (greeted) {
        return 0;
      }
      greeted = true;
      toSwitch.clear().put(Header.alone(OpenFlow.VERSION_10, OpenFlow.HELLO, 1));
      toSwitch.put(ColdCodec.bytes(OF.buildFeaturesRequest().build()));
      toSwitch.put(
          ColdCodec.bytes(
              OF.buildFlowAdd()
                  .setMatch(OF.matchWildcardAll())
                  .setBufferId(OFBufferId.NO_BUFFER)
                  .setOutPort(OFPort.ANY)
                  .setActions(List.of(OF.actions().output(OFPort.FLOOD, 0)))
                  .build()));
      toSwitch.flip();
      return 1;
    }

    @Override
    public int read(ByteBuffer to) {
      if (!open) {
        return -1;
      }
      int before = to.position();
      while (toSwitch.hasRemaining() && to.hasRemaining()) {
        to.put(toSwitch.get());
      }
      return to.position() - before;
    }

    @Override
    public int write(ByteBuffer from) {
      int count = from.remaining();
      from.position(from.limit());
      return count;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
