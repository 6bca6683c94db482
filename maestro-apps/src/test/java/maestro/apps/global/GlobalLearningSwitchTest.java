package maestro.apps.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import maestro.api.RequestStage;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GlobalLearningSwitchTest {
  private static final long A = 1;
  private static final long B = 2;
  private static final long BROADCAST = 0xffff_ffff_ffffL;

  private final FakeOutput output = new FakeOutput();

  @ParameterizedTest
  @ValueSource(strings = {"cas", "shared", "lock", "stm"})
  void shouldSwitchWhenBothHostsAreAtOneSwitch(String table) {
    RequestStage stage = stage("table = " + table);
    assertThat(handle(stage, 7, 1, A, B)).containsExactly("flood");
    assertThat(handle(stage, 7, 2, B, A)).containsExactly("install port 1 idle 10 hard 0");
    assertThat(handle(stage, 7, 1, A, B)).containsExactly("install port 2 idle 10 hard 0");
    assertThat(handle(stage, 7, 1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(stage, 7, 2, A, B)).containsExactly("remove flows to 1", "drop");
  }

  @Test
  void shouldFloodWhenTheDestinationIsAtAnotherSwitch() {
    RequestStage stage = stage("");
    handle(stage, 8, 1, A, B);
    assertThat(handle(stage, 9, 1, B, A)).containsExactly("flood");
    assertThat(handle(stage, 9, 2, A, B))
        .as("known from the other switch, and nothing to remove there")
        .containsExactly("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldLearnNothingFromReservedAddressesAndGroups() {
    RequestStage stage = stage("");
    assertThat(handle(stage, 1, 1, A, 0x0180_c200_000eL)).containsExactly("drop");
    handle(stage, 1, 1, BROADCAST, B);
    assertThat(handle(stage, 1, 2, B, A)).containsExactly("flood");
    assertThat(handle(stage, 1, 2, B, BROADCAST)).containsExactly("flood");
  }

  @Test
  void shouldGoOnWhenTheTableIsFull() {
    RequestStage stage = stage("table-size = 16");
    for (int host = 1; host <= 1000; host++) {
      assertThat(handle(stage, 1, 1, host, BROADCAST)).containsExactly("flood");
    }
    assertThat(handle(stage, 1, 2, 1, 2))
        .containsExactly("remove flows to 1", "install port 1 idle 10 hard 0");
    assertThat(handle(stage, 1, 2, 1, 1000)).containsExactly("flood");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cas", "lock"})
  void shouldAllocateNothingWhenHostsAreLookedUp(String table) {
    double bytes =
        Allocation.bytesPerRequest(
            stage("table = " + table),
            FakeRequest.between(7, 1, A, B),
            FakeRequest.between(7, 2, B, A));
    assertThat(bytes).isLessThan(0.1);
  }

  @Test
  void shouldRefuseSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> stage("table = map")).hasMessageContaining("cas, shared, lock, stm");
    assertThatThrownBy(() -> stage("table-size = 1")).hasMessageContaining("16 to 16777216");
    assertThatThrownBy(() -> stage("locks = 3")).hasMessageContaining("a power of two");
    assertThatThrownBy(() -> stage("idle-timeout = 20 h")).hasMessageContaining("65535 s");
  }

  private List<String> handle(RequestStage stage, long at, int port, long source, long target) {
    output.takeSaid();
    stage.onRequest(FakeRequest.between(at, port, source, target), output);
    return output.takeSaid();
  }

  private static RequestStage stage(String settings) {
    FakePlatform platform = FakePlatform.withSettings("global-learning-switch", settings);
    return (RequestStage) platform.start(new GlobalLearningSwitch()).batch().orElseThrow().get();
  }
}
