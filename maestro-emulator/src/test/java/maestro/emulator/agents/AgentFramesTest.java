package maestro.emulator.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AgentFramesTest {
  private static final byte[] KEY = new byte[32];
  private static final byte[] OTHER_KEY = Arrays.copyOf(new byte[] {1}, 32);
  private static final Message READY = new Message.Ready(7);
  private static final Message GO = new Message.Go(7, 100);

  @Test
  void shouldReadWhatWasWrittenWhenSealed() throws Exception {
    AgentFrames reader = sealedReader(sealed(READY, GO));
    assertThat(reader.read()).isEqualTo(READY);
    assertThat(reader.read()).isEqualTo(GO);
    assertThatThrownBy(reader::read).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldRefuseFrameWhenAnyByteOfItWasChanged() throws Exception {
    byte[] bytes = sealed(READY);
    for (int at = Integer.BYTES; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      assertThatThrownBy(sealedReader(changed)::read)
          .as("byte " + at)
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("changed on its way");
    }
  }

  @Test
  void shouldRefuseFrameWhenItIsReplayed() throws Exception {
    byte[] once = sealed(READY);
    AgentFrames reader = sealedReader(join(once, once));
    assertThat(reader.read()).isEqualTo(READY);
    assertThatThrownBy(reader::read)
        .isInstanceOf(ProtocolException.class)
        .hasMessage("frame 0 came where 1 was due");
  }

  @Test
  void shouldRefuseFrameWhenOneBeforeWasLeftOut() throws Exception {
    byte[] both = sealed(READY, GO);
    byte[] second = Arrays.copyOfRange(both, sealed(READY).length, both.length);
    assertThatThrownBy(sealedReader(second)::read)
        .isInstanceOf(ProtocolException.class)
        .hasMessage("frame 1 came where 0 was due");
  }

  @Test
  void shouldRefuseFrameWhenItIsReflectedFromTheOtherDirection() throws Exception {
    AgentFrames reader = new AgentFrames(new ByteArrayInputStream(sealed(READY)), sink());
    reader.seal(KEY, OTHER_KEY);
    assertThatThrownBy(reader::read).isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldRefuseLengthWithoutReadingOnWhenItIsTooLong() {
    for (int length : new int[] {0, -1, AgentFrames.MOST_BYTES_UNPROVED + 1, Integer.MAX_VALUE}) {
      byte[] head = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
      assertThatThrownBy(new AgentFrames(new ByteArrayInputStream(head), sink())::read)
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("allowed: 1 to 4096");
    }
    byte[] head = ByteBuffer.allocate(Integer.BYTES).putInt(AgentFrames.MOST_BYTES + 1).array();
    assertThatThrownBy(sealedReader(head)::read)
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("allowed: 41 to 67108864");
  }

  @Test
  void shouldRefuseFrameWhenItHoldsNoMessage() {
    for (String json :
        new String[] {"{", "null", "[]", "{\"type\":\"what\"}", "{\"type\":\"go\"", "7"}) {
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      byte[] frame =
          ByteBuffer.allocate(Integer.BYTES + body.length).putInt(body.length).put(body).array();
      assertThatThrownBy(new AgentFrames(new ByteArrayInputStream(frame), sink())::read)
          .as(json)
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("no message");
    }
  }

  @Test
  void shouldSayThatConnectionEndedWhenFrameIsCutShort() throws Exception {
    byte[] bytes = sealed(READY);
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
    assertThatThrownBy(sealedReader(cut)::read).isInstanceOf(EOFException.class);
  }

  private static byte[] sealed(Message... messages) throws IOException {
    ByteArrayOutputStream out = sink();
    AgentFrames writer = new AgentFrames(new ByteArrayInputStream(new byte[0]), out);
    writer.seal(KEY, OTHER_KEY);
    for (Message message : messages) {
      writer.write(message);
    }
    return out.toByteArray();
  }

  private static AgentFrames sealedReader(byte[] bytes) {
    AgentFrames reader = new AgentFrames(new ByteArrayInputStream(bytes), sink());
    reader.seal(OTHER_KEY, KEY);
    return reader;
  }

  private static byte[] join(byte[] a, byte[] b) {
    return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
  }

  private static ByteArrayOutputStream sink() {
    return new ByteArrayOutputStream();
  }
}
