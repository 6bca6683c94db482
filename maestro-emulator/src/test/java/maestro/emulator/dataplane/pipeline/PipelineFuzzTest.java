package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFEchoReply;

/** Any messages and frames at a switch of 1.3. */
@Tag("fuzz")
class PipelineFuzzTest {
  private static final int TYPES = 30;
  private static final int MOST_STEPS = 300;
  private static final int BYTES_A_STEP = 40;
  private static final int MOST_ENTRIES = 8;

  @FuzzTest
  void shouldDoWhatAScannedListDoes(byte[] chances) {
    int steps = Math.min(MOST_STEPS, chances.length / BYTES_A_STEP + 1);
    assertThat(PlainPipelineTest.follow(new BytesRandom(chances), steps).errors()).isNotNegative();
  }

  @FuzzTest
  void shouldLiveOnAnyMessagesAndFrames(byte[] bytes) {
    Rig13 rig = new Rig13(MOST_ENTRIES, 2);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 2) {
      int kind = in.get() & 0xff;
      byte[] body = new byte[Math.min(in.get() & 0xff, in.remaining())];
      in.get(body);
      if (kind < TYPES) {
        ByteBuffer message = ByteBuffer.allocate(OpenFlow.HEADER_BYTES + body.length);
        message.put((byte) OpenFlow.VERSION_13).put((byte) kind);
        rig.tell(message.putShort((short) message.capacity()).putInt(1).put(body).array());
      } else if (kind == TYPES) {
        rig.passSeconds(1);
      } else {
        rig.receive(1 + kind % Rig13.PORTS, body);
      }
      rig.takeBytes();
    }
    assertThat(rig.sw.entryCount()).isLessThanOrEqualTo(Switch13.TABLES * MOST_ENTRIES);
    assertThat(rig.ask(Rig13.OF.buildEchoRequest().build()))
        .singleElement()
        .isInstanceOf(OFEchoReply.class);
  }
}
