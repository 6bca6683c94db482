package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import maestro.openflow.entry.FlowStatsEncoder;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import maestro.openflow.entry.FlowStatsFlyweight;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Answers to flow statistics requests through the flyweight and through openflowj: when both can
 * read one they see as many entries with the same cookies; what the flyweight takes it reads, and
 * deletes, without leaving the message.
 */
@Tag("fuzz")
class FlowStatsFuzzTest {
  @FuzzTest
  void shouldStayInTheMessage(byte[] bytes) {
    if (bytes.length > OpenFlow.MAX_MESSAGE_BYTES) {
      return;
    }
    ByteBuffer b = ByteBuffer.wrap(Bytes.withHonestLength(bytes.clone()));
    FlowStatsFlyweight part = new FlowStatsFlyweight();
    if (!part.wrap(b, 0, bytes.length)) {
      return;
    }
    int count = 0;
    while (part.next()) {
      count++;
      read(part.entry(), bytes.length);
    }
    OFMessage theirs;
    try {
      theirs = ColdCodec.read(b, 0, bytes.length);
    } catch (MalformedMessageException e) {
      return;
    }
    if (theirs instanceof OFFlowStatsReply reply) {
      assertThat(reply.getEntries()).hasSize(count);
      part.rewind();
      reply
          .getEntries()
          .forEach(
              entry -> {
                assertThat(part.next()).isTrue();
                assertThat(part.entry().cookie()).isEqualTo(entry.getCookie().getValue());
              });
    }
  }

  private static void read(FlowStatsEntryFlyweight entry, int messageBytes) {
    assertThat(entry.offset() + entry.length()).isLessThanOrEqualTo(messageBytes);
    assertThat(entry.matchOffset() + entry.matchBytes())
        .isLessThanOrEqualTo(entry.offset() + entry.length());
    assertThat(entry.ethSrc() >>> 48).isZero();
    assertThat(entry.ethDst() >>> 48).isZero();
    assertThat(entry.vlan()).isBetween(-1, 4095);
    assertThat(entry.outputCount()).isLessThanOrEqualTo(entry.length() / 8);
    int bytes = FlowStatsEncoder.deleteBytes(entry);
    ByteBuffer out = ByteBuffer.allocate(bytes);
    assertThat(FlowStatsEncoder.delete(out, 0, 1, entry)).isEqualTo(bytes);
    assertThat(Header.frames(out, 0, bytes, OpenFlow.FLOW_MOD)).isTrue();
  }
}
