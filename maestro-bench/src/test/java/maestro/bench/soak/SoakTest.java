package maestro.emulator.soak;

import static org.assertj.core.api.Assertions.assertThat;

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
import maestro.emulator.limit.LimitResponder;
import maestro.emulator.report.SoakReport;
import maestro.emulator.report.SoakResult;
import maestro.emulator.report.SoakResult.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A soak of seconds, against the responder that floods all. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SoakTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  @TempDir Path folder;

  private static SoakPlan plan(long durationNs) {
    return new SoakPlan(durationNs, 3, 300, 4, 1, 200 * MS, 400 * MS, SECOND, 7);
  }

  private static LimitResponder responder() throws Exception {
    return LimitResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .start();
  }

  private static void close(LimitResponder limit) {
    try {
      limit.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldCountEveryAnswerAndWriteThePageWhenItEnds() throws Exception {
    try (LimitResponder limit = responder()) {
      List<Sample> seen = new ArrayList<>();
      SoakResult result =
          new Soak(plan(4 * SECOND), limit.address(), OptionalLong.empty(), null)
              .run("limit", (sample, answered, joins, totals) -> seen.add(sample));

      assertThat(result.failures()).isEmpty();
      assertThat(result.isGood()).as(SoakReport.text(result)).isTrue();
      assertThat(result.steady().sent()).isPositive().isEqualTo(result.steady().right());
      assertThat(result.churning().sent()).isEqualTo(result.churning().right());
      assertThat(result.joins()).isPositive();
      assertThat(result.slow().connections()).isPositive();
      assertThat(result.probing().count()).isPositive();
      assertThat(result.longestDelayNs()).isGreaterThanOrEqualTo(result.delays().maxNs());
      assertThat(result.samples()).hasSameSizeAs(seen);
      assertThat(seen).extracting(Sample::heapBytes).containsOnly(Double.NaN);
      Path page = SoakReport.write(folder.resolve("out"), result);
      assertThat(page)
          .content()
          .contains("default-src 'none'")
          .doesNotContain("/*SOAK*/", "/*SCRIPT*/");
      assertThat(page.resolveSibling("soak.json")).content().contains("\"findings\"");
    }
  }

  @Test
  void shouldLookAtTheProcessWhenItIsAJvmOfOurs() throws Exception {
    try (ControllerLook look = ControllerLook.at(ProcessHandle.current().pid())) {
      assertThat(look.descriptors()).isPositive();
      assertThat(look.threads()).isPositive();
      assertThat(look.residentBytes()).isGreaterThan(1 << 20);
    }
  }

  @Test
  void shouldKeepWhatWasMeasuredWhenInterrupted() throws Exception {
    try (LimitResponder limit = responder()) {
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
      assertThat(result.seconds()).isLessThan(300);
      assertThat(result.steady().right()).isPositive();
      assertThat(result.isGood()).as(SoakReport.text(result)).isTrue();
    }
  }

  @Test
  void shouldSayThatConnectionsWereLostWhenTheControllerEnds() throws Exception {
    try (LimitResponder limit = responder()) {
      SoakResult result =
          new Soak(plan(5 * SECOND), limit.address(), OptionalLong.empty(), null)
              .run(
                  "limit",
                  (sample, answered, joins, totals) -> {
                    if (answered > 100) {
                      close(limit);
                    }
                  });
      assertThat(result.isGood()).isFalse();
      assertThat(result.brokenLoads()).isPositive();
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
