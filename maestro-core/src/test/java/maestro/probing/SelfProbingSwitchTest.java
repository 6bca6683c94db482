package maestro.probing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Counter;
import maestro.net.Messages;
import maestro.net.PassiveSwitch;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost;
import maestro.testkit.EachStrategy;
import maestro.tls.TestCertificates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A running controller that probes itself: who sees the probing switch, and who does not. */
class SelfProbingSwitchTest {
  private static final int READ_LIMIT_MS = 120_000;

  /** The one request of another switch, or any of the probing switch, in a batch. */
  private final AtomicInteger seen = new AtomicInteger();

  private final AtomicInteger locals = new AtomicInteger();

  private Maestro start(String... settings) throws Exception {
    return startInOrder("strict", this::stages, settings);
  }

  private static Maestro startInOrder(
      String ordering, Function<ApplicationContext, Stages> stages, String... settings)
      throws Exception {
    List<CommandLineSetting> all = new ArrayList<>();
    String sequence = "{ on = flow-request, run = [watching], ordering = " + ordering + " }";
    all.add(new CommandLineSetting("--set", "sequences.all", sequence));
    all.add(new CommandLineSetting("--set", "maestro.listen", "127.0.0.1:0"));
    Stream.of(settings).map(each -> CommandLineSetting.parse("--set", each)).forEach(all::add);
    MaestroConfig config =
        ConfigLoader.parse(Optional.empty(), all)
            .validate(List.of(new ApplicationDefaults("watching", ConfigFactory.empty())))
            .maestro();
    return Maestro.start(
        config,
        List.of(
            new ApplicationHost.Configured(
                new TestApplication("watching", stages), ConfigFactory.empty())));
  }

  private Stages stages(ApplicationContext context) {
    context.switchLocal(info -> locals.incrementAndGet());
    return floodingStages();
  }

  private Stages floodingStages() {
    return Stages.batch(
        () ->
            (batch, output) -> {
              while (batch.next()) {
                seen.incrementAndGet();
                output.flood(batch.request());
              }
            });
  }

  private static void awaitAnswers(Maestro maestro, int count) {
    await().until(() -> maestro.probingDelays().orElseThrow().all().count() >= count);
  }

  private void assertUnseen(Maestro maestro) {
    assertThat(seen).hasValue(0);
    assertThat(locals).hasValue(0);
    assertThat(maestro.switches().all()).isEmpty();
    assertThat(maestro.status()).startsWith("switches connected: 0;");
    assertThat(
            Stream.of(
                    Counter.CONNECTIONS,
                    Counter.REQUESTS,
                    Counter.REQUESTS_IGNORED,
                    Counter.IDENTITIES_REFUSED)
                .mapToLong(maestro.metrics()::total))
        .containsOnly(0L);
  }

  @EachStrategy
  void shouldBeAnsweredAndSeenByNobodyWhateverTheStrategy(StrategyName strategy) throws Exception {
    try (Maestro maestro = start("maestro.distribution.strategy=" + strategy.text())) {
      assertThat(maestro.probingDelays()).isEmpty();

      maestro.startProbing();
      awaitAnswers(maestro, 3);

      assertUnseen(maestro);
      assertThat(maestro.probingDelays().orElseThrow().lost()).isZero();
    }
  }

  @Test
  void shouldBeAnsweredWhenSeveralWorkersMayServeOneSwitch() throws Exception {
    try (Maestro maestro = startInOrder("none", context -> floodingStages())) {
      maestro.startProbing();
      awaitAnswers(maestro, 3);

      assertUnseen(maestro);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"boringssl", "jdk"})
  void shouldNeedNoCertificateWhenSwitchesMustShowOne(String provider, @TempDir Path folder)
      throws Exception {
    TestCertificates files = new TestCertificates(folder);
    try (Maestro maestro =
        start(
            "maestro.tls.enabled=true",
            "maestro.tls.provider=" + provider,
            "maestro.tls.private-key=\"" + files.key("controller") + "\"",
            "maestro.tls.certificate=\"" + files.certificate("controller") + "\"",
            "maestro.tls.ca-certificates=\"" + files.ca() + "\"")) {
      maestro.startProbing();
      awaitAnswers(maestro, 3);

      assertUnseen(maestro);
      assertThat(maestro.metrics().total(Counter.TLS_FAILURES)).isZero();
    }
  }

  @Test
  void shouldTakeNoPlaceOfASwitch() throws Exception {
    try (Maestro maestro =
        start(
            "maestro.connection.max-switches=1",
            "maestro.connection.max-per-address=1",
            "maestro.distribution.strategy=round-robin")) {
      maestro.startProbing();
      awaitAnswers(maestro, 1);
      try (Socket other = join(maestro)) {
        other.getOutputStream().write(Messages.packetIn(1, 7));
        assertThat(Messages.type(other.getInputStream().readNBytes(84))).isEqualTo(13);

        assertThat(seen).hasValue(1);
        assertThat(maestro.metrics().total(Counter.TURNED_AWAY)).isZero();
        assertThat(maestro.switches().all()).hasSize(1);
      }
    }
  }

  private static Socket join(Maestro maestro) throws IOException {
    return PassiveSwitch.joinAndRead(maestro.address(), -2, READ_LIMIT_MS);
  }

  @Test
  void shouldTakeNobodyElseForTheProbingSwitch() throws Exception {
    try (Maestro maestro = start()) {
      maestro.startProbing();
      awaitAnswers(maestro, 1);
      try (Socket sameDatapathId = join(maestro)) {
        sameDatapathId.getOutputStream().write(Messages.packetIn(1, 7));
        assertThat(sameDatapathId.getInputStream().readNBytes(84)).hasSize(84);
        assertThat(seen).hasValue(1);
        awaitAnswers(maestro, 3);
      }
    }
  }

  @Test
  void shouldEndWithTheController() throws Exception {
    try (Maestro maestro = start()) {
      maestro.startProbing();
      awaitAnswers(maestro, 1);
    }
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(each -> each.getName().equals("probing")));
  }
}
