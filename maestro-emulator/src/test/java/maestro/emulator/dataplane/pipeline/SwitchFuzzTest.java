package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import maestro.emulator.dataplane.TableSizes;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFEchoReply;

/** Any messages and frames at a switch of 1.0. */
@Tag("fuzz")
class SwitchFuzzTest {
  private static final int TYPES = 22;
  private static final int MOST_STEPS = 300;
  private static final int BYTES_A_STEP = 40;
  private static final int MOST_ENTRIES = 8;

  @FuzzTest
  void shouldDoWhatAScannedListDoes(byte[] chances) {
    int steps = Math.min(MOST_STEPS, chances.length / BYTES_A_STEP + 1);
    for (TableSizes.WildcardSearch search : TableSizes.WildcardSearch.values()) {
      ReferenceTest.Followed followed =
          ReferenceTest.follow(new BytesRandom(chances), steps, search);
      assertThat(followed.errors()).isNotNegative();
    }
  }

  @FuzzTest
  void shouldLiveOnAnyMessagesAndFrames(byte[] bytes) {
    SwitchRig rig = new SwitchRig(new TableSizes(MOST_ENTRIES, MOST_ENTRIES), 2);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 2) {
      int kind = in.get() & 0xff;
      byte[] body = new byte[Math.min(in.get() & 0xff, in.remaining())];
      in.get(body);
      if (kind < TYPES) {
        ByteBuffer message = ByteBuffer.allocate(OpenFlow.HEADER_BYTES + body.length);
        message.put((byte) OpenFlow.VERSION_10).put((byte) kind);
        rig.tell(message.putShort((short) message.capacity()).putInt(1).put(body).array());
      } else if (kind == TYPES) {
        rig.passSeconds(1);
      } else {
        rig.receive(1 + kind % SwitchRig.PORTS, body);
      }
      rig.controller.messages.clear();
      rig.controller.packetIns().clear();
    }
    assertThat(rig.sw.entryCount()).isLessThanOrEqualTo(2 * MOST_ENTRIES);
    assertThat(rig.ask(SwitchRig.OF.buildEchoRequest().build()))
        .singleElement()
        .isInstanceOf(OFEchoReply.class);
  }
}
