package maestro.apps.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import maestro.api.RequestStage;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class RequestCostTest {
  private static RequestStage stage(String settings) {
    FakePlatform platform = FakePlatform.withSettings("request-cost", settings);
    return (RequestStage) platform.start(new RequestCost()).batch().orElseThrow().get();
  }

  @Test
  void shouldSpendItsTimeAndDecideNothingWhenARequestComes() {
    FakeRequest request = FakeRequest.between(1, 2, 0xa, 0xb);
    FakeOutput output = new FakeOutput();
    RequestStage stage = stage("time = 1 ms");
    long start = System.nanoTime();

    stage.onRequest(request, output);

    assertThat(System.nanoTime() - start)
        .isGreaterThanOrEqualTo(1_000_000); // at least: no limit above
    assertThat(output.takeSaid()).isEmpty();
    assertThat(request.tracked()).isEmpty();
  }

  @Test
  void shouldAllocateWhatIsAskedForAndNothingByItself() {
    FakeRequest request = FakeRequest.between(1, 2, 0xa, 0xb);
    FakeOutput output = new FakeOutput();
    assertThat(allocatedBytes(stage("time = 0 s"), request, output)).isLessThan(1000);
    assertThat(allocatedBytes(stage("time = 0 s, allocate = 4 KiB"), request, output))
        .isBetween(4_096_000L, 4_200_000L);
  }

  /** By a thousand requests, after as many. */
  private static long allocatedBytes(RequestStage stage, FakeRequest request, FakeOutput output) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 0; i < 2000; i++) {
      if (i == 1000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      stage.onRequest(request, output);
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void shouldNameTheKeyAndTheRangeWhenTheTimeIsTooLong() {
    assertThatThrownBy(() -> stage("time = 2ms"))
        .hasMessage("time: found 2ms; allowed: 0 s to 1 ms");
    assertThatThrownBy(() -> stage("time = -1 ns"))
        .hasMessage("time: found -1 ns; allowed: 0 s to 1 ms");
    assertThatThrownBy(() -> stage("allocate = 1 MiB"))
        .hasMessage("allocate: found 1 MiB; allowed: 0 B to 64 KiB");
  }
}
