package maestro.network.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.Controllers;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a switch of 1.3 says to a controller in the same process. */
class DirectChannelTest {
  private static final long DELAY_NS = 1000;
  private static final int HELLO_BYTES = 16;

  private final Wire wire = new Wire();
  private final DirectChannel channel =
      new DirectChannel(
          new Controllers(
                  new SwitchDescription(1, OpenFlow.VERSION_13, 2, 0),
                  (from, type, b, at, lengthBytes, replies) -> false)
              .get(0),
          DELAY_NS,
          0);

  private long nowNs;

  @Test
  void shouldRefuseEveryVersionThatTheSwitchDoesNotSpeak() throws Exception {
    say(4, OpenFlow.HELLO);
    for (int version = 0; version < 256; version++) {
      int before = wire.said.size();
      say(version, OpenFlow.ECHO_REQUEST);
      int[] answer = wire.saidFrom(before);
      if (version == OpenFlow.VERSION_13) {
        assertThat(answer).containsExactly(4, OpenFlow.ECHO_REPLY, 0, 8, 0, 0, 1, 2);
      } else {
        assertThat(answer)
            .as("version %d", version)
            .containsExactly(4, 1, 0, 20, 0, 0, 1, 2, 0, 1, 0, 0, version, 2, 0, 8, 0, 0, 1, 2);
      }
    }
    assertThat(wire.open).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void shouldSayWhyBeforeItClosesWhenAHelloIsOfNoCommonVersion(int version) throws Exception {
    say(version, OpenFlow.HELLO);
    assertThat(wire.saidFrom(HELLO_BYTES))
        .containsExactly(4, 1, 0, 20, 0, 0, 1, 2, 0, 0, 0, 0, version, 0, 0, 8, 0, 0, 1, 2);
    assertThat(wire.open).isFalse();
  }

  @Test
  void shouldCloseWhenTheControllerDoesNotSpeakOpenFlow() throws Exception {
    wire.toSwitch =
        ByteBuffer.wrap("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII));
    pass();
    assertThat(wire.saidFrom(HELLO_BYTES)).isEmpty();
    assertThat(wire.open).isFalse();
  }

  private void say(int version, int type) throws Exception {
    wire.toSwitch = ByteBuffer.wrap(new byte[] {(byte) version, (byte) type, 0, 8, 0, 0, 1, 2});
    pass();
  }

  /** There and back. */
  private void pass() throws Exception {
    channel.connectIfDue(() -> wire, nowNs);
    for (int i = 0; i < 4; i++) {
      channel.send(nowNs);
      channel.receive(nowNs);
      nowNs += DELAY_NS;
    }
  }

  /** The end of the switch, and what it has said. */
  private static final class Wire implements ByteChannel {
    final ByteArrayOutputStream said = new ByteArrayOutputStream();
    ByteBuffer toSwitch = ByteBuffer.allocate(0);
    boolean open = true;

    int[] saidFrom(int bytes) {
      byte[] all = said.toByteArray();
      int[] unsigned = new int[all.length - bytes];
      for (int i = 0; i < unsigned.length; i++) {
        unsigned[i] = all[bytes + i] & 0xff;
      }
      return unsigned;
    }

    @Override
    public int read(ByteBuffer to) {
      int count = toSwitch.remaining();
      to.put(toSwitch);
      return count;
    }

    @Override
    public int write(ByteBuffer from) {
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      said.writeBytes(bytes);
      return bytes.length;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
