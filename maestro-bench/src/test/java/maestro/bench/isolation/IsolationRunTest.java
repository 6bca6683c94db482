package maestro.bench.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.controller.Footprint;
import maestro.emulator.report.MachineFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The judgement on attacks whose outcome is known. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class IsolationRunTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldSayThatThePromiseIsKeptWhenTheAttackDoesNoHarm(int version) throws Exception {
    Attack harmless =
        attack(
            (target, counts) -> {
              try (RawSwitch joined = target.connect(counts)) {
                assertThat(joined.handshake()).isTrue();
              }
            });
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      IsolationResult result = run(responder, version, 3).attack(harmless);

      assertThat(IsolationReport.failures(result)).isEmpty();
      assertThat(result.isKept()).isTrue();
      assertThat(result.tried()).isEqualTo(3);
      assertThat(result.beside().requests()).isPositive();
      assertThat(result.beside().worstNs()).isPositive();
      assertThat(result.calm().requests()).isPositive();
    }
  }

  @Test
  void shouldSayThatThePromiseIsBrokenWhenTheControllerFallsSilent() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      IsolationResult result =
          run(responder, 4, 1).attack(attack((target, counts) -> responder.stop()));

      assertThat(result.isKept()).isFalse();
      assertThat(result.beside().lost()).isPositive();
      assertThat(IsolationReport.table(isolation(result))).contains("try: the good switch did not");
    }
  }

  @Test
  void shouldSayThatThePromiseIsBrokenWhenTheAttackSawIt() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      IsolationResult result =
          run(responder, 4, 2)
              .attack(attack((target, counts) -> counts.broken("<b> was not closed")));

      assertThat(result.isKept()).isFalse();
      assertThat(IsolationReport.failures(result)).containsExactly("2 times: <b> was not closed");
      assertThat(IsolationReport.markdown(isolation(result)))
          .contains("| Nobody is hurt. | `try`: ");
    }
  }

  private static Isolation isolation(IsolationResult result) {
    MachineFacts machine = new MachineFacts(2, 2, "", 0, "Java", "Linux");
    return new Isolation("2026-01-01T00:00:00Z", machine, "limit", "1.3", List.of(result));
  }

  private static Attack attack(Attack.Trial trial) {
    return new Attack("try", "Nobody is hurt.", "Tries.", 1, trial);
  }

  private static IsolationRun run(BaselineResponder responder, int version, int repeats) {
    return new IsolationRun(
        responder.address(),
        version,
        1,
        new IsolationRun.Effort(OptionalInt.of(repeats), 0),
        null,
        () -> Footprint.UNKNOWN);
  }
}
