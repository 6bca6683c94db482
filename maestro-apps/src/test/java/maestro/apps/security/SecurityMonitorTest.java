package maestro.apps.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import maestro.api.RequestStage;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityMonitorTest {
  @Test
  void shouldLeaveRequestsToOthersWhenThePortIsNotBlocked() {
    FakePlatform platform = FakePlatform.withSettings("security-monitor", "");
    RequestStage stage =
        (RequestStage) platform.start(new SecurityMonitor()).batch().orElseThrow().get();
    FakeOutput output = new FakeOutput();
    stage.onRequest(FakeRequest.between(1, 1, 1, 2), output);
    assertThat(output.takeSaid()).isEmpty();
    assertThat(platform.background("watch")).isNotNull();
  }

  @Test
  void shouldAllocateNothingWhenRequestsAreCounted() {
    FakePlatform platform = FakePlatform.withSettings("security-monitor", "");
    RequestStage stage =
        (RequestStage) platform.start(new SecurityMonitor()).batch().orElseThrow().get();
    double bytes =
        Allocation.bytesPerRequest(
            stage, FakeRequest.between(1, 1, 1, 2), FakeRequest.between(1, 2, 7, 2));
    assertThat(bytes).isLessThan(0.1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "interval = 1 ms | found 1 ms; allowed: 100 ms to 1 m",
        "max-requests-per-second = 0 | 1 to 2147483647",
        "max-addresses = 5001 | 1 to 5000",
        "block-time = 20 h | found 20 h; allowed: 1 s to 65535 s",
        "never-block = [\"1\"] | a datapath id such as",
      })
  void shouldRefuseSettingsThatMakeNoSense(String settings, String allowed) {
    FakePlatform platform = FakePlatform.withSettings("security-monitor", settings);
    assertThatThrownBy(() -> platform.start(new SecurityMonitor())).hasMessageContaining(allowed);
  }
}
