package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalProgressTest {
  private static final int NARROW = 79;

  @Test
  void shouldLeaveRoomForTheBarWhenTheTerminalIsNarrow() {
    String line =
        TerminalProgress.line("dynamic-partition warming up", 0.5, "12.3 M answered", NARROW);
    assertThat(line).hasSize(NARROW).endsWith("]  50 %  12.3 M answered");
    assertThat(line.substring(line.indexOf('['))).matches("\\[={10,} {10,}] .*");
  }

  @Test
  void shouldFillTheBarWhenAllIsDone() {
    assertThat(TerminalProgress.line("a", 1, "1 answered", 30))
        .isEqualTo("a [========] 100 %  1 answered");
    assertThat(TerminalProgress.line("a", 0, "0 answered", 1)).contains("[ ]");
  }
}
