package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputBufferRaces {
  private static final int HIGH_WATER = 1000;

  /** A socket that takes so many bytes at a time, and so many until it is asked to take more. */
  private static final class Trickle implements WritableByteChannel {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    int takes;
    boolean broken;

    @Override
    public int write(ByteBuffer from) throws IOException {
      if (broken) {
        throw new IOException("broken pipe");
      }
      byte[] some = new byte[Math.min(takes, from.remaining())];
      from.get(some);
      taken.writeBytes(some);
      takes -= some.length;
      return some.length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private static final class Attention implements OutputBuffer.Owner {
    int wanted;
    IOException failure;

    @Override
    public void wantsWritable() {
      wanted++;
    }

    @Override
    public void writeFailed(IOException cause) {
      failure = cause;
    }
  }

  private final Trickle socket = new Trickle();
  private final Attention owner = new Attention();
  private final OutputBuffer output =
      new OutputBuffer(socket, new SharedBuffers(65536), HIGH_WATER, owner);

  private static byte[] message(int fill, int bytes) {
    byte[] message = new byte[bytes];
    Arrays.fill(message, (byte) fill);
    return message;
  }

  private static ByteBuffer chunk(byte[] bytes) {
    return ByteBuffer.allocateDirect(65536).put(bytes).flip();
  }

  @Test
  void shouldTakeAnAnswerWhenAboveTheHighWaterMark() {
    output.write(chunk(message(1, HIGH_WATER + 1)));

    assertThat(output.offer(message(2, 8))).isFalse();
    output.answer(message(3, 8));

    assertThat(output.pendingBytes()).isEqualTo(HIGH_WATER + 9);
  }

  @Test
  void shouldWriteAtOnceAndKeepNothingWhenSocketTakesAll() {
    socket.takes = 1 << 20;
    assertThat(output.offer(message(1, 100))).isTrue();
    assertThat(output.write(chunk(message(2, 100)))).as("caller keeps its chunk").isTrue();
    assertThat(socket.taken.size()).isEqualTo(200);
    assertThat(output.pendingBytes()).isZero();
    assertThat(owner.wanted).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1000})
  void shouldLoseNothingAndKeepOrderWhenSocketTakesFewBytesAtATime(int bytesAtATime) {
    Random random = new Random(bytesAtATime);
    ByteArrayOutputStream accepted = new ByteArrayOutputStream();
    for (int i = 0; i < 400; i++) {
      byte[] message = message(i, 8 + random.nextInt(60));
      socket.takes = random.nextInt(3) == 0 ? bytesAtATime : 0;
      if (random.nextBoolean()) {
        if (output.offer(message)) {
          accepted.writeBytes(message);
        }
      } else {
        output.write(chunk(message));
        accepted.writeBytes(message);
      }
      int waiting = accepted.size() - socket.taken.size();
      assertThat(output.pendingBytes()).isEqualTo(waiting);
      assertThat(output.isCongested()).isEqualTo(waiting > HIGH_WATER);
      if (random.nextInt(4) == 0) {
        socket.takes = bytesAtATime * 20;
        output.flush();
      }
    }
    while (output.pendingBytes() > 0) {
      socket.takes = bytesAtATime;
      output.flush();
    }
    assertThat(socket.taken.toByteArray()).isEqualTo(accepted.toByteArray());
  }

  @Test
  void shouldRefuseOffersAndTakeNoneOfThemWhenAboveTheMark() {
    assertThat(output.write(chunk(message(1, HIGH_WATER)))).isFalse();
    assertThat(output.isCongested()).as("at the mark").isFalse();
    assertThat(output.offer(message(2, 8))).isTrue();
    assertThat(output.isCongested()).isTrue();
    assertThat(output.offer(message(3, 8))).isFalse();
    assertThat(output.pendingBytes()).isEqualTo(HIGH_WATER + 8);
    socket.takes = 8;
    output.flush();
    assertThat(output.offer(message(4, 8))).as("at the mark again").isTrue();
  }

  @Test
  void shouldTakeBatchWhenAboveTheMark() {
    output.write(chunk(message(1, HIGH_WATER + 1)));
    output.write(chunk(message(2, 5000)));
    socket.takes = 1 << 20;
    output.flush();
    assertThat(socket.taken.size()).isEqualTo(HIGH_WATER + 5001);
  }

  @Test
  void shouldAskForAttentionOnceWhenBytesBeginToWait() {
    for (int i = 0; i < 5; i++) {
      output.offer(message(i, 10));
    }
    assertThat(owner.wanted).isEqualTo(1);
    socket.takes = 1 << 20;
    output.flush();
    output.offer(message(9, 10));
    assertThat(owner.wanted).isEqualTo(1);
    socket.takes = 0;
    output.offer(message(9, 10));
    assertThat(owner.wanted).isEqualTo(2);
  }

  @Test
  void shouldNotKeepAChunkForEachBatchWhenBatchesAreSmall() {
    assertThat(output.write(chunk(message(0, 80)))).as("the first is kept").isFalse();
    for (int i = 1; i < 800; i++) {
      assertThat(output.write(chunk(message(i, 80)))).as("batch %s is copied", i).isTrue();
    }
    assertThat(output.pendingBytes()).isEqualTo(800 * 80);
    socket.takes = 1 << 20;
    output.flush();
    for (int i = 0; i < 800; i++) {
      assertThat(socket.taken.toByteArray()[i * 80 + 79]).isEqualTo((byte) i);
    }
  }

  @Test
  void shouldDropWhatWaitsAndRefuseMoreWhenClosed() {
    socket.takes = 3;
    output.write(chunk(message(1, 100)));
    output.close();
    socket.takes = 1 << 20;
    output.flush();
    assertThat(socket.taken.size()).isEqualTo(3);
    assertThat(output.pendingBytes()).isZero();
    assertThat(output.offer(message(2, 8))).isFalse();
    assertThat(output.write(chunk(message(3, 8)))).as("caller keeps its chunk").isTrue();
    assertThat(socket.taken.size()).isEqualTo(3);
  }

  @Test
  void shouldTellOwnerAndCloseWhenSocketFails() {
    output.write(chunk(message(1, 100)));
    socket.broken = true;
    output.flush();
    assertThat(owner.failure).hasMessage("broken pipe");
    assertThat(output.pendingBytes()).isZero();
    assertThat(output.offer(message(2, 8))).isFalse();
  }

  @Test
  void shouldRefuseOfferWhenSocketFailsOnIt() {
    socket.broken = true;
    assertThat(output.offer(message(2, 8))).isFalse();
    assertThat(owner.failure).isNotNull();
  }
}
