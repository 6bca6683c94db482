package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.api.BadSettingException;
import maestro.api.FlowActions;
import maestro.api.PortInfo;
import maestro.api.RequestStage;
import maestro.apps.testkit.ActionText;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class LearningSwitchTest {
  private static final long A = 0x0000_0000_0001L;
  private static final long B = 0x0000_0000_0002L;
  private static final long BROADCAST = 0xffff_ffff_ffffL;

  private final FakeOutput output = new FakeOutput();
  private final RequestStage stage = stage("");

  @Test
  void shouldFloodWhenTheDestinationIsUnknown() {
    assertThat(handle(1, A, B)).containsExactly("flood");
  }

  @Test
  void shouldInstallAFlowWhenTheDestinationIsKnown() {
    handle(1, A, B);
    assertThat(handle(2, B, A)).containsExactly("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldFloodWhenTheDestinationIsAGroup() {
    assertThat(handle(1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(1, A, 0x0100_5e00_0001L)).containsExactly("flood");
  }

  /** OpenFlow 1.0 does not forbid the number, and switches have it. */
  @Test
  void shouldSendToAHostAtPort0() {
    assertThat(handle(0, A, B)).containsExactly("flood");
    assertThat(handle(2, B, A)).containsExactly("install port 0 idle 10 hard 0");
    assertThat(handle(0, A, B)).containsExactly("install port 2 idle 10 hard 0");
    assertThat(handle(3, A, B))
        .containsExactly("remove flows to 1", "install port 2 idle 10 hard 0");
  }

  @Test
  void shouldNotLearnASourceThatIsAGroup() {
    handle(1, BROADCAST, A);
    handle(1, 0x0100_5e00_0001L, A);
    assertThat(handle(2, B, 0x0100_5e00_0001L)).containsExactly("flood");
    assertThat(handle(2, A, BROADCAST)).containsExactly("flood");
  }

  @Test
  void shouldRemoveStaleFlowsWhenAHostMoves() {
    handle(1, A, B);
    assertThat(handle(3, A, B)).containsExactly("remove flows to 1", "flood");
    assertThat(handle(2, B, A)).containsExactly("install port 3 idle 10 hard 0");
    assertThat(handle(3, A, B)).containsExactly("install port 2 idle 10 hard 0");
  }

  @Test
  void shouldDropWhenTheAddressIsReserved() {
    for (int last = 0; last < 16; last++) {
      assertThat(handle(1, A, 0x0180_c200_0000L + last)).containsExactly("drop");
    }
    assertThat(handle(1, A, 0x0180_c200_0010L)).containsExactly("flood");
    assertThat(handle(2, B, 0x0180_c200_000eL)).containsExactly("drop");
    assertThat(handle(1, A, B)).as("a reserved frame teaches nothing").containsExactly("flood");
  }

  @Test
  void shouldDropWhenTheDestinationIsWhereThePacketCameFrom() {
    handle(1, A, BROADCAST);
    assertThat(handle(1, B, A)).containsExactly("drop");
  }

  @Test
  void shouldUseTheConfiguredTimeouts() {
    RequestStage other = stage("idle-timeout = 30 s, hard-timeout = 1 m");
    handle(other, 1, A, B);
    assertThat(handle(other, 2, B, A)).containsExactly("install port 1 idle 30 hard 60");
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    assertThatThrownBy(() -> stage("table-size = 3"))
        .isInstanceOfSatisfying(
            BadSettingException.class,
            e -> {
              assertThat(e.key()).isEqualTo("table-size");
              assertThat(e.allowed()).isEqualTo("16 to 1048576");
            });
    assertThatThrownBy(() -> stage("idle-timeout = 20 h")).hasMessageContaining("idle-timeout");
    assertThatThrownBy(() -> stage("address-timeout = 1 ms"))
        .hasMessageContaining("address-timeout");
  }

  private List<String> handle(int port, long source, long destination) {
    return handle(stage, port, source, destination);
  }

  @Test
  void shouldHandleEachRequestOfABatchOnceWhenItsTableIsLarge() {
    RequestStage large = stage("table-size = 100000");
    int known = 50_000;
    for (int host = 1; host <= known; host++) {
      handle(large, 1 + host % 4, host, BROADCAST);
    }
    FakeRequest[] requests = {
      FakeRequest.between(1, 2, 1, 2), // known, at port 3
      FakeRequest.between(1, 2, known + 1, 1),
      FakeRequest.between(1, 1, 3, known + 1) // which the one before has told; 3 was at port 4
    };
    for (FakeRequest request : requests) {
      request.at(TimeUnit.SECONDS.toNanos(2));
    }
    large.onBatch(new FakeBatch(requests), output);
    assertThat(output.takeSaid())
        .containsExactly(
            "install port 3 idle 10 hard 0",
            "drop",
            "remove flows to 3",
            "install port 2 idle 10 hard 0");
  }

  @Test
  void shouldSayTheSameOfABatchAsOfItsRequestsWhenItHasManyOfSeveralSwitches() {
    RequestStage batched = stage("table-size = 100000");
    RequestStage single = stage("table-size = 100000");
    Random random = new Random(1);
    for (int round = 0; round < 30; round++) {
      FakeRequest[] requests = new FakeRequest[1000];
      for (int i = 0; i < requests.length; i++) {
        int datapathId = random.nextInt(100) == 0 ? 2 : 1;
        int source = 1 + random.nextInt(9000);
        int destination = 1 + random.nextInt(9000);
        requests[i] = FakeRequest.between(datapathId, 1 + source % 4, source, destination);
        requests[i].at(TimeUnit.SECONDS.toNanos(1 + round));
        single.onRequest(requests[i], output);
      }
      List<String> expected = output.takeSaid();
      batched.onBatch(new FakeBatch(requests), output);
      assertThat(output.takeSaid()).isEqualTo(expected);
    }
  }

  @Test
  void shouldFloodToAHostWhosePortIsDownUntilItIsHeardElsewhere() {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    platform.switches().add(1, 3);
    RequestStage to = stage(platform);
    handle(to, 1, A, B);
    handle(to, 2, B, A);
    assertThat(handle(to, 1, A, B)).containsExactly("install port 2 idle 10 hard 0");
    platform.switches().setPort(1, 2, false);
    assertThat(handleAt(to, 1_200, 1, A, B)).containsExactly("flood");
    assertThat(handleAt(to, 1_300, 3, B, A))
        .containsExactly("remove flows to 2", "install port 1 idle 10 hard 0");
    assertThat(handleAt(to, 1_400, 1, A, B)).containsExactly("install port 3 idle 10 hard 0");
  }

  @Test
  void shouldSendToAHostWhenItsPortIsUpAgainOrWasNeverUp() {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    platform.switches().add(1, 2);
    platform.switches().setPort(1, 3, false);
    RequestStage to = stage(platform);
    handle(to, 2, B, A);
    handle(to, 3, A, B); // a switch that does not know the state of this port
    platform.switches().setPort(1, 2, false);
    assertThat(handleAt(to, 1_200, 3, A, B)).containsExactly("flood");
    platform.switches().setPort(1, 2, true);
    assertThat(handleAt(to, 1_400, 3, A, B)).containsExactly("install port 2 idle 10 hard 0");
    assertThat(handleAt(to, 1_400, 2, B, A)).containsExactly("install port 3 idle 10 hard 0");
  }

  @Test
  void shouldFloodToAHostWhenAnotherPortHasTheNumberOfItsPortUntilItIsHeardThere() {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    platform.switches().add(1, 3);
    RequestStage to = stage(platform);
    handle(to, 1, A, B);
    handle(to, 2, B, A);
    platform.switches().setPort(1, new PortInfo(2, 0xee, "other", true, 0));
    assertThat(handleAt(to, 1_200, 1, A, B)).containsExactly("flood");
    assertThat(handleAt(to, 1_300, 2, B, A))
        .containsExactly("remove flows to 2", "install port 1 idle 10 hard 0");
    assertThat(handleAt(to, 1_400, 1, A, B)).containsExactly("install port 2 idle 10 hard 0");
    platform.switches().setPort(1, 2, true);
    assertThat(handleAt(to, 1_600, 1, A, B)).as("the first port again").containsExactly("flood");
  }

  @Test
  void shouldSendPacketsBackByThePortsThatAreForIt() {
    RequestStage to = stage("hairpin-ports = [\"00:00:00:00:00:00:00:01/1\"]");
    String floodAndBack =
        ActionText.of(FlowActions.outputs(FlowActions.FLOOD, FlowActions.IN_PORT));
    assertThat(handle(to, 1, A, BROADCAST)).containsExactly("forward " + floodAndBack);
    assertThat(handle(to, 1, B, A)).containsExactly("install port 1 idle 10 hard 0");
    assertThat(handle(to, 2, 3, BROADCAST)).containsExactly("flood");
    assertThat(handle(to, 2, 4, 3)).as("another port").containsExactly("drop");
    assertThat(handle(to, 1, A, 3)).containsExactly("install port 2 idle 10 hard 0");
    assertThatThrownBy(() -> stage("hairpin-ports = [\"00:00:00:00:00:00:00:01\"]"))
        .as("a whole switch")
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("hairpin-ports");
  }

  private List<String> handle(RequestStage to, int port, long source, long destination) {
    return handleAt(to, 1_000, port, source, destination);
  }

  private List<String> handleAt(RequestStage to, long ms, int port, long source, long destination) {
    output.takeSaid();
    FakeRequest request = FakeRequest.between(1, port, source, destination);
    to.onRequest(request.at(TimeUnit.MILLISECONDS.toNanos(ms)), output);
    return output.takeSaid();
  }

  private static RequestStage stage(String settings) {
    return stage(FakePlatform.withSettings("learning-switch", settings).without("lldp"));
  }

  private static RequestStage stage(FakePlatform platform) {
    return (RequestStage) platform.start(new LearningSwitch()).batch().orElseThrow().get();
  }
}
