package maestro.bench.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.controller.Footprint;
import maestro.emulator.report.MachineFacts;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The judgement on attacks whose outcome is known. It mostly waits: versions run side by side. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class IsolationRunTest {
  private static final int TRIES = 3;
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldSayWhetherThePromiseIsKept(int version) throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      IsolationRun run = run(responder, version); // which measures only once when all is calm
      assertKept(run.attack(attack(IsolationRunTest::join)));
      assertSeenByTheAttack(
          run.attack(attack((target, counts) -> counts.broken("<b> was not closed"))));
      assertSilent(run.attack(attack((target, counts) -> responder.stop())));
    }
  }

  private static void join(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch joined = target.connect(counts)) {
      assertThat(joined.handshake()).isTrue();
    }
  }

  private static void assertKept(IsolationResult result) {
    assertThat(IsolationReport.failures(result)).isEmpty();
    assertThat(result.isKept()).isTrue();
    assertThat(result.tried()).isEqualTo(TRIES);
    assertThat(result.beside().requests()).isPositive();
    assertThat(result.beside().worstNs()).isPositive();
    assertThat(result.calm().requests()).isPositive();
  }

  private static void assertSeenByTheAttack(IsolationResult result) {
    assertThat(result.isKept()).isFalse();
    assertThat(IsolationReport.failures(result))
        .containsExactly(TRIES + " times: <b> was not closed");
    assertThat(IsolationReport.markdown(isolation(result))).contains("| Nobody is hurt. | `try`: ");
  }

  private static void assertSilent(IsolationResult result) {
    assertThat(result.isKept()).isFalse();
    assertThat(result.beside().lost()).isPositive();
    assertThat(IsolationReport.table(isolation(result))).contains("try: the good switch did not");
  }

  private static Isolation isolation(IsolationResult result) {
    MachineFacts machine = new MachineFacts(2, 2, "", 0, "Java", "Linux");
    return new Isolation("2026-01-01T00:00:00Z", machine, "limit", "1.3", List.of(result));
  }

  private static Attack attack(Attack.Trial trial) {
    return new Attack("try", "Nobody is hurt.", "Tries.", 1, trial);
  }

  private static IsolationRun run(BaselineResponder responder, int version) {
    return new IsolationRun(
        responder.address(),
        version,
        1,
        new IsolationRun.Effort(OptionalInt.of(TRIES), 0),
        null,
        () -> Footprint.UNKNOWN);
  }
}
