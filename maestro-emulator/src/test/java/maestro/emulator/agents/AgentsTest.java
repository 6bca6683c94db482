package maestro.emulator.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import maestro.emulator.agents.DiscoveringController.Link;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.emulator.topology.SwitchTopology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AgentsTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** A busy machine may keep an agent from its heartbeats for seconds. */
  private static final Patience LONG =
      new Patience(300_000, TimeUnit.MINUTES.toNanos(5), TimeUnit.MINUTES.toNanos(5));

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<Agent> agents = new ArrayList<>();
  private Secret secret;
  private BaselineResponder responder;

  @BeforeEach
  void begin() throws Exception {
    secret = Secret.of("a secret of some length", "test");
    responder = BaselineResponder.listen(ANY).start();
  }

  @AfterEach
  void end() throws Exception {
    agents.forEach(Agent::close);
    responder.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldCountTheSameForEachSwitchAsOneProcess(int agentCount) throws Exception {
    Scenario scenario = scenario("durations.measure=500 ms");
    LoadResult alone = Emulation.count(scenario, responder.address(), Progress.NONE);
    try (Coordinator coordinator = coordinator(agentCount)) {
      LoadResult together =
          Emulation.count(scenario, responder.address(), coordinator, Progress.NONE);

      assertThat(together.failure()).isEmpty();
      assertThat(together.measuredNs()).isEqualTo(alone.measuredNs());
      assertThat(together.switches()).hasSameSizeAs(alone.switches());
      for (int i = 0; i < alone.switches().size(); i++) {
        LoadResult.SwitchCounts one = alone.switches().get(i);
        LoadResult.SwitchCounts many = together.switches().get(i);
        assertThat(many.datapathId()).isEqualTo(one.datapathId());
        assertThat(many.offeredRequests())
            .isBetween(one.offeredRequests() - 1, one.offeredRequests() + 1);
        assertThat(many.allErrors().missing()).isZero();
        assertThat(many.allAnsweredRequests()).isEqualTo(many.allSentRequests());
      }
      assertThat(together.probing().getTotalCount()).isPositive();
      assertThat(together.delays().getTotalCount())
          .isEqualTo(
              together.switches().stream().mapToLong(LoadResult.SwitchCounts::sentRequests).sum());
    }
  }

  @Test
  void shouldRefuseWhatFindsAFullSocketWhereverTheSwitchIs() throws Exception {
    Scenario scenario =
        scenario(
            "rates.unsent=dropped",
            "rates.arrivals=bursts(20)",
            "outstanding.limit=1",
            "durations.measure=300 ms");
    try (Coordinator coordinator = coordinator(2)) {
      LoadResult together =
          Emulation.count(scenario, responder.address(), coordinator, Progress.NONE);

      assertThat(together.failure()).isEmpty();
      for (LoadResult.SwitchCounts each : together.switches()) {
        assertThat(each.sentRequests() + each.refusedRequests()).isEqualTo(each.offeredRequests());
        assertThat(each.refusedRequests()).isGreaterThan(each.offeredRequests() / 2).isPositive();
        assertThat(each.allErrors().missing()).isZero();
      }
    }
  }

  private RunResult run(Scenario scenario, Coordinator coordinator) throws ScenarioException {
    return run(scenario, coordinator, Progress.NONE);
  }

  private RunResult run(Scenario scenario, Coordinator coordinator, Progress progress)
      throws ScenarioException {
    return Emulation.run(
        scenario, responder.address(), "limit", Emulation.CpuMeter.NONE, coordinator, progress);
  }

  /** Ends an agent while it measures. */
  private Progress killer(int agent) {
    return (stage, done, total, answered) -> {
      if (stage == Progress.Stage.MEASURING && done > 300) {
        agents.get(agent).close();
      }
    };
  }

  @Test
  void shouldServeOneRunAfterTheOther() throws Exception {
    Scenario scenario = scenario("durations.measure=200 ms");
    try (Coordinator coordinator = coordinator(2)) {
      for (int i = 0; i < 2; i++) {
        RunResult result = run(scenario, coordinator);
        assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
        assertThat(result.subject().scenario().agentCount()).isEqualTo(2);
      }
    }
    await().until(() -> said.stream().filter(line -> line.contains("waiting again")).count() == 2);
  }

  @Test
  void shouldEndTheMeasurementOfTheCapacityWhenItHasSettled() throws Exception {
    Scenario scenario = scenario("durations.measure=300 ms", "rates.total=0.001 x capacity");
    try (Coordinator coordinator = coordinator(2)) {
      RunResult result = run(scenario, coordinator);
      assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
      RunResult.Capacity capacity = result.subject().scenario().capacity();
      assertThat(capacity.requestsPerSecond()).isPositive();
      assertThat(capacity.measuredSeconds()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldNameTheAgentAndKeepWhatOthersCountedWhenOneDies(int dies) throws Exception {
    Scenario scenario = scenario("durations.measure=100 s");
    String survivor = "mh" + (2 - dies) + ": ";
    try (Coordinator coordinator = coordinator(2)) {
      RunResult result = run(scenario, coordinator, killer(dies));

      assertThat(result.completion().reason())
          .matches(
              "agent mh\\d \\(127\\.0\\.0\\.1:\\d+\\) is lost: .*; its switches \\d to \\d are left"
                  + " out(; the probing delay is that of the second probing switch, of agent mh\\d"
                  + " \\(127\\.0\\.0\\.1:\\d+\\))?");
      assertThat(result.completion().reason()).startsWith("agent mh" + (dies + 1) + " ");
      boolean firstIsLost = Double.isNaN(result.switches().get(0).deviation());
      assertThat(result.completion().reason().contains("second probing switch"))
          .isEqualTo(firstIsLost);
      assertThat(result.waits().probing().count()).as("probes of the survivor").isPositive();
      assertThat(result.waits().probing().meanNs()).isPositive();
      assertThat(result.switches()).hasSize(6);
      assertThat(result.switches())
          .filteredOn(each -> Double.isNaN(each.deviation()))
          .hasSize(3)
          .allMatch(each -> each.answeredRequests() == 0);
      assertThat(result.switches())
          .filteredOn(each -> !Double.isNaN(each.deviation()))
          .hasSize(3)
          .allMatch(each -> each.answeredRequests() > 0);
      assertThat(result.fairness().deviation().min())
          .as("of those that are known")
          .isGreaterThan(-1);
      assertThat(result.answers().measuredSeconds()).isPositive();
    }
    await()
        .until(
            () ->
                said.stream()
                    .anyMatch(line -> line.startsWith(survivor) && line.endsWith("waiting again")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPutAnotherAgentInThePlaceOfALostOneWhenNextRunBegins(boolean spareIsHere)
      throws Exception {
    try (Coordinator coordinator = coordinator(2)) {
      if (spareIsHere) {
        start("mh3", coordinator);
        await().until(() -> said.stream().anyMatch(line -> line.startsWith("mh3: connected")));
      }
      assertThat(run(scenario("durations.measure=100 s"), coordinator, killer(0)).completion())
          .isNotEqualTo(RunResult.Completion.COMPLETE);
      if (!spareIsHere) {
        start("mh3", coordinator);
      }
      RunResult next = run(scenario("durations.measure=200 ms"), coordinator);

      assertThat(next.completion()).isEqualTo(RunResult.Completion.COMPLETE);
      assertThat(next.switches()).hasSize(6).allMatch(each -> each.answeredRequests() > 0);
    }
    String address = " \\(127\\.0\\.0\\.1:\\d+\\)";
    assertThat(said)
        .anyMatch(
            line ->
                line.matches("agent mh3" + address + " takes the place of agent mh1" + address));
  }

  @Test
  void shouldRunWithoutALostAgentWhenNoOtherOneComes() throws Exception {
    Patience none = new Patience(LONG.silenceMs(), LONG.partialNs(), 0);
    try (Coordinator coordinator = coordinator(2, none)) {
      run(scenario("durations.measure=100 s"), coordinator, killer(1));
      RunResult next = run(scenario("durations.measure=200 ms"), coordinator);

      assertThat(next.completion().reason()).startsWith("agent mh2 ").contains(" is lost: ");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldCarryDiscoveryBetweenNeighboursWhoeverHasThem(int agentCount) throws Exception {
    Scenario scenario =
        scenario(
            "openflow=\"1.0\"",
            "network.topology=ring",
            "durations.learn=0 s",
            "durations.measure=100 s");
    Set<Link> expected = links(scenario.network().topology());
    try (DiscoveringController controller = new DiscoveringController(3);
        Coordinator coordinator = coordinator(agentCount)) {
      Thread tester = Thread.currentThread();
      AtomicBoolean ended = new AtomicBoolean();
      Progress endWhenAllAreFound =
          (stage, done, total, answered) -> {
            if (controller.found().containsAll(expected) && ended.compareAndSet(false, true)) {
              tester.interrupt();
            }
          };
      Emulation.count(scenario, controller.address(), coordinator, endWhenAllAreFound);

      assertThat(controller.found()).isEqualTo(expected);
    }
  }

  @Test
  void shouldNameTheAgentWhenControllerIsNotThere() throws Exception {
    InetSocketAddress gone = responder.address();
    responder.close();
    try (Coordinator coordinator = coordinator(2)) {
      LoadResult result =
          Emulation.count(scenario("durations.measure=1 s"), gone, coordinator, Progress.NONE);
      assertThat(result.failure()).matches("agent mh\\d .*: cannot connect to .*refused.*");
    }
  }

  @Test
  void shouldSayThatAgentsAreTooManyWhenThereAreFewerSwitches() throws Exception {
    try (Coordinator coordinator = coordinator(2)) {
      LoadResult result =
          Emulation.count(
              scenario("network.switches=1", "hosts=10"),
              responder.address(),
              coordinator,
              Progress.NONE);
      assertThat(result.failure()).startsWith("2 agents for 1 switches");
    }
  }

  @Test
  void shouldSayOneLineAndWaitAgainWhenCoordinatorSendsGarbage() throws Exception {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start("mh1", (InetSocketAddress) stranger.getLocalSocketAddress());
      try (Socket call = stranger.accept()) {
        call.getOutputStream().write(http);
        await().until(() -> said.stream().anyMatch(line -> line.endsWith("waiting again")));
      }
      try (Socket call = stranger.accept();
          AgentLink known = AgentLink.toAgent(call, secret, LONG)) {
        assertThat(known.name()).isEqualTo("mh1");
        call.getOutputStream().write(http);
        await().until(() -> said.size() == 4);
      }
    }
    assertThat(said.get(1))
        .matches(
            "mh1: the coordinator at .* is gone: a frame of 1213486160 bytes; allowed: 1 to 4096;"
                + " waiting again");
    assertThat(said.get(3)).contains("a frame of 1213486160 bytes; allowed: 41 to 67108864");
  }

  @Test
  void shouldEndTheAgentAndTellTheCoordinatorWhenSecretsDiffer() throws Exception {
    try (Coordinator coordinator = Coordinator.listen(ANY, secret, 1, said::add, LONG);
        Agent wrong =
            new Agent(
                coordinator.address(),
                Secret.of("another secret, also long", "test"),
                "mh9",
                said::add,
                LONG)) {
      assertThatThrownBy(wrong::run)
          .isInstanceOf(AuthenticationException.class)
          .hasMessage("the coordinator refuses: the secret is not the coordinator's");
      await().until(() -> said.stream().anyMatch(l -> l.endsWith("its secret is another one")));
    }
  }

  @Test
  void shouldGoOnWaitingForAgentsWhenStrangersSendGarbage() throws Exception {
    try (Coordinator coordinator = Coordinator.listen(ANY, secret, 1, said::add, LONG)) {
      try (Socket stranger = new Socket()) {
        stranger.connect(coordinator.address());
        byte[] garbage = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        stranger.getOutputStream().write(garbage);
        await().until(() -> said.stream().anyMatch(l -> l.contains("a frame of 1195725856 bytes")));
      }
      start("mh1", coordinator);
      coordinator.await();
    }
  }

  private static Set<Link> links(SwitchTopology topology) {
    Set<Link> links = new HashSet<>();
    for (int sw = 0; sw < topology.switchCount(); sw++) {
      for (int port = 1; port < topology.firstHostPort(sw); port++) {
        int to = topology.neighbor(sw, port) + 1;
        int inPort = topology.neighborPort(sw, port);
        links.add(new Link(DiscoveringController.LLDP, sw + 1, port, to, inPort));
        links.add(new Link(DiscoveringController.BDDP, sw + 1, port, to, inPort));
      }
    }
    return links;
  }

  private Coordinator coordinator(int count) throws IOException, InterruptedException {
    return coordinator(count, LONG);
  }

  private Coordinator coordinator(int count, Patience patience)
      throws IOException, InterruptedException {
    Coordinator coordinator = Coordinator.listen(ANY, secret, count, said::add, patience);
    for (int i = 1; i <= count; i++) {
      start("mh" + i, coordinator);
    }
    coordinator.await();
    return coordinator;
  }

  private void start(String name, Coordinator coordinator) {
    start(name, coordinator.address());
  }

  private void start(String name, InetSocketAddress coordinator) {
    Agent agent = new Agent(coordinator, secret, name, line -> said.add(name + ": " + line), LONG);
    agents.add(agent);
    CompletableFuture<Void> run =
        CompletableFuture.runAsync(
            () -> {
              try {
                agent.run();
              } catch (IOException | InterruptedException e) {
                said.add(name + " ended: " + e.getMessage());
              }
            },
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              thread.start();
            });
    assertThat(run).isNotCompletedExceptionally();
  }

  private static Scenario scenario(String... settings) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load=rate",
                "rates.total=6k",
                "rates.distribution=zipf(1)",
                "network.switches=6",
                "hosts=60",
                "probing.rate=50",
                "durations.warm-up=100 ms",
                "durations.drain=1 m"));
    all.addAll(List.of(settings));
    return ScenarioFile.defaultsWith(all.toArray(String[]::new));
  }
}
