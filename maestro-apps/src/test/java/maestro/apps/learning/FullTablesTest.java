package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import maestro.api.RequestStage;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.LogOfClass;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FullTablesTest {
  @AutoClose private final LogOfClass log = new LogOfClass(LearningSwitch.class);
  private final FakePlatform platform =
      FakePlatform.withSettings("learning-switch", "table-size = 1024");
  private final RequestStage stage =
      (RequestStage) platform.start(new LearningSwitch()).batch().orElseThrow().get();

  @Test
  void shouldSayOnceForEachSwitchWhichSizeWouldDo() {
    hear(1, 20_000);
    assertThat(log.lines()).as("they may never come again").isEmpty();
    for (int round = 0; round < 5; round++) {
      hear(1, 20_000);
      hear(0x2a, 20_000);
    }
    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(0))
        .startsWith("switch 00:00:00:00:00:00:00:01: about ")
        .containsPattern("the host table holds 1024,.* table-size = (16384|32768) would hold them");
    assertThat(log.lines().get(1)).startsWith("switch 00:00:00:00:00:00:00:2a: ");
  }

  @Test
  void shouldSayNothingWhenHostsFit() {
    for (int round = 0; round < 5; round++) {
      hear(1, 1024);
    }
    assertThat(log.lines()).isEmpty();
  }

  private void hear(long datapathId, int hosts) {
    for (int host = 1; host <= hosts; host++) {
      FakeOutput output = new FakeOutput();
      stage.onRequest(FakeRequest.between(datapathId, 1, host, 1 + host % hosts), output);
    }
    platform.advance(Duration.ZERO);
  }
}
