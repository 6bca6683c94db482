package maestro.emulator.switches;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages come out as they went in, however the stream is cut. */
class MessageFramerTest {
  private static final int READ_BYTES = 65_536;

  private final MessageFramer framer = new MessageFramer();
  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES + OpenFlow.MAX_MESSAGE_BYTES);
  private final List<byte[]> framed = new ArrayList<>();

  @Test
  void shouldFrameAllMessagesWhenOneReadHasThem() throws IOException {
    byte[] stream = stream(8, 80, 9, 1500);
    assertThat(readAll(new Pieces(stream, stream.length))).isEqualTo(MessageFramer.BEGUN);
    assertThat(framed).containsExactly(messages(8, 80, 9, 1500));
  }

  @Test
  void shouldFrameTheSameMessagesWhenSplitAtEachByte() throws IOException {
    byte[] stream = stream(8, 24, 9);
    for (int split = 1; split < stream.length; split++) {
      framed.clear();
      Pieces pieces = new Pieces(stream, split, stream.length - split);
      assertThat(readAll(pieces)).isEqualTo(MessageFramer.BEGUN);
      assertThat(framed).as("split at %d", split).containsExactly(messages(8, 24, 9));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 1000})
  void shouldFrameTheSameMessagesWhenReadInPieces(int pieceBytes) throws IOException {
    byte[] stream = stream(8, 3000, 9, OpenFlow.MAX_MESSAGE_BYTES, 16);
    int[] pieces = new int[(stream.length + pieceBytes - 1) / pieceBytes];
    Arrays.fill(pieces, pieceBytes);
    assertThat(readAll(new Pieces(stream, pieces))).isEqualTo(MessageFramer.BEGUN);
    assertThat(framed).containsExactly(messages(8, 3000, 9, OpenFlow.MAX_MESSAGE_BYTES, 16));
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 0", "1, 0, 7", "4, 0, 7", "0, 2, 8", "7, 2, 8", "255, 2, 8", "22, 3, 8"})
  void shouldSayNotOpenFlowWhenHeaderIsWrong(int version, int type, int length) throws IOException {
    byte[] stream = stream(16, 8);
    Header.encode(ByteBuffer.wrap(stream), 16, version, type, length, 0);
    assertThat(readAll(new Pieces(stream, stream.length))).isEqualTo(MessageFramer.NOT_OPENFLOW);
    assertThat(framed).containsExactly(messages(16));
  }

  /** All versions with all types. */
  @Test
  void shouldFrameEveryVersionWhenTheTypeIsKnown() {
    ByteBuffer header = ByteBuffer.allocate(8);
    for (int version = 0; version < 256; version++) {
      for (int type = 0; type < 256; type++) {
        Header.encode(header, 0, version, type, 8, 1);
        boolean known = version >= 1 && version <= 6;
        assertThat(MessageFramer.wholeBytes(header, 0, 8, true))
            .isEqualTo(known || type <= 35 ? 8 : MessageFramer.NOT_OPENFLOW);
        assertThat(MessageFramer.wholeBytes(header, 0, 8, false))
            .isEqualTo(known || type == 0 ? 8 : MessageFramer.NOT_OPENFLOW);
      }
    }
  }

  @Test
  void shouldSayNotOpenFlowAtOnceWhenTheMessageHasOnlyBegun() {
    ByteBuffer header = ByteBuffer.allocate(8);
    Header.encode(header, 0, 0x16, 3, 50_000, 0);
    assertThat(MessageFramer.wholeBytes(header, 0, 8, false)).isEqualTo(MessageFramer.NOT_OPENFLOW);
    assertThat(MessageFramer.wholeBytes(header, 0, 7, false)).isEqualTo(MessageFramer.BEGUN);
  }

  @Test
  void shouldTellTheEndWhenTheStreamHasEnded() throws IOException {
    assertThat(framer.read(new Pieces(new byte[0]), in, READ_BYTES)).isEqualTo(-1);
  }

  /** Reads to the end of the stream; returns what was said of the last bytes. */
  private int readAll(ReadableByteChannel channel) throws IOException {
    int end = framer.read(channel, in, READ_BYTES);
    int lengthBytes = MessageFramer.BEGUN;
    while (end >= 0) {
      int at = 0;
      lengthBytes = MessageFramer.wholeBytes(in, at, end, false);
      while (lengthBytes > 0) {
        byte[] message = new byte[lengthBytes];
        in.get(at, message);
        framed.add(message);
        at += lengthBytes;
        lengthBytes = MessageFramer.wholeBytes(in, at, end, false);
      }
      if (lengthBytes == MessageFramer.NOT_OPENFLOW) {
        return lengthBytes;
      }
      framer.keep(in, at, end);
      end = framer.read(channel, in, READ_BYTES);
    }
    return lengthBytes;
  }

  private static byte[][] messages(int... lengths) {
    byte[][] messages = new byte[lengths.length][];
    for (int i = 0; i < lengths.length; i++) {
      messages[i] = new byte[lengths[i]];
      Arrays.fill(messages[i], (byte) (i + 1));
      Header.encode(ByteBuffer.wrap(messages[i]), 0, 4, OpenFlow.ECHO_REQUEST, lengths[i], i);
    }
    return messages;
  }

  private static byte[] stream(int... lengths) {
    ByteBuffer stream = ByteBuffer.allocate(Arrays.stream(lengths).sum());
    for (byte[] message : messages(lengths)) {
      stream.put(message);
    }
    return stream.array();
  }

  /** A stream that gives so many bytes with each read, and then its end. */
  private static final class Pieces implements ReadableByteChannel {
    private final ByteBuffer stream;
    private final int[] pieces;
    private int next;

    Pieces(byte[] stream, int... pieces) {
      this.stream = ByteBuffer.wrap(stream);
      this.pieces = pieces;
    }

    @Override
    public int read(ByteBuffer to) {
      if (next == pieces.length) {
        return -1;
      }
      int bytes = Math.min(pieces[next++], stream.remaining());
      to.put(stream.slice(stream.position(), bytes));
      stream.position(stream.position() + bytes);
      return bytes;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
