package maestro.control.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WholeMillisIoTest {
  @Test
  void shouldNotWakeBeforeATaskIsDue() {
    assertEquals(0, WholeMillisIo.roundedUp(0));
    assertEquals(1_000_000, WholeMillisIo.roundedUp(1));
    assertEquals(1_000_000, WholeMillisIo.roundedUp(1_000_000));
    assertEquals(100_000_000, WholeMillisIo.roundedUp(99_300_000));
  }

  @Test
  void shouldLeaveATimeWithoutEndAndOneThatHasPassed() {
    assertEquals(Long.MAX_VALUE, WholeMillisIo.roundedUp(Long.MAX_VALUE));
    assertEquals(-300_000, WholeMillisIo.roundedUp(-300_000));
  }
}
