package maestro.net.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BufferBudgetTest {
  private static final int BLOCK = BufferBudget.BLOCK_BYTES;
  private static final int BLOCKS = 64;

  private final BufferBudget budget = new BufferBudget(BLOCKS * BLOCK);

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count);
  }

  @Test
  void shouldGiveEverySpareByteAnEighthWhenAskedForAFairShare() {
    assertThat(budget.fairBytes()).isEqualTo((BLOCKS - BLOCKS / 8) * BLOCK / 8);
    KeptBytes kept = new KeptBytes(budget);
    kept.append(bytes(40 * BLOCK));
    assertThat(budget.fairBytes()).as("16 of 24 free blocks are spare").isEqualTo(2 * BLOCK);
    kept.append(bytes(16 * BLOCK));
    assertThat(budget.fairBytes()).isZero();
    assertThat(budget.isShort()).isFalse();
    kept.clear();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldKeepTheLastSixteenthForThoseThatHoldNothing() {
    KeptBytes most = new KeptBytes(budget);
    assertThat(most.append(bytes(56 * BLOCK))).isTrue();
    assertThat(most.append(bytes(4 * BLOCK))).isTrue();
    assertThat(most.append(bytes(1))).as("the last four are not for it").isFalse();
    assertThat(most.count()).isEqualTo(60 * BLOCK);
    List<KeptBytes> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      KeptBytes other = new KeptBytes(budget);
      assertThat(other.append(bytes(100))).isTrue();
      others.add(other);
    }
    assertThat(budget.isShort()).isTrue();
    assertThat(budget.excessBytes()).isEqualTo(8 * BLOCK);
    assertThat(new KeptBytes(budget).append(bytes(1))).as("nothing is left").isFalse();
    others.get(0).clear();
    assertThat(new KeptBytes(budget).append(bytes(1))).isTrue();
  }

  @Test
  void shouldTakeOneBlockAndFillItWhenPiecesAreSmall() {
    KeptBytes kept = new KeptBytes(budget);
    for (int i = 0; i < BLOCK / 64; i++) {
      kept.append(bytes(64));
    }
    assertThat(kept.heldBytes()).isEqualTo(BLOCK);
    kept.append(bytes(1));
    assertThat(kept.heldBytes()).isEqualTo(2 * BLOCK);
    assertThat(budget.usedBytes()).isEqualTo(2 * BLOCK);
  }

  @Test
  void shouldKeepBytesInOrderWhenDrainedAndWrittenInPieces() throws IOException {
    Random random = new Random(7);
    KeptBytes kept = new KeptBytes(budget);
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WritableByteChannel channel = Channels.newChannel(out);
    for (int i = 0; i < 2000; i++) {
      byte[] piece = new byte[random.nextInt(3 * BLOCK)];
      random.nextBytes(piece);
      if (kept.append(ByteBuffer.wrap(piece))) {
        in.writeBytes(piece);
      }
      if (random.nextInt(20) == 0) {
        kept.writeTo(channel);
      } else if (random.nextInt(3) == 0) {
        ByteBuffer some = ByteBuffer.allocateDirect(1 + random.nextInt(4 * BLOCK));
        kept.drainTo(some);
        channel.write(some.flip());
      }
      assertThat(kept.count()).isEqualTo(in.size() - out.size());
    }
    kept.writeTo(channel);
    assertThat(out.toByteArray()).isEqualTo(in.toByteArray());
    assertThat(budget.usedBytes()).isZero();
  }
}
