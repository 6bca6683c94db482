package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;

/**
 * Answers to requests for the counters of ports through the flyweight and through openflowj: what
 * the flyweight takes it reads without leaving the message, and both see the same counters.
 */
@Tag("fuzz")
class PortStatsFuzzTest {
  @FuzzTest
  void shouldStayInTheMessage(byte[] bytes) {
    if (bytes.length > OpenFlow.MAX_MESSAGE_BYTES) {
      return;
    }
    ByteBuffer b = ByteBuffer.wrap(Bytes.withHonestLength(bytes.clone()));
    PortStatsFlyweight part = new PortStatsFlyweight();
    boolean isTaken = part.wrap(b, 0, bytes.length);
    long sum = 0;
    for (int i = 0; i < part.count(); i++) {
      sum += part.port(i);
      for (PortCounter each : PortCounter.values()) {
        sum += part.counter(i, each);
      }
    }
    try {
      if (ColdCodec.read(b, 0, bytes.length) instanceof OFPortStatsReply reply) {
        assertThat(isTaken).isTrue();
        assertThat(reply.getEntries()).hasSize(part.count());
        for (int i = 0; i < part.count(); i++) {
          assertThat(PortStatsTest.counters(reply.getEntries().get(i)))
              .isEqualTo(PortStatsTest.counters(part, i));
        }
      }
    } catch (MalformedMessageException e) {
      assertThat(sum).as("the flyweight is not the one that judges").isNotNull();
    }
  }
}
