package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

  private final Guard open = new Guard(Optional.empty());
  private final Guard guarded = new Guard(Optional.of(SHA256_OF_SECRET));

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "localhost:9653", "127.0.0.1", "10.0.0.7:80", "[::1]:9653", "[::1]"})
  void shouldLetAnyoneReadWhenThereIsNoTokenAndTheHostIsOurs(String host) {
    assertThat(open.refusal(null, host)).isEmpty();
    assertThat(open.refusal(null, null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:9653",
        "127.0.0.1.evil.example",
        "",
        ":1",
        "localhost.:1"
      })
  void shouldRefuseWhenTheHostIsNotOurs(String host) {
    assertThat(open.refusal(null, host).orElseThrow().status()).isEqualTo(421);
  }

  @Test
  void shouldDelayRefusalsMoreAndMoreWhenTokensAreWrong() {
    assertThat(guarded.refusal(null, "x").orElseThrow().status()).isEqualTo(401);
    assertThat(guarded.delay()).isZero();
    for (int ms : new int[] {100, 200, 400, 800, 1600, 3200, 6400, 6400}) {
      assertThat(guarded.refusal("Bearer wrong", "x").orElseThrow().status()).isEqualTo(401);
      assertThat(guarded.delay()).isEqualTo(Duration.ofMillis(ms));
    }
    assertThat(guarded.refusal("Basic secret", "x")).isPresent();

    assertThat(guarded.refusal("Bearer secret", "evil.example")).isEmpty();
    assertThat(guarded.delay()).isZero();
  }
}
