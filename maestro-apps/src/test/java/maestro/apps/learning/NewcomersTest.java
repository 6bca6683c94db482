package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewcomersTest {
  private static final int SIZE = 1024;
  private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);

  private final HostTable table = new HostTable(SIZE, TIMEOUT_NS);

  @ParameterizedTest
  @ValueSource(ints = {8_000, 60_000, 500_000})
  void shouldNameASizeThatHoldsThemAllWhenTheyComeInTurn(int addresses) {
    for (int round = 0; round < 4; round++) {
      hear(1, addresses);
    }
    assertThat(table.newcomers().distinct()).isBetween(addresses * 3L / 4, addresses * 5L / 4);
    int wanted = table.newcomers().wantedSize(SIZE);
    assertThat(Integer.bitCount(wanted)).isOne();
    assertThat(wanted).isBetween(addresses * 3 / 4, addresses * 3);

    HostTable larger = new HostTable(wanted, TIMEOUT_NS);
    for (long host = 1; host <= addresses; host++) {
      assertThat(larger.learn(host, 1, 0)).isEqualTo(HostTable.UNKNOWN);
    }
    for (long host = 1; host <= addresses; host++) {
      assertThat(larger.portOf(host, 0)).isEqualTo(1);
    }
  }

  @Test
  void shouldWantNothingWhenAllHaveRoom() {
    for (int round = 0; round < 10; round++) {
      hear(1, SIZE);
    }
    assertThat(table.newcomers().wantedSize(SIZE)).isZero();
    assertThat(table.newcomers().distinct()).isZero();
  }

  @Test
  void shouldWantNothingWhenAddressesAreForgedAndNeverComeAgain() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000_000; i++) {
      table.learn(1 + (random.nextLong() >>> 16), 1, 0);
    }
    assertThat(table.newcomers().distinct()).isBetween(700_000L, 1_300_000L);
    assertThat(table.newcomers().wantedSize(SIZE)).isZero();
  }

  @Test
  void shouldCountThoseOfOneTimeoutOnly() {
    for (int round = 0; round < 4; round++) {
      hear(1, 60_000);
    }
    for (long host = 1; host <= 4000; host++) {
      table.learn(host, 1, TIMEOUT_NS + TIMEOUT_NS / 8);
    }
    assertThat(table.newcomers().distinct()).isLessThan(8_000);
    assertThat(table.newcomers().wantedSize(SIZE)).isZero();
  }

  private void hear(long from, long to) {
    for (long host = from; host <= to; host++) {
      table.learn(host, 1, 0);
    }
  }
}
