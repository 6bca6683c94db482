package maestro.net.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryChannelTest {
  private final MemoryChannel channel = new MemoryChannel(1);
  private final ByteBuffer read = ByteBuffer.allocate(8);

  @Test
  void shouldCarryBytesBothWaysWhenItIsOpen() throws IOException {
    assertThat(channel.read(read)).isZero();
    assertThat(channel.peer().write(bytes(10_000))).isEqualTo(10_000);
    assertThat(channel.socket().getInputStream().available()).isEqualTo(10_000);
    assertThat(channel.read(read)).isEqualTo(8);
    assertThat(read.flip().get(7)).isEqualTo((byte) 7);
    assertThat(channel.read(read.clear())).isEqualTo(8);
    assertThat(read.get(0)).as("what is left is in order").isEqualTo((byte) 8);
    assertThat(channel.write(bytes(3))).isEqualTo(3);
    assertThat(channel.peer().read(read.clear())).isEqualTo(3);
    assertThat(channel.peer().read(read)).isZero();
  }

  @Test
  void shouldEndAfterTheLastByteWhenOneSideCloses() throws IOException {
    channel.write(bytes(2));
    channel.close();
    assertThat(channel.peer().read(read)).isEqualTo(2);
    assertThat(channel.peer().read(read)).isEqualTo(-1);
    assertThatThrownBy(() -> channel.peer().write(bytes(1)))
        .isInstanceOf(ClosedChannelException.class);
    MemoryChannel other = new MemoryChannel(2);
    other.peer().close();
    assertThat(other.read(read.clear())).isEqualTo(-1);
    assertThatThrownBy(() -> other.write(bytes(1))).hasMessage("closed by the switch");
  }

  @Test
  void shouldReportWhatIsReadyInTheOrderOfRegistration() throws IOException {
    MemorySelector selector = new MemorySelector();
    List<Object> ready = new ArrayList<>();
    MemoryChannel second = new MemoryChannel(2);
    for (MemoryChannel each : List.of(channel, second)) {
      each.configureBlocking(false);
      each.register(selector, SelectionKey.OP_READ, each);
    }
    assertThat(selector.selectNow(key -> ready.add(key.attachment()))).isZero();
    second.peer().write(bytes(1));
    channel.peer().write(bytes(1));
    assertThat(selector.select(key -> ready.add(key.attachment()), 1_000)).isEqualTo(2);
    assertThat(ready).containsExactly(channel, second);
    channel.close();
    assertThat(selector.selectNow()).isEqualTo(1);
    second.keyFor(selector).interestOps(0);
    assertThat(selector.selectNow()).isZero();
  }

  private static ByteBuffer bytes(int count) {
    ByteBuffer b = ByteBuffer.allocate(count);
    for (int i = 0; i < count; i++) {
      b.put(i, (byte) i);
    }
    return b;
  }
}
