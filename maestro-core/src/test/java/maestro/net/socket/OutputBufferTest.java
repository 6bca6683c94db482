package maestro.net.socket;

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

class OutputBufferTest {
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
    return ByteBuffer.allocateDirect(Math.max(65536, bytes.length)).put(bytes).flip();
  }

  @Test
  void shouldTakeAnAnswerWhenAboveTheHighWaterMark() {
    output.write(chunk(message(1, HIGH_WATER + 1)));

    assertThat(output.offer(message(2, 8))).isFalse();
    output.answer(ByteBuffer.wrap(message(3, 8)), 0, 8);

    assertThat(output.pendingBytes()).isEqualTo(HIGH_WATER + 9);
  }

  @Test
  void shouldLeaveABufferAsItWasWhenAMessageInItIsTheAnswer() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64).put(16, message(7, 8)).limit(60).position(20);
    socket.takes = 3;

    output.answer(buffer, 16, 8);

    assertThat(buffer.position()).isEqualTo(20);
    assertThat(buffer.limit()).isEqualTo(60);
    buffer.put(16, message(9, 8)); // the bytes that wait are a copy
    socket.takes = 100;
    output.flush();
    assertThat(socket.taken.toByteArray()).isEqualTo(message(7, 8));
  }

  @Test
  void shouldWriteAtOnceAndKeepNothingWhenSocketTakesAll() {
    socket.takes = 1 << 20;
    assertThat(output.offer(message(1, 100))).isTrue();
    output.write(chunk(message(2, 100)));
    assertThat(socket.taken.size()).isEqualTo(200);
    assertThat(output.heldBytes()).isZero();
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
    output.write(chunk(message(1, HIGH_WATER)));
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
  void shouldHoldLittleMoreMemoryThanBytesWhenBatchesAreSmall() {
    for (int i = 0; i < 800; i++) {
      output.write(chunk(message(i, 80)));
    }
    assertThat(output.pendingBytes()).isEqualTo(800 * 80);
    assertThat(output.heldBytes()).isEqualTo(16 * BufferBudget.BLOCK_BYTES);
    socket.takes = 1 << 20;
    output.flush();
    for (int i = 0; i < 800; i++) {
      assertThat(socket.taken.toByteArray()[i * 80 + 79]).isEqualTo((byte) i);
    }
    assertThat(output.heldBytes()).isZero();
  }

  @Test
  void shouldBeCongestedBelowTheMarkWhenLittleMemoryIsSpare() {
    BufferBudget budget = new BufferBudget(32 * BufferBudget.BLOCK_BYTES);
    OutputBuffer other = output(budget);
    output(budget).write(chunk(message(1, 24 * BufferBudget.BLOCK_BYTES)));
    other.write(chunk(message(2, 8)));
    assertThat(other.isCongested()).as("3 blocks are spare").isFalse();
    output(budget).write(chunk(message(3, 3 * BufferBudget.BLOCK_BYTES)));
    assertThat(other.isCongested()).as("none is spare").isTrue();
    assertThat(other.offer(message(4, 8))).isFalse();
    assertThat(output(budget).isCongested()).as("what holds nothing").isFalse();
  }

  @Test
  void shouldFailAndGiveBackItsMemoryWhenTheBudgetHasNoMore() {
    BufferBudget budget = new BufferBudget(32 * BufferBudget.BLOCK_BYTES);
    OutputBuffer greedy = output(budget);
    greedy.write(chunk(message(1, 16 * BufferBudget.BLOCK_BYTES)));
    assertThat(owner.failure).isNull();
    greedy.write(chunk(message(2, 15 * BufferBudget.BLOCK_BYTES)));
    assertThat(owner.failure).hasMessage(OutputBuffer.NO_MEMORY);
    assertThat(greedy.pendingBytes()).isZero();
    assertThat(budget.usedBytes()).isZero();
  }

  private OutputBuffer output(BufferBudget budget) {
    return new OutputBuffer(socket, new SharedBuffers(65536, budget), 1 << 20, owner);
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
    output.write(chunk(message(3, 8)));
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
