package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import maestro.api.SwitchInfo;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A switch that is asked for its flow entries and does not show them, or lies: it is told of in one
 * line, is served on, and so is the one beside it.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EntryTroubleIT {
  private static final int ENTRY_BYTES = 96;

  /**
   * What the switch does when it is asked. First those that the controller sees at once: it asks
   * them again before the others, and an answer that comes too late is another trouble.
   */
  enum Trouble {
    LIES(0xbad2, "a length in its answer is wrong, part 1 of 204 bytes"),
    REFUSES(0xbad3, "it answers with an error, type 1, code 1"),
    GOES_ON(0xbad4, "its answer goes on after its end"),
    SILENT(0xbad0, "it does not answer when asked for them"),
    HALF(0xbad1, "it stops in the middle of its answer, after 1 parts");

    private final long datapathId;
    private final String said;

    Trouble(long datapathId, String said) {
      this.datapathId = datapathId;
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

  /** Each trouble has a switch of its own at one controller. */
  @Test
  void shouldServeAllWhenSomeDoNotShowTheirEntries() throws Exception {
    Map<Trouble, BareSwitch> odd = new EnumMap<>(Trouble.class);
    try (StartedController controller =
            StartedController.startWith(
                "learning-switch.conf", "--set", "maestro.connection.request-timeout=1s");
        BareSwitch good = join(controller, 0x600d)) {
      good.send(part(good.awaitQuestion(), false, ENTRY_BYTES));
      for (Trouble trouble : Trouble.values()) {
        BareSwitch joined = join(controller, trouble.datapathId);
        odd.put(trouble, joined);
        joined.send(trouble.answer(joined.awaitQuestion()));
      }
      for (Trouble trouble : Trouble.values()) {
        controller.awaitLog(trouble.said, 1);
        if (trouble != Trouble.GOES_ON) { // asked again, after its pause, and as odd as before
          BareSwitch asked = odd.get(trouble);
          asked.send(trouble.answer(asked.awaitQuestion()));
        }
      }
      for (int i = 1; i <= 100; i++) {
        assertThat(good.ask(1 + i % 4, 9, -1)).isNotNull();
        for (BareSwitch each : odd.values()) {
          assertThat(each.ask(1 + i % 4, 9, -1)).isNotNull();
        }
      }
      for (Trouble trouble : Trouble.values()) {
        String line =
            "switch %s at 127.0.0.1:\\d+: the check of its flow entries failed: "
                .formatted(SwitchInfo.format(trouble.datapathId));
        Pattern whole = Pattern.compile(line + Pattern.quote(trouble.said));
        assertThat(whole.matcher(controller.log()).results()).as(trouble.said).hasSize(1);
      }
      assertThat(controller.log()).doesNotContain("60:0d: its flow", "left: ", " ERROR ");
    } finally {
      for (BareSwitch each : odd.values()) {
        each.close();
      }
    }
  }

  private static BareSwitch join(StartedController controller, long datapathId) throws IOException {
    return new BareSwitch(Integer.parseInt(controller.port()), datapathId);
  }
}
