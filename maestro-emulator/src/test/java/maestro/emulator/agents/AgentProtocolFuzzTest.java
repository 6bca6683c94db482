package maestro.emulator.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;

/**
 * What anybody may send to a coordinator, and to an agent that has connected to the wrong place;
 * and any JSON behind a seal that is right.
 */
@Tag("fuzz")
class AgentProtocolFuzzTest {
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);

  /** A socket on which these bytes come. */
  private static final class Peer extends Socket {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Peer(byte[] bytes) {
      in = new ByteArrayInputStream(bytes);
    }

    @Override
    public InputStream getInputStream() {
      return in;
    }

    @Override
    public OutputStream getOutputStream() {
      return out;
    }

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setSoTimeout(int timeoutMs) {}
  }

  @FuzzTest
  void shouldLetNobodyInWhateverHeSays(FuzzedDataProvider data) throws IOException {
    Secret secret = Secret.of("0123456789abcdef", "test");
    boolean coordinator = data.consumeBoolean();
    boolean framed = data.consumeBoolean();
    byte[] first = framed ? frame(data.consumeString(500)) : data.consumeBytes(500);
    byte[] second =
        framed ? frame(data.consumeRemainingAsString()) : data.consumeRemainingAsBytes();
    byte[] all = ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    try (Peer peer = new Peer(all);
        AgentLink link =
            coordinator
                ? AgentLink.toAgent(peer, secret, Patience.USUAL)
                : AgentLink.toCoordinator(peer, secret, "me", Patience.USUAL)) {
      throw new AssertionError("who does not know the secret was let in as " + link.name());
    } catch (IOException e) {
      assertThat(e.getMessage() == null ? "" : e.getMessage()).doesNotContain("\n");
    }
  }

  private static byte[] frame(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
  }

  @FuzzTest
  void shouldReadSealedMessageOrRefuseIt(byte[] json) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] number = new byte[Long.BYTES];
    javax.crypto.Mac mac = Secret.mac(KEY);
    mac.update(number);
    ByteBuffer frame = ByteBuffer.allocate(44 + json.length);
    frame.putInt(40 + json.length).put(number).put(mac.doFinal(json)).put(json);
    AgentFrames frames = new AgentFrames(new ByteArrayInputStream(frame.array()), out);
    frames.seal(KEY, KEY);
    Message read;
    try {
      read = frames.read();
    } catch (ProtocolException e) {
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    frames.write(read);
    AgentFrames again = new AgentFrames(new ByteArrayInputStream(out.toByteArray()), out);
    again.seal(KEY, KEY);
    assertThat(again.read()).hasSameClassAs(read);
  }
}
