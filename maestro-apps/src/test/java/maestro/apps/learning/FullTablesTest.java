package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import maestro.api.RequestStage;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FullTablesTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(LearningSwitch.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final FakePlatform platform =
      FakePlatform.withSettings("learning-switch", "table-size = 1024");
  private final RequestStage stage =
      (RequestStage) platform.start(new LearningSwitch()).batch().orElseThrow().get();

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  @Test
  void shouldSayOnceForEachSwitchWhichSizeWouldDo() {
    hear(1, 20_000);
    assertThat(lines()).as("they may never come again").isEmpty();
    for (int round = 0; round < 5; round++) {
      hear(1, 20_000);
      hear(0x2a, 20_000);
    }
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0))
        .startsWith("switch 00:00:00:00:00:00:00:01: about ")
        .containsPattern("the host table holds 1024,.* table-size = (16384|32768) would hold them");
    assertThat(lines().get(1)).startsWith("switch 00:00:00:00:00:00:00:2a: ");
  }

  @Test
  void shouldSayNothingWhenHostsFit() {
    for (int round = 0; round < 5; round++) {
      hear(1, 1024);
    }
    assertThat(lines()).isEmpty();
  }

  private void hear(long datapathId, int hosts) {
    for (int host = 1; host <= hosts; host++) {
      FakeOutput output = new FakeOutput();
      stage.onRequest(FakeRequest.between(datapathId, 1, host, 1 + host % hosts), output);
    }
    platform.advance(Duration.ZERO);
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
