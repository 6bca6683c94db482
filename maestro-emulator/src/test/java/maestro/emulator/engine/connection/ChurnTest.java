package maestro.emulator.engine.connection;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.TruthResponder;
import maestro.emulator.engine.VirtualRun;
import maestro.emulator.engine.VirtualTime;
import maestro.emulator.engine.plan.EventPlan;
import maestro.emulator.engine.plan.SwitchEvent;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.LoadResult.Outage;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioFile;
import maestro.emulator.scenario.TopologyEvent;
import maestro.emulator.topology.Generators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Events of the network, in virtual time. */
class ChurnTest {
  private static final List<SwitchEvent> AWAY =
      List.of(new SwitchEvent(100 * MS, 1, 0, true), new SwitchEvent(200 * MS, 1, 0, false));

  private final Plans plans = new Plans();
  private final List<Integer> portStatuses = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldMissNothingAndGoOnWhenASwitchWasAway(LoadMode mode) {
    plans.mode = mode;
    LoadResult result = run(AWAY);
    assertThat(result.failure()).isEmpty();
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.allErrors().total()).isZero();
    }
    Outage outage = result.outages().get(0);
    assertThat(result.outages()).hasSize(1);
    assertThat(outage.switchNumber()).isEqualTo(1);
    assertThat(outage.fromNs()).isBetween(100 * MS, 102 * MS);
    assertThat(outage.untilNs()).isBetween(220 * MS, 240 * MS);
    assertThat(result.switches().get(1).answeredByWindow()[0]).isPositive();
    assertThat(result.switches().get(1).answeredByWindow()[1]).isLessThanOrEqualTo(20);
    assertThat(result.switches().get(1).answeredByWindow()[2]).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void shouldLeaveOutOfThePlanWhatASwitchWouldHaveAskedMeanwhile(int threads) {
    plans.mode = LoadMode.RATE;
    plans.threadCount = threads;
    LoadResult result = run(AWAY);
    assertThat(result.switches().get(0).offeredRequests()).isBetween(299L, 301L);
    assertThat(result.switches().get(1).offeredRequests()).isBetween(160L, 182L);
    assertThat(result.delays().getMaxValue()).isLessThan(20 * MS);
  }

  @Test
  void shouldNotComeBackWhenNoEventSaysSo() {
    plans.mode = LoadMode.RATE;
    LoadResult result = run(AWAY.subList(0, 1));
    assertThat(result.failure()).isEmpty();
    assertThat(result.outages()).extracting(Outage::untilNs).containsExactly(Long.MAX_VALUE);
    assertThat(result.switches()).extracting(s -> s.allErrors().missing()).containsOnly(0L);
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  void shouldSayPortStatusWhenAPortGoesDownAndUp(int version) {
    plans.version = version;
    plans.mode = LoadMode.RATE;
    LoadResult result =
        run(
            List.of(
                new SwitchEvent(50 * MS, 2, 1, true),
                new SwitchEvent(60 * MS, 3, 2, true),
                new SwitchEvent(150 * MS, 2, 1, false)));
    assertThat(result.failure()).isEmpty();
    assertThat(portStatuses).containsExactly(0, 0, 2, 1);
  }

  @Test
  void shouldCutTheLinkForFramesWhileAPortIsDown() {
    Churn churn = new Churn(List.of(), (switchNumber, port) -> 7L << 16 | port);
    assertThat(churn.otherEnd(1, 2)).isEqualTo(7L << 16 | 2);
    churn.set(1, 2, true);
    assertThat(churn.otherEnd(1, 2)).isEqualTo(-1);
    assertThat(churn.otherEnd(2, 1)).isEqualTo(7L << 16 | 1);
    churn.set(1, 2, false);
    assertThat(churn.otherEnd(1, 2)).isEqualTo(7L << 16 | 2);
  }

  @Test
  void shouldTakeLinksDownWithTheirSwitchAndUpWithTheLastOfBoth() throws Exception {
    List<TopologyEvent> events =
        List.of(
            new TopologyEvent(1, TopologyEvent.Kind.LINK_DOWN, "1-2", 0, 0, 0),
            new TopologyEvent(2, TopologyEvent.Kind.SWITCH_DOWN, "2", 1, 0, 0),
            new TopologyEvent(3, TopologyEvent.Kind.LINK_UP, "1-2", 0, 0, 0),
            new TopologyEvent(4, TopologyEvent.Kind.SWITCH_UP, "2", 1, 0, 0),
            new TopologyEvent(5, TopologyEvent.Kind.PORT_FLAP, "3:2", 2, 2, 3));
    assertThat(EventPlan.of(events, Generators.linear(3, 2)))
        .containsExactly(
            new SwitchEvent(1, 0, 1, true),
            new SwitchEvent(1, 1, 1, true),
            new SwitchEvent(2, 1, 2, true),
            new SwitchEvent(2, 2, 1, true),
            new SwitchEvent(2, 1, 0, true),
            new SwitchEvent(4, 0, 1, false),
            new SwitchEvent(4, 1, 1, false),
            new SwitchEvent(4, 1, 2, false),
            new SwitchEvent(4, 2, 1, false),
            new SwitchEvent(4, 1, 0, false),
            new SwitchEvent(5, 2, 2, true),
            new SwitchEvent(8, 2, 2, false));
  }

  @ParameterizedTest
  @EnumSource(names = {"MAX", "RATE"})
  void shouldOweNothingToASwitchThatIsAway(LoadMode mode) throws Exception {
    Scenario scenario =
        ScenarioFile.defaultsWith(
            "load=" + mode.text(),
            "openflow=1.0",
            "network.switches=4",
            "network.topology=ring",
            "hosts=16 per switch",
            "probing.enabled=false",
            mode == LoadMode.RATE ? "rates.total=4k" : "threads=1",
            "durations.warm-up=50 ms",
            "durations.measure=500 ms",
            "events=[{at=100 ms,switch-down=2},{at=200 ms,switch-up=2},"
                + "{at=300ms,port-flap=\"1:1\",for=50ms}]");
    RunResult result =
        Emulation.run(
            scenario,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
            "truth",
            Emulation.CpuMeter.NONE,
            VirtualRun.against(() -> (request, out) -> out.write(request.answer())),
            Progress.NONE);
    assertThat(result.completion().reason()).isEmpty();
    assertThat(result.answers().errors().total()).isZero();
    assertThat(result.switches().get(1).deviation()).isBetween(-0.06, 0.06);
    assertThat(result.events())
        .extracting(e -> e.event())
        .containsExactly("switch-down 2", "switch-up 2", "port-flap 1:1");
    assertThat(result.events().get(0).awaySeconds()).isBetween(0.12, 0.14);
  }

  private LoadResult run(List<SwitchEvent> events) {
    VirtualTime time = new VirtualTime();
    try (TruthResponder responder =
        new TruthResponder(() -> (request, out) -> out.write(request.answer()), time)) {
      LoadResult result =
          new VirtualRun(plans.plan().with(events), responder, time).run(Progress.NONE);
      portStatuses.addAll(responder.portStatuses());
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
