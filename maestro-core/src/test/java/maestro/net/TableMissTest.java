package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the entry that sends table misses to the controller. */
class TableMissTest {
  private static final String EVERY_PACKET = "0001 0004 00000000";
  private static final String FROM_PORT_1 = "0001 000c 80000004 00000001 00000000";

  private final Rig rig = Rig.setup().patient().start();
  private final LogOf log = new LogOf(Session.class);

  @AfterEach
  void close() {
    log.close();
    rig.close();
  }

  private static String removed(long cookie, int priority, int reason, int table, String match) {
    int length = 48 + match.replace(" ", "").length() / 2;
    return "04 0b %04x 00000000 %016x %04x %02x %02x"
            .formatted(length, cookie, priority, reason, table)
        + "00".repeat(4 + 4 + 2 + 2 + 8 + 8)
        + match;
  }

  private long installed(FakeSwitch client) {
    rig.pump();
    return client.take().stream()
        .map(HexFormat.of()::formatHex)
        .filter(hex -> hex.startsWith("040e0050"))
        .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2}) // it was idle, its time was over, somebody has deleted it
  void shouldInstallItAgainWhenItIsGone(int reason) {
    FakeSwitch client = rig.join(4, 9);
    client.take();
    log.clear();
    client.send(removed(0, 0, reason, 0, EVERY_PACKET));
    assertThat(installed(client)).isEqualTo(1);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("switch 00:00:00:00:00:00:00:09 at ")
        .endsWith(": its table-miss entry was removed, and is back");
  }

  @Test
  void shouldInstallItAgainWhenTheEntryInItsPlaceIsGone() {
    FakeSwitch client = rig.join(4, 9);
    client.take();
    client.send(removed(77, 0, 2, 0, EVERY_PACKET));
    assertThat(installed(client)).isEqualTo(1);
  }

  @Test
  void shouldLeaveOtherEntriesAlone() {
    FakeSwitch client = rig.join(4, 9);
    client.take();
    client.send(removed(0, 1, 2, 0, EVERY_PACKET));
    client.send(removed(0, 0, 2, 1, EVERY_PACKET));
    client.send(removed(0, 0, 2, 0, FROM_PORT_1));
    assertThat(installed(client)).isZero();
  }

  @Test
  void shouldLogFewLinesWhenItIsRemovedAgainAndAgain() {
    FakeSwitch client = rig.join(4, 9);
    client.take();
    log.clear();
    for (int i = 0; i < 200; i++) {
      client.send(removed(0, 0, 2, 0, EVERY_PACKET));
    }
    assertThat(installed(client)).isEqualTo(200);
    assertThat(log.lines()).hasSizeBetween(1, 20);
  }
}
