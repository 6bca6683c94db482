package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * PACKET_IN and its OXM match through the flyweight and through openflowj: when both can read a
 * message they read the same. Any other message through openflowj alone, which may refuse it but
 * not fail.
 */
@Tag("fuzz")
class PacketInFuzzTest {
  @FuzzTest
  void shouldReadWhatOpenflowjReads(byte[] bytes) {
    if (bytes.length > OpenFlow.MAX_MESSAGE_BYTES) {
      return;
    }
    ByteBuffer b = ByteBuffer.wrap(Bytes.withHonestLength(bytes.clone()));
    PacketInFlyweight ours = new PacketInFlyweight();
    boolean accepted = ours.wrap(b, 0, bytes.length);
    if (accepted) {
      assertThat(ours.dataLength()).isNotNegative();
      assertThat(ours.dataOffset() + ours.dataLength()).isEqualTo(bytes.length);
    }
    OFMessage theirs;
    try {
      theirs = ColdCodec.read(b, 0, bytes.length);
    } catch (MalformedMessageException e) {
      assertThat(e).hasMessageNotContaining("null");
      return;
    }
    if (accepted && theirs instanceof OFPacketIn packetIn) {
      compare(ours, packetIn);
    }
  }

  private static void compare(PacketInFlyweight ours, OFPacketIn theirs) {
    assertThat(ours.xid()).isEqualTo((int) theirs.getXid());
    assertThat(ours.bufferId()).isEqualTo(theirs.getBufferId().getInt());
    assertThat(ours.totalLength()).isEqualTo(theirs.getTotalLen());
    byte[] data = new byte[ours.dataLength()];
    ours.buffer().get(ours.dataOffset(), data);
    assertThat(data).isEqualTo(theirs.getData());
    OFPort port =
        theirs.getVersion() == OFVersion.OF_10
            ? theirs.getInPort()
            : theirs.getMatch().get(MatchField.IN_PORT);
    assertThat(ours.inPort()).isEqualTo(port.getPortNumber());
    if (theirs.getVersion() != OFVersion.OF_10) {
      assertThat(ours.cookie()).isEqualTo(theirs.getCookie().getValue());
    }
  }
}
