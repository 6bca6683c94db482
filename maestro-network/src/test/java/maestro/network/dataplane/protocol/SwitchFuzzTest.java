package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.BytesRandom;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFEchoReply;

/** Any messages and frames at a switch of each version. */
@Tag("fuzz")
class SwitchFuzzTest {
  private static final int TYPES_10 = 22;
  private static final int TYPES_13 = 30;
  private static final int MOST_STEPS = 300;
  private static final int BYTES_A_STEP = 40;
  private static final int MOST_ENTRIES = 8;

  @FuzzTest
  void shouldDoWhatAScannedListDoesIn10(byte[] chances) {
    follow(chances, PlainSwitchTest.Kind.LINEAR_10);
    follow(chances, PlainSwitchTest.Kind.TUPLE_SPACE_10);
  }

  @FuzzTest
  void shouldDoWhatAScannedListDoesIn13(byte[] chances) {
    follow(chances, PlainSwitchTest.Kind.OF_13);
  }

  private static void follow(byte[] chances, PlainSwitchTest.Kind kind) {
    int steps = Math.min(MOST_STEPS, chances.length / BYTES_A_STEP + 1);
    PlainSwitchTest.Followed followed =
        PlainSwitchTest.follow(new BytesRandom(chances), steps, kind);
    assertThat(followed.errors()).isNotNegative();
  }

  @FuzzTest
  void shouldLiveOnAnyMessagesAndFramesIn10(byte[] bytes) {
    SwitchRig rig = new Rig10(new TableSizes(MOST_ENTRIES, MOST_ENTRIES), 2);
    live(rig, TYPES_10, bytes);
    assertThat(rig.sw.entryCount()).isLessThanOrEqualTo(2 * MOST_ENTRIES);
  }

  @FuzzTest
  void shouldLiveOnAnyMessagesAndFramesIn13(byte[] bytes) {
    SwitchRig rig = new Rig13(MOST_ENTRIES, 2);
    live(rig, TYPES_13, bytes);
    assertThat(rig.sw.entryCount()).isLessThanOrEqualTo(Switch13.TABLES * MOST_ENTRIES);
  }

  private static void live(SwitchRig rig, int types, byte[] bytes) {
    byte version = (byte) rig.sw.description().version();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 2) {
      int kind = in.get() & 0xff;
      byte[] body = new byte[Math.min(in.get() & 0xff, in.remaining())];
      in.get(body);
      if (kind < types) {
        ByteBuffer message = ByteBuffer.allocate(OpenFlow.HEADER_BYTES + body.length);
        message.put(version).put((byte) kind);
        rig.tell(message.putShort((short) message.capacity()).putInt(1).put(body).array());
      } else if (kind == types) {
        rig.passSeconds(1);
      } else {
        rig.receive(1 + kind % SwitchRig.PORTS, body);
      }
      rig.controller.checkSaid();
    }
    assertThat(rig.ask(rig.of.buildEchoRequest().build()))
        .singleElement()
        .isInstanceOf(OFEchoReply.class);
  }
}
