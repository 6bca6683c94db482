package maestro.api.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LldpTlvsTest {
  @Test
  void shouldParseWhatItBuilds() {
    byte[] bytes =
        new LldpTlvs()
            .with(LldpTlvs.CHASSIS, (byte) 4, (byte) 9)
            .with(LldpTlvs.PORT, (byte) 7)
            .with(127, new byte[511])
            .with(127, (byte) 1)
            .bytes();
    LldpTlvs parsed = LldpTlvs.parse(bytes).orElseThrow();
    assertThat(parsed.types()).containsExactly(1, 2, 127, 127);
    assertThat(parsed.value(LldpTlvs.CHASSIS).orElseThrow()).containsExactly(4, 9);
    assertThat(parsed.value(127).orElseThrow()).hasSize(511);
    assertThat(parsed.value(LldpTlvs.TTL)).isEmpty();
    assertThat(parsed.bytes()).isEqualTo(bytes);
    assertThat(Arrays.copyOf(bytes, 4)).containsExactly(2, 2, 4, 9);
  }

  @Test
  void shouldRefuseTlvsThatAreCutOffAndParseAnyBytes() {
    assertThat(LldpTlvs.parse(new byte[0])).isEmpty();
    assertThat(LldpTlvs.parse(new byte[] {0, 0})).isEmpty();
    assertThat(LldpTlvs.parse(new byte[] {2, 3, 1})).isEmpty();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      LldpTlvs.parse(bytes)
          .ifPresent(tlvs -> assertThat(tlvs.bytes().length).isLessThanOrEqualTo(bytes.length + 2));
    }
    assertThatThrownBy(() -> new LldpTlvs().with(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LldpTlvs().with(1, new byte[512]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
