package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.config.BadConfigurationException;
import maestro.config.ConfigLoader;
import maestro.config.MaestroConfig;
import maestro.metrics.Metrics;
import maestro.net.SwitchTable;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost;
import maestro.sequence.ApplicationHost.Configured;
import maestro.sequence.ApplicationStartException;
import org.junit.jupiter.api.Test;

class WatchedStartsTest {
  private final List<String> started = new ArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  private final MaestroConfig config;

  WatchedStartsTest() throws BadConfigurationException {
    config = ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0");
  }

  private Configured application(String name, boolean blocks) {
    return new Configured(
        new TestApplication(name, context -> start(context, name, blocks)), ConfigFactory.empty());
  }

  private Stages start(ApplicationContext context, String name, boolean blocks) {
    assertThat(context).isNotNull();
    try {
      if (blocks) {
        never.await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    started.add(name);
    return Stages.batch(() -> (request, output) -> {});
  }

  private void start(List<Configured> applications) {
    new ApplicationHost(applications, config, new SwitchTable(), new Metrics()).end();
  }

  @Test
  void shouldNameTheApplicationThatBlocksInStart() {
    List<Configured> both = List.of(application("quick", false), application("stuck", true));

    assertThatThrownBy(() -> new WatchedStarts(1).start(both, this::start))
        .isInstanceOf(ApplicationStartException.class)
        .hasMessage(
            "the application 'stuck' could not start: it has been in start for more than 1 s");
    assertThat(started).containsExactly("quick");
  }

  @Test
  void shouldReturnWhenAllHaveStarted() throws InterruptedException {
    new WatchedStarts(60)
        .start(List.of(application("a", false), application("b", false)), this::start);
    assertThat(started).containsExactly("a", "b");
  }

  @Test
  void shouldThrowWhatStartingThrows() {
    assertThatThrownBy(
            () ->
                new WatchedStarts(60)
                    .start(
                        List.of(),
                        unused -> {
                          throw new IllegalArgumentException("broken");
                        }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("broken");
  }
}
