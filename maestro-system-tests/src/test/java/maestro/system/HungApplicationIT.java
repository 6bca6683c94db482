package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application whose stage does not come back: who is served meanwhile. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class HungApplicationIT {
  private static final int FATAL_HOST = 13;
  private static final int SWITCHES = 6;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "sequences.switching.run", "[hanging, learning-switch]",
          "sequences.joins.on", "switch-joined",
          "sequences.joins.run", "[hanging]");

  /** All but static-partition serve everybody else; there the worker's own switches wait. */
  @ParameterizedTest
  @CsvSource({
    "shared-queue, 5",
    "round-robin, 5",
    "static-partition, 3",
    "dynamic-partition, 5",
    "fair-share, 5"
  })
  void shouldServeTheOthersWhenABatchStageDoesNotComeBack(String strategy, int atLeast)
      throws Exception {
    Hanging hanging = new Hanging(false);
    try (Maestro maestro = InProcess.controller(strategy, 2, SETTINGS, List.of(hanging))) {
      List<Asking> asking = new ArrayList<>();
      for (int i = 0; i < SWITCHES; i++) {
        asking.add(new Asking(maestro.address().getPort(), i + 1));
        asking.get(i).ask(1).await();
      }
      CountDownLatch fatal = asking.get(0).ask(FATAL_HOST);
      hanging.entered.await();

      CountDownLatch served = new CountDownLatch(atLeast);
      for (Asking other : asking.subList(1, SWITCHES)) {
        other.ask(1, served);
      }
      served.await();
      assertThat(fatal.getCount()).isEqualTo(1);

      hanging.back.countDown();
      fatal.await();
      for (Asking each : asking) {
        each.ask(1).await();
      }
      for (Asking each : asking) {
        each.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared-queue", "fair-share"})
  void shouldServeRequestsWhenAnEventStageDoesNotComeBack(String strategy) throws Exception {
    Hanging hanging = new Hanging(true);
    try (Maestro maestro = InProcess.controller(strategy, 2, SETTINGS, List.of(hanging));
        BareSwitch first = new BareSwitch(maestro.address().getPort(), 1)) {
      hanging.entered.await();
      assertThat(first.ask(1, 2, -1)).isNotNull();
      try (BareSwitch second = new BareSwitch(maestro.address().getPort(), 2)) {
        assertThat(second.ask(1, 2, -1)).isNotNull();
      }
      hanging.back.countDown();
    }
  }

  /** A switch that asks on a thread of its own, one thing after the other. */
  private static final class Asking {
    private final BareSwitch asks;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    Asking(int port, long datapathId) throws IOException {
      asks = new BareSwitch(port, datapathId);
      asks.answerQuestion(); // else the answer may be in the batch that hangs
    }

    CountDownLatch ask(int source) {
      CountDownLatch answered = new CountDownLatch(1);
      ask(source, answered);
      return answered;
    }

    void ask(int source, CountDownLatch answered) {
      thread.execute(
          () -> {
            try {
              assertThat(asks.ask(source, 2, -1)).isNotNull();
              answered.countDown();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }

    void close() throws IOException {
      thread.shutdown();
      asks.close();
    }
  }

  private static final class Hanging implements Application, RequestStage, EventStage {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch back = new CountDownLatch(1);
    private final boolean atJoin;

    Hanging(boolean atJoin) {
      this.atJoin = atJoin;
    }

    @Override
    public String name() {
      return "hanging";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Stages start(ApplicationContext context) {
      return Stages.batch(() -> this).andEvents(this);
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.inPort() == FATAL_HOST) {
        hang();
      }
    }

    @Override
    public void onSwitchJoined(SwitchInfo info) {
      if (atJoin) {
        hang();
      }
    }

    private void hang() {
      entered.countDown();
      try {
        back.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
