package maestro.bench.isolation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damages valid bytes: a broken or hostile peer mostly sends valid messages with errors in them.
 * Equal seeds do equal damage.
 *
 * <p>Confined to one thread.
 */
final class Mutator {
  private static final int HEADER_BYTES = 8;
  private static final int MOST_HITS = 4;

  /** Values that are wrong in most places. */
  private static final int[] EDGES = {
    0, 1, 3, 4, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfff8, 0xfffe, 0xffff
  };

  private final Random random;

  Mutator(Random random) {
    this.random = random;
  }

  /** A stream of messages of which some are damaged, missing, doubled or out of place. */
  byte[] stream(byte[] stream) {
    List<byte[]> messages = messages(stream);
    for (int hits = 1 + random.nextInt(MOST_HITS); hits > 0 && !messages.isEmpty(); hits--) {
      int i = random.nextInt(messages.size());
      switch (random.nextInt(6)) {
        case 0 -> messages.remove(i);
        case 1 -> messages.add(random.nextInt(messages.size() + 1), messages.get(i));
        case 2 -> messages.set(i, cut(messages.get(i)));
        case 3 -> messages.set(i, withTrueLength(cut(messages.get(i))));
        case 4 -> messages.set(i, withTrueLength(damaged(messages.get(i))));
        default -> messages.set(i, damaged(messages.get(i)));
      }
    }
    return join(messages);
  }

  /** The same bytes but for a few, and sometimes the end is missing. */
  byte[] damaged(byte[] bytes) {
    byte[] damaged = random.nextInt(4) == 0 ? cut(bytes) : bytes.clone();
    for (int hits = 1 + random.nextInt(MOST_HITS); hits > 0 && damaged.length > 1; hits--) {
      int at = random.nextInt(damaged.length - 1);
      if (random.nextBoolean()) {
        damaged[at] = (byte) random.nextInt();
      } else {
        ByteBuffer.wrap(damaged).putShort(at, (short) EDGES[random.nextInt(EDGES.length)]);
      }
    }
    return damaged;
  }

  private byte[] cut(byte[] bytes) {
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  private static byte[] withTrueLength(byte[] message) {
    if (message.length >= HEADER_BYTES) {
      ByteBuffer.wrap(message).putShort(2, (short) message.length);
    }
    return message;
  }

  private static List<byte[]> messages(byte[] stream) {
    ByteBuffer all = ByteBuffer.wrap(stream);
    List<byte[]> messages = new ArrayList<>();
    for (int at = 0; at + HEADER_BYTES <= stream.length; ) {
      int length = Math.max(HEADER_BYTES, all.getShort(at + 2) & 0xffff);
      byte[] message = new byte[Math.min(length, stream.length - at)];
      all.get(at, message);
      messages.add(message);
      at += message.length;
    }
    return messages;
  }

  private static byte[] join(List<byte[]> messages) {
    int bytes = messages.stream().mapToInt(message -> message.length).sum();
    ByteBuffer joined = ByteBuffer.allocate(bytes);
    messages.forEach(joined::put);
    return joined.array();
  }
}
