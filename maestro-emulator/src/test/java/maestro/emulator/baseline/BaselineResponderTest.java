package maestro.emulator.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineResponderTest {
  private static final int FRAME_BYTES = 60;

  @AutoClose private BaselineResponder responder;
  @AutoClose private Socket socket;
  private OutputStream out;
  private DataInputStream in;

  @BeforeEach
  void connect() throws IOException {
    responder =
        BaselineResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .start();
    socket = new Socket(InetAddress.getLoopbackAddress(), responder.address().getPort());
    socket.setSoTimeout(10_000);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldShakeHandsWhenSwitchSaysHello(int version) throws IOException {
    send(message(version, 0, 7, 0));
    assertThat(type(read())).isEqualTo(0);
    assertThat(type(read())).isEqualTo(5);
    send(message(version, 6, 2, 24).putLong(8, 42));
    assertThat(type(read())).isEqualTo(version == 1 ? 18 : 20);
    send(message(version, 2, 9, 3).put(9, (byte) 'x'));
    ByteBuffer echo = read();
    assertThat(type(echo)).isEqualTo(3);
    assertThat(echo.getInt(4)).isEqualTo(9);
    assertThat(echo.get(9)).isEqualTo((byte) 'x');
    assertThat(responder.answeredByDatapath()).isEqualTo(Map.of(42L, 0L));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldNameBufferWhenPacketInIsBuffered(int version) throws IOException {
    hello(version);
    int count = 3000;
    ByteBuffer many = ByteBuffer.allocate(count * packetIn(version, 0, 0).capacity());
    for (int i = 0; i < count; i++) {
      many.put(packetIn(version, 100 + i, 1000 + i));
    }
    send(many);
    for (int i = 0; i < count; i++) {
      ByteBuffer flowMod = read();
      assertThat(type(flowMod)).isEqualTo(14);
      assertThat(flowMod.getInt(4)).isEqualTo(100 + i);
      assertThat(flowMod.getInt(version == 1 ? 64 : 32)).isEqualTo(1000 + i);
    }
    assertThat(responder.answeredRequests()).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldSendDataBackWhenPacketInIsUnbuffered(int version) throws IOException {
    hello(version);
    ByteBuffer packetIn = packetIn(version, 5, -1);
    packetIn.putInt(packetIn.capacity() - 4, 0xcafe);
    send(packetIn);
    ByteBuffer flowMod = read();
    assertThat(type(flowMod)).isEqualTo(14);
    assertThat(flowMod.getInt(version == 1 ? 64 : 32)).isEqualTo(-1);
    ByteBuffer packetOut = read();
    assertThat(type(packetOut)).isEqualTo(13);
    assertThat(packetOut.capacity()).isEqualTo((version == 1 ? 24 : 40) + FRAME_BYTES);
    assertThat(packetOut.getInt(packetOut.capacity() - 4)).isEqualTo(0xcafe);
  }

  @Test
  void shouldKeepOrderWhenBufferedAndUnbufferedAndEchoAreMixed() throws IOException {
    hello(1);
    ByteBuffer mixed = ByteBuffer.allocate(1000);
    mixed.put(packetIn(1, 1, 11)).put(packetIn(1, 2, -1)).put(packetIn(1, 3, 13));
    mixed.put(message(1, 2, 4, 0)).put(packetIn(1, 5, 15));
    send(mixed.limit(mixed.position()));
    int[] transactions = new int[6];
    for (int i = 0; i < transactions.length; i++) {
      transactions[i] = read().getInt(4);
    }
    assertThat(transactions).containsExactly(1, 2, 2, 3, 4, 5);
  }

  @Test
  void shouldAnswerWhenMessageArrivesByteByByte() throws IOException {
    hello(1);
    for (byte b : bytes(packetIn(1, 8, 9))) {
      out.write(b);
      out.flush();
    }
    assertThat(read().getInt(64)).isEqualTo(9);
  }

  @Test
  void shouldAnswerAllWhenSwitchReadsLate() throws IOException {
    hello(1);
    int count = 200_000;
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < count; i++) {
                  send(packetIn(1, i, i));
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    for (int i = 0; i < count; i++) {
      if (read().getInt(64) != i) {
        assertThat(i).as("answers in order").isEqualTo(-1);
      }
    }
    assertThat(responder.answeredRequests()).isEqualTo(count);
  }

  @Test
  void shouldCloseConnectionWhenLengthIsBelowEight() throws IOException {
    out.write(new byte[] {1, 0, 0, 3, 0, 0, 0, 0});
    assertThat(in.read()).isEqualTo(-1);
  }

  private void hello(int version) throws IOException {
    send(message(version, 0, 7, 0));
    read();
    read();
  }

  private void send(ByteBuffer message) throws IOException {
    out.write(bytes(message));
  }

  private static byte[] bytes(ByteBuffer message) {
    byte[] bytes = new byte[message.limit()];
    message.get(0, bytes);
    return bytes;
  }

  private ByteBuffer read() throws IOException {
    byte[] head = in.readNBytes(8);
    int length = ByteBuffer.wrap(head).getShort(2) & 0xffff;
    return ByteBuffer.allocate(length).put(head).put(in.readNBytes(length - 8)).rewind();
  }

  private static int type(ByteBuffer message) {
    return message.get(1);
  }

  private static ByteBuffer message(int version, int type, int xid, int bodyBytes) {
    ByteBuffer message = ByteBuffer.allocate(8 + bodyBytes);
    message.put(0, (byte) version).put(1, (byte) type);
    return message.putShort(2, (short) message.capacity()).putInt(4, xid);
  }

  private static ByteBuffer packetIn(int version, int xid, int bufferId) {
    ByteBuffer message = message(version, 10, xid, (version == 1 ? 10 : 34) + FRAME_BYTES);
    message.putInt(8, bufferId);
    if (version == 4) {
      message.putShort(24, (short) 1).putShort(26, (short) 12);
    }
    return message;
  }
}
