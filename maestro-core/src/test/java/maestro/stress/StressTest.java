package maestro.stress;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.config.MaestroConfig;
import maestro.config.Ordering;
import maestro.config.StrategyName;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Counter;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A whole controller with threads and sockets of its own, under switches that join, leave, read
 * slowly and send at random, while members are moved between workers and the applications are
 * exchanged: every answer comes exactly once, in order, and nothing is lost while a connection
 * lives.
 *
 * <p>{@code -Dmaestro.stress.seconds=60} runs each case for so long, {@code
 * -Dmaestro.stress.seed=N} repeats a seed that a failure has named. Threads are free, so a seed
 * repeats what is sent and not when.
 */
class StressTest {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("maestro.stress.seconds", "0.7"));
  private static final long SEED = Long.getLong("maestro.stress.seed", System.nanoTime());
  private static final int DRIVERS = 2;
  private static final long BETWEEN_RELOADS_NS = TimeUnit.MILLISECONDS.toNanos(150);
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(5, 0);

  /** Answers every request, and sends a FLOW_MOD to the switch that its destination names. */
  private static final RequestStage STAGE =
      (request, output) -> {
        output.flood(request);
        if (request.ethDst() != 0) {
          var unused = output.install(request.ethDst(), request, 1, 2, OPTIONS);
        }
      };

  static Stream<Arguments> cases() {
    return Stream.of(StrategyName.values())
        .flatMap(
            strategy -> Stream.of(Ordering.values()).map(each -> Arguments.of(strategy, each)));
  }

  private static MaestroConfig config(StrategyName strategy, Ordering ordering) throws Exception {
    List<CommandLineSetting> settings =
        Stream.of(
                "maestro.listen=\"127.0.0.1:0\"",
                "maestro.distribution.strategy=" + strategy.text(),
                "maestro.distribution.workers=3",
                "maestro.distribution.quantum=30",
                "maestro.distribution.read-size=2048",
                "maestro.distribution.select-threads=2",
                "maestro.distribution.repartition-interval=10 ms",
                "maestro.distribution.repartition-tolerance=0",
                "maestro.connection.output-high-water=64 KiB",
                "maestro.connection.send-buffer=8 KiB",
                "maestro.connection.stalled-timeout=1 h",
                "maestro.connection.echo-timeout=1 h",
                "sequences.all={ on = flow-request, run = [app], ordering = "
                    + ordering.text()
                    + " }")
            .map(setting -> CommandLineSetting.parse("--set", setting))
            .toList();
    return ConfigLoader.parse(Optional.empty(), settings)
        .validate(List.of(new ApplicationDefaults("app", ConfigFactory.empty())))
        .maestro();
  }

  private static List<ApplicationHost.Configured> application() {
    TestApplication application = new TestApplication("app", context -> Stages.batch(() -> STAGE));
    return List.of(new ApplicationHost.Configured(application, ConfigFactory.empty()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void shouldAnswerEachRequestOnceWhenEverythingChanges(StrategyName strategy, Ordering ordering)
      throws Exception {
    String described = strategy + ", ordering " + ordering + ", seed " + SEED;
    Random random = new Random(SEED);
    MaestroConfig config = config(strategy, ordering);
    try (Maestro maestro = Maestro.start(config, application())) {
      List<StressDriver> drivers = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      AtomicInteger numbers = new AtomicInteger();
      long endNs = System.nanoTime() + (long) (SECONDS * 1e9);
      for (int i = 0; i < DRIVERS; i++) {
        StressDriver driver =
            new StressDriver(
                maestro.address(),
                numbers,
                ordering == Ordering.STRICT,
                true,
                random.nextLong(),
                endNs);
        drivers.add(driver);
        Thread thread = new Thread(driver, "stress-" + i);
        thread.start();
        threads.add(thread);
      }
      while (threads.stream().anyMatch(Thread::isAlive)) {
        LockSupport.parkNanos(BETWEEN_RELOADS_NS);
        maestro.reloads().reload(config, application());
      }
      for (StressDriver driver : drivers) {
        assertThat(driver.failure()).as(described).isNull();
        assertThat(driver.joins()).as(described).isGreaterThan(2);
        assertThat(driver.answered()).as(described).isPositive();
        assertThat(driver.installed()).as(described).isPositive();
      }
      assertThat(maestro.metrics().total(Counter.REQUESTS_LOST)).as(described).isZero();
      assertThat(maestro.metrics().total(Counter.REQUESTS_IGNORED)).as(described).isZero();
      assertThat(maestro.metrics().total(Counter.MALFORMED)).as(described).isZero();
    }
  }
}
