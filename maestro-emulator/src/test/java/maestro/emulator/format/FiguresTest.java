package maestro.emulator.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void shouldWriteTheUnitWithItsPrefixWhenABitRateIsLarge() {
    assertThat(Figures.bitRate(514_000)).isEqualTo("514 kbit/s");
    assertThat(Figures.bitRate(1_842_000)).isEqualTo("1.84 Mbit/s");
  }

  @Test
  void shouldSetTheUnitApartWhenABitRateIsSmallOrNotKnown() {
    assertThat(Figures.bitRate(12)).isEqualTo("12.0 bit/s");
    assertThat(Figures.bitRate(Double.NaN)).isEqualTo("– bit/s");
  }

  @Test
  void shouldCountOneThingAsOne() {
    assertThat(Figures.count(0, "switch", "switches")).isEqualTo("0 switches");
    assertThat(Figures.count(1, "switch", "switches")).isEqualTo("1 switch");
    assertThat(Figures.count(1347, "switch", "switches")).isEqualTo("1,347 switches");
  }
}
