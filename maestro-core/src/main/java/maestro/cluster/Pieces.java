package maestro.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cuts bytes where their content says. Bytes that are put in or taken out change the pieces around
 * them and no others, so the pieces that both ends know need not be sent.
 *
 * <ol>
 *   <li>A hash of the last 64 bytes runs along: it is shifted by one, and a random number for the
 *       next byte is added (the gear hash of FastCDC, Xia et al., USENIX ATC 2016).
 *   <li>A piece ends where the upper {@value #CUT_BITS} bits of the hash are 0, so it has some 10
 *       KiB. It has 2 KiB at least, and 64 KiB at most.
 * </ol>
 */
final class Pieces {
  private static final int LEAST_BYTES = 1 << 11;
  private static final int MOST_BYTES = 1 << 16;
  private static final int CUT_BITS = 13;
  private static final long CUT_MASK = -1L << (Long.SIZE - CUT_BITS);
  private static final long[] GEAR = new SplittableRandom(1).longs(256).toArray();

  private Pieces() {}

  /** The pieces in their order, as parts of the same array. */
  static List<ByteBuffer> of(byte[] bytes) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int from = 0; from < bytes.length; ) {
      int to = end(bytes, from);
      pieces.add(ByteBuffer.wrap(bytes, from, to - from).slice().asReadOnlyBuffer());
      from = to;
    }
    return pieces;
  }

  private static int end(byte[] bytes, int from) {
    int most = Math.min(bytes.length, from + MOST_BYTES);
    long hash = 0;
    for (int i = from; i < most; i++) {
      hash = (hash << 1) + GEAR[bytes[i] & 0xff]; // 1
      if ((hash & CUT_MASK) == 0 && i + 1 - from >= LEAST_BYTES) { // 2
        return i + 1;
      }
    }
    return most;
  }
}
