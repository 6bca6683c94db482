package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A switch that is asked for its flow entries and does not show them, or lies: it is told of in one
 * line, is served on, and so is the one beside it.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EntryTroubleIT {
  private static final int ENTRY_BYTES = 96;

  /** What the switch does when it is asked. */
  enum Trouble {
    SILENT("it does not answer when asked for them"),
    HALF("it stops in the middle of its answer, after 1 parts"),
    LIES("a length in its answer is wrong, part 1 of 204 bytes"),
    REFUSES("it answers with an error, type 1, code 1"),
    GOES_ON("its answer goes on after its end");

    private final String said;

    Trouble(String said) {
      this.said = said;
    }

    byte[] answer(int xid) {
      return switch (this) {
        case SILENT -> new byte[0];
        case HALF -> part(xid, true, ENTRY_BYTES);
        case LIES -> part(xid, false, ENTRY_BYTES + 8);
        case REFUSES -> error(xid);
        case GOES_ON -> {
          byte[] part = part(xid, false, ENTRY_BYTES);
          byte[] twice = new byte[2 * part.length];
          System.arraycopy(part, 0, twice, 0, part.length);
          System.arraycopy(part, 0, twice, part.length, part.length);
          yield twice;
        }
      };
    }
  }

  /** Two entries that nobody owns; the second claims a length. */
  private static byte[] part(int xid, boolean more, int claimedBytes) {
    byte[] bytes = BareSwitch.part(xid, more, 2 * ENTRY_BYTES);
    ByteBuffer part = ByteBuffer.wrap(bytes);
    for (int i = 0; i < 2; i++) {
      int entry = BareSwitch.PART_BYTES + i * ENTRY_BYTES;
      part.putShort(entry, (short) (i == 0 ? ENTRY_BYTES : claimedBytes));
      part.putInt(entry + 88, 8).putInt(entry + 92, 1 << 16); // OUTPUT to port 1
    }
    return bytes;
  }

  private static byte[] error(int xid) {
    ByteBuffer error = ByteBuffer.allocate(12);
    Header.encode(error, 0, 1, OpenFlow.ERROR, 12, xid);
    return error.putInt(8, 1 << 16 | 1).array();
  }

  @ParameterizedTest
  @EnumSource
  void shouldServeBothWhenOneDoesNotShowItsEntries(Trouble trouble) throws Exception {
    try (StartedController controller =
            StartedController.startWith(
                "learning-switch.conf", "--set", "maestro.connection.request-timeout=500ms");
        BareSwitch odd = new BareSwitch(Integer.parseInt(controller.port()), 0xbad);
        BareSwitch good = new BareSwitch(Integer.parseInt(controller.port()), 0x600d)) {
      odd.send(trouble.answer(odd.awaitQuestion()));
      good.send(part(good.awaitQuestion(), false, ENTRY_BYTES));
      controller.awaitLog(trouble.said, 1);
      if (trouble != Trouble.GOES_ON) { // asked again, after its pause, and as odd as before
        odd.send(trouble.answer(odd.awaitQuestion()));
      }
      for (int i = 1; i <= 100; i++) {
        assertThat(good.ask(1 + i % 4, 9, -1)).isNotNull();
        assertThat(odd.ask(1 + i % 4, 9, -1)).isNotNull();
      }
      String line =
          "switch 00:00:00:00:00:00:0b:ad at 127.0.0.1:\\d+:"
              + " the check of its flow entries failed: "
              + Pattern.quote(trouble.said);
      assertThat(Pattern.compile(line).matcher(controller.log()).results()).hasSize(1);
      assertThat(controller.log()).doesNotContain("60:0d: its flow", "left: ", " ERROR ");
    }
  }
}
