package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import maestro.net.socket.BufferPool;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;

/**
 * The chopper over any bytes in pieces of any size, against one that has them all before it begins.
 */
@Tag("fuzz")
class ChopperFuzzTest {
  private static final int REQUEST_TAG = OpenFlow.VERSION_10 << 8 | OpenFlow.PACKET_IN;
  private static final SharedBuffers BUFFERS = new SharedBuffers(64 * 1024);

  @FuzzTest
  void shouldCutTheSameMessagesHoweverTheyCome(FuzzedDataProvider data) throws IOException {
    int[] readSizes = {1 + data.consumeInt(0, 600), 1 + data.consumeInt(0, 70_000)};
    int capacity = 1 + data.consumeInt(0, 20);
    boolean detaches = data.consumeBoolean();
    boolean chopsAhead = data.consumeBoolean();
    byte[] stream = data.consumeRemainingAsBytes();
    assertThat(chop(stream, readSizes, capacity, detaches, chopsAhead)).isEqualTo(expected(stream));
  }

  /** Length and tag of each message, and a length that is too short at the end, if any. */
  private static List<Integer> expected(byte[] stream) {
    ByteBuffer all = ByteBuffer.wrap(stream);
    List<Integer> messages = new ArrayList<>();
    int at = 0;
    while (stream.length - at >= 8) {
      int word = all.getInt(at);
      int length = word & 0xffff;
      if (length > stream.length - at) {
        break;
      }
      messages.add(word);
      if (length < 8) {
        break;
      }
      at += length;
    }
    return messages;
  }

  private static List<Integer> chop(
      byte[] stream, int[] readSizes, int capacity, boolean detaches, boolean chopsAhead)
      throws IOException {
    BufferPool pool = new BufferPool(BUFFERS);
    ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(stream));
    Input input = new Input(BUFFERS, 0);
    RequestBatch batch = new RequestBatch(capacity);
    List<Integer> messages = new ArrayList<>();
    boolean broken = false;
    for (int turn = 0; !broken; turn++) {
      if (!input.hasBuffer()) {
        input.open(pool.take());
      }
      int count = input.read(channel, readSizes[turn % 2], 0);
      if (count == Input.END_OF_STREAM) {
        break;
      }
      if (chopsAhead) {
        input.chopAhead(REQUEST_TAG);
      }
      broken = cut(input, batch, messages);
      takeBatch(input, batch, messages, detaches ? pool : null);
      if (input.hasBuffer()) {
        assertThat(input.keep()).isTrue();
        pool.give(input.release());
      }
    }
    input.close();
    return messages;
  }

  /** Whether a length is too short. */
  private static boolean cut(Input input, RequestBatch batch, List<Integer> messages) {
    while (input.hasBuffer()) {
      batch.beginRun(null, input.bytes());
      input.chopRequests(batch, REQUEST_TAG, batch.capacity() - batch.count());
      int length = input.messageLength();
      if (length == Input.NO_MESSAGE) {
        return false;
      }
      takeBatch(input, batch, messages, null);
      if (length < 8 || input.messageTag() != REQUEST_TAG) {
        messages.add(input.bytes().getInt(input.next()));
        if (length < 8) {
          return true;
        }
        input.skip(length);
      }
    }
    return false;
  }

  /**
   * Handles the batch.
   *
   * @param pool for another input buffer while that happens; null to keep the one that is there
   */
  private static void takeBatch(
      Input input, RequestBatch batch, List<Integer> messages, BufferPool pool) {
    ByteBuffer buffer = batch.runCount() == 0 ? null : batch.buffer(0);
    ByteBuffer detached = pool == null ? null : input.detach(pool);
    for (int i = 0; i < batch.count(); i++) {
      int word = buffer.getInt(batch.offset(i));
      assertThat(batch.length(i)).isEqualTo(word & 0xffff);
      messages.add(word);
    }
    batch.clear();
    input.batchWasRun();
    if (detached != null) {
      pool.give(detached);
    }
  }
}
