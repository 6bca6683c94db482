package maestro.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import maestro.bench.soak.SoakResult.Sample;
import maestro.emulator.baseline.BaselineResponder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A soak of seconds, against the responder that floods all. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SoakTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  private static final String[] KEYS = {
    "controller",
    "startedAt",
    "machine",
    "load",
    "seed",
    "plannedSeconds",
    "seconds",
    "steady",
    "churning",
    "joins",
    "brokenLoads",
    "slow",
    "reloads",
    "delays",
    "probing",
    "longestDelayNs",
    "samples",
    "findings",
    "failures",
    "good"
  };

  @TempDir Path folder;

  private static SoakPlan plan(long durationNs) {
    return new SoakPlan(durationNs, 3, 300, 4, 1, 200 * MS, 400 * MS, SECOND, 7, List.of(1, 4));
  }

  private static BaselineResponder responder() throws Exception {
    return BaselineResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .start();
  }

  private static void close(BaselineResponder limit) {
    try {
      limit.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldCountEveryAnswerAndWriteThePageWhenItEnds() throws Exception {
    try (BaselineResponder limit = responder()) {
      List<Sample> seen = new ArrayList<>();
      SoakResult result =
          new Soak(plan(2 * SECOND), limit.address(), OptionalLong.empty(), null)
              .run("limit", (sample, answered, joins, totals) -> seen.add(sample));

      assertThat(result.failures()).isEmpty();
      assertThat(result.isGood()).as(SoakReport.text(result)).isTrue();
      assertThat(result.outcome().steady().sent())
          .isPositive()
          .isEqualTo(result.outcome().steady().right());
      assertThat(result.outcome().churning().sent()).isEqualTo(result.outcome().churning().right());
      assertThat(result.outcome().joins()).isPositive();
      assertThat(result.outcome().slow().connections()).isPositive();
      assertThat(result.waits().probing().count()).isPositive();
      assertThat(result.waits().longestDelayNs())
          .isGreaterThanOrEqualTo(result.waits().delays().maxNs());
      assertThat(result.samples()).hasSameSizeAs(seen);
      assertThat(seen).extracting(Sample::heapBytes).containsOnly(Double.NaN);
      Path page = SoakReport.write(folder.resolve("out"), result);
      assertThat(page)
          .content()
          .contains("default-src 'none'")
          .doesNotContain("/*SOAK*/", "/*SCRIPT*/");
      JsonNode json = new ObjectMapper().readTree(page.resolveSibling("soak.json").toFile());
      List<String> keys = new ArrayList<>();
      json.fieldNames().forEachRemaining(keys::add);
      assertThat(keys).as("read by scripts and by the page").containsExactly(KEYS);
    }
  }

  @Test
  void shouldLookAtTheProcessWhenItIsAJvmOfOurs() throws Exception {
    try (ControllerSampler look = ControllerSampler.at(ProcessHandle.current().pid())) {
      assertThat(look.descriptors()).isPositive();
      assertThat(look.threads()).isPositive();
      assertThat(look.residentBytes()).isGreaterThan(1 << 20);
    }
  }

  @Test
  void shouldKeepWhatWasMeasuredWhenInterrupted() throws Exception {
    try (BaselineResponder limit = responder()) {
      Thread soaking = Thread.currentThread();
      SoakResult result =
          new Soak(plan(3_600 * SECOND), limit.address(), OptionalLong.empty(), null)
              .run(
                  "limit",
                  (sample, answered, joins, totals) -> {
                    if (answered > 100) {
                      soaking.interrupt();
                    }
                  });
      assertThat(result.subject().seconds()).as("of an hour").isLessThan(3_600);
      assertThat(result.outcome().steady().right()).isPositive();
      assertThat(result.isGood()).as(SoakReport.text(result)).isTrue();
    }
  }

  @Test
  void shouldSayThatConnectionsWereLostWhenTheControllerEnds() throws Exception {
    try (BaselineResponder limit = responder()) {
      SoakResult result =
          new Soak(plan(3 * SECOND), limit.address(), OptionalLong.empty(), null)
              .run(
                  "limit",
                  (sample, answered, joins, totals) -> {
                    if (answered > 100) {
                      close(limit);
                    }
                  });
      assertThat(result.isGood()).isFalse();
      assertThat(result.outcome().brokenLoads()).isPositive();
      assertThat(result.failures()).isNotEmpty();
      assertThat(SoakReport.text(result)).contains("LOST", "broke off: ");
    }
  }

  @Test
  void shouldIncludeTheOtherFileWhenConfigurationChanges() throws Exception {
    Path file = folder.resolve("soak.conf");
    Path log = Files.writeString(folder.resolve("log"), "x\n");
    Path included = Files.writeString(folder.resolve("a \"b\".conf"), "");
    ChangingConfiguration configuration = new ChangingConfiguration(file, included, log);
    String first = Files.readString(file);
    configuration.change();
    assertThat(file).content().isNotEqualTo(first).contains("a \\\"b\\\".conf");
    assertThat(configuration.changes()).isEqualTo(1);
    assertThat(configuration.inForce()).isZero();
    Files.writeString(log, "x INFO the new configuration is in force: app\n");
    assertThat(configuration.inForce()).isEqualTo(1);
  }
}
