package maestro.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimesTest {
  @Test
  void shouldWriteMomentsAsAnInstantDoesToTheMillisecond() {
    Instant start = Instant.parse("2026-11-26T23:59:59.900Z");
    Times times = new Times(start, 1_000);
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      long ns = random.nextLong(-2_000, 2_000) * 1_000_000 + random.nextInt(3);
      assertThat(times.text(1_000 + ns))
          .isEqualTo(start.plusNanos(ns).truncatedTo(ChronoUnit.MILLIS).toString());
    }
    assertThat(times.text(100_001_000)).isEqualTo("2026-11-27T00:00:00Z");
    assertThat(times.text(107_001_000)).isEqualTo("2026-11-27T00:00:00.007Z");
  }
}
