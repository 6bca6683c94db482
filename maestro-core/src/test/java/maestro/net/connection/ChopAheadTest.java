package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.api.RequestStage;
import maestro.distribution.SharedQueue;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.socket.BufferPool;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The select thread finds the borders of requests, and the worker takes these. */
class ChopAheadTest {
  private static final int VERSION = 1;
  private static final int TAG = VERSION << 8 | OpenFlow.PACKET_IN;
  private static final int MESSAGES = 400;
  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldAnswerAllInOrderWhenRequestsAndOthersComeInAnyPieces(long seed) {
    Random random = new Random(seed);
    try (Rig rig =
        Rig.setup()
            .strategy((settings, readiness) -> new SharedQueue(settings, readiness, true))
            .readBytes(512 << random.nextInt(4))
            .batchCapacity(5 + random.nextInt(100))
            .stage(FLOOD)
            .start()) {
      FakeSwitch client = rig.join(VERSION, 1);
      List<Integer> xids = new ArrayList<>();
      byte[][] messages = new byte[MESSAGES][];
      for (int i = 0; i < MESSAGES; i++) {
        messages[i] =
            random.nextInt(8) == 0
                ? FakeSwitch.hex(Messages.header(VERSION, OpenFlow.ECHO_REQUEST, i))
                : Messages.packetIn(VERSION, i);
        xids.add(i);
      }
      byte[] stream = Messages.join(messages);
      for (int from = 0; from < stream.length; ) {
        int to = Math.min(stream.length, from + 1 + random.nextInt(3_000));
        client.send(Arrays.copyOfRange(stream, from, to));
        rig.cycle();
        from = to;
      }
      assertThat(rig.await(client, MESSAGES)).extracting(Messages::xid).isEqualTo(xids);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 2_000})
  void shouldNotSearchAgainWhenBordersAreKnown(int requests) throws IOException {
    byte[] request = Messages.packetIn(VERSION, 1);
    byte[][] all = new byte[requests][];
    Arrays.fill(all, request);
    byte[] stream = Messages.join(all);
    SharedBuffers buffers = new SharedBuffers(1 << 20);
    BufferPool pool = new BufferPool(buffers);
    Input input = new Input(buffers, 0);
    input.open(pool.take());
    input.read(Channels.newChannel(new ByteArrayInputStream(stream)), stream.length, 0);
    input.chopAhead(TAG);
    input.keep();
    pool.give(input.release());

    input.open(pool.take());
    int known = Math.min(requests, 1024);
    ByteBuffer bytes = input.bytes();
    for (int i = 0; i < known; i++) {
      bytes.putInt(i * request.length, 0); // whoever looks finds no request
    }
    RequestBatch batch = new RequestBatch(requests);
    batch.beginRun(null, bytes);
    int half = known / 2;
    assertThat(input.chopRequests(batch, TAG, half)).isEqualTo(half);
    assertThat(input.chopRequests(batch, TAG, requests)).isEqualTo(requests - half);
    for (int i = 0; i < requests; i++) {
      assertThat(batch.offset(i)).isEqualTo(i * request.length);
      assertThat(batch.length(i)).isEqualTo(request.length);
    }
    assertThat(input.unhandledBytes()).isZero();
  }
}
