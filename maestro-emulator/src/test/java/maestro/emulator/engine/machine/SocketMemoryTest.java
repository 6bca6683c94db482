package maestro.emulator.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SocketMemoryTest {
  @Test
  void shouldTakeTheSecondNumberOfPages() {
    assertThat(SocketMemory.pressureBytes("287901\t383869\t575802\n")).isEqualTo(383_869L * 4096);
  }

  @Test
  void shouldGiveAllSwitchesTogetherAQuarterOfIt() {
    assertThat(SocketMemory.requests(1 << 30, 5000, 158)).isEqualTo((1 << 28) / 5000 / 158);
    assertThat(SocketMemory.requests(1 << 30, 1, 158)).isEqualTo((1 << 28) / 158);
  }

  @Test
  void shouldLetOneWaitWhenThereIsLittleAndAnyNumberWhenNothingIsKnown() {
    assertThat(SocketMemory.requests(4096, 5000, 158)).isEqualTo(1);
    assertThat(SocketMemory.requests(Long.MAX_VALUE, 5000, 158)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void shouldTakeTheKernelsDefaultWhenTheNamespaceDoesNotSay() {
    assertThat(SocketMemory.pressureByDefault(32L << 30)).isEqualTo(2L << 30);
    assertThat(SocketMemory.pressureByDefault(0)).isEqualTo(Long.MAX_VALUE);
  }
}
