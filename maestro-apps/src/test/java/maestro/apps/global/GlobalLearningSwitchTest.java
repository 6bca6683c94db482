package maestro.apps.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.api.PortInfo;
import maestro.api.RequestStage;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GlobalLearningSwitchTest {
  private static final long A = 1;
  private static final long B = 2;
  private static final long C = 3;
  private static final long GROUP = 1L << 40;
  private static final long ASKS = 5_000;
  private static final long ASKS_TOO = 5_001;
  private static final long FLOODERS_HOSTS = 0x0200_0000_0000L;
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

  /** The stage when switch 7 has so many ports, with A at the first and B at the second. */
  private RequestStage knowingBoth(FakePlatform platform, int ports) {
    platform.switches().add(7, ports);
    RequestStage stage = stage(platform);
    handle(stage, 7, 1, A, B);
    handle(stage, 7, 2, B, A);
    return stage;
  }

  @Test
  void shouldFloodToAHostWhosePortIsGone() {
    FakePlatform platform = FakePlatform.withSettings("global-learning-switch", "");
    RequestStage stage = knowingBoth(platform, 2);
    platform.switches().setPort(7, 1, false);
    output.takeSaid();
    stage.onRequest(FakeRequest.between(7, 2, B, A).at(TimeUnit.SECONDS.toNanos(100)), output);
    assertThat(output.takeSaid()).containsExactly("flood");
  }

  @Test
  void shouldFloodToAHostWhenAnotherPortHasTheNumberOfItsPort() {
    FakePlatform platform = FakePlatform.withSettings("global-learning-switch", "");
    RequestStage stage = knowingBoth(platform, 2);
    platform.switches().setPort(7, new PortInfo(1, 0xee, "other", true, 0));
    FakeRequest later = FakeRequest.between(7, 2, B, A).at(TimeUnit.SECONDS.toNanos(100));
    output.takeSaid();
    stage.onRequest(later, output);
    assertThat(output.takeSaid()).containsExactly("flood");
    handle(stage, 7, 1, A, BROADCAST);
    stage.onRequest(later, output);
    assertThat(output.takeSaid()).contains("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldKnowTheHostsOfASwitchThatIsBackWhenTheirPortsAreTheSame() {
    FakePlatform platform = FakePlatform.withSettings("global-learning-switch", "");
    RequestStage stage = knowingBoth(platform, 3);
    platform.switches().remove(7);
    handle(stage, 7, 3, C, A); // before it has described its ports
    platform.switches().add(7, 3);
    platform.switches().setPort(7, new PortInfo(1, 0xee, "other", true, 0));
    assertThat(handle(stage, 7, 3, C, A)).as("another port has its number").contains("flood");
    assertThat(handle(stage, 7, 3, C, B)).containsExactly("install port 2 idle 10 hard 0");
    handle(stage, 7, 1, A, BROADCAST);
    assertThat(handle(stage, 7, 3, C, A)).containsExactly("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldKeepTheSameAddressApartWhenItIsInTwoVlans() {
    for (String table : new String[] {"cas", "shared", "lock", "stm"}) {
      RequestStage stage = stage("table = " + table);
      tagged(stage, 1, 10, A, BROADCAST);
      assertThat(tagged(stage, 2, 20, A, BROADCAST))
          .as("it has not moved")
          .containsExactly("flood");
      assertThat(tagged(stage, 3, 10, B, A))
          .containsExactly("install by VLAN port 1 idle 10 hard 0");
      assertThat(tagged(stage, 3, 20, B, A))
          .containsExactly("install by VLAN port 2 idle 10 hard 0");
      assertThat(tagged(stage, 3, -1, B, A)).containsExactly("flood");
    }
  }

  private List<String> tagged(
      RequestStage stage, int port, int vlan, long source, long destination) {
    output.takeSaid();
    stage.onRequest(FakeFrame.between(source, destination).vlan(vlan).at(7, port), output);
    return output.takeSaid();
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
  @ValueSource(strings = {"cas", "shared", "lock", "stm"})
  void shouldKeepAndLearnHostsOfOthersWhenSwitchesFlood(String table) {
    int hosts = 200;
    RequestStage stage = stage("table-size = 4096, locks = 1, table = " + table);
    for (int host = 1; host <= hosts; host++) {
      handle(stage, 7, host, host, BROADCAST); // of a good switch
      handle(stage, 8, host, FLOODERS_HOSTS + host, BROADCAST); // of one that floods later
    }
    Random random = new Random(1);
    for (int i = 0; i < 60_000; i++) {
      long madeUp = ((random.nextLong() >>> 17) & ~GROUP) | FLOODERS_HOSTS;
      handle(stage, 8 + i % 3, 9_999, madeUp, BROADCAST);
      if (i % 1_000 == 0) { // new hosts of the good switch come in the middle of it
        int host = hosts + 1 + i / 1_000;
        handle(stage, 7, host, host, BROADCAST);
      }
    }
    for (int host = 1; host <= hosts + 60; host++) {
      assertThat(handle(stage, 7, 999, ASKS, host))
          .as("host %s", host)
          .containsExactly("install port " + host + " idle 10 hard 0");
    }
    for (int host = 1; host <= hosts; host++) {
      assertThat(handle(stage, 8, 999, ASKS_TOO, FLOODERS_HOSTS + host))
          .containsExactly("install port " + host + " idle 10 hard 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cas", "lock"})
  void shouldAllocateNothingWhenAddressesAreMadeUp(String table) {
    FakeRequest[] flood = new FakeRequest[64];
    RequestStage stage = stage("table-size = 16, table = " + table);
    for (int i = 0; i < flood.length; i++) {
      flood[i] = FakeRequest.between(7, 1, i + 1, B);
    }
    assertThat(Allocation.bytesPerRequest(stage, flood)).isLessThan(0.1);
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
    return stage(FakePlatform.withSettings("global-learning-switch", settings));
  }

  private static RequestStage stage(FakePlatform platform) {
    return (RequestStage) platform.start(new GlobalLearningSwitch()).batch().orElseThrow().get();
  }
}
