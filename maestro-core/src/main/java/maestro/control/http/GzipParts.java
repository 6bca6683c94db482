package maestro.control.http;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;

/**
 * Compresses the parts of an answer without an end (RFC 1951, RFC 1952), so that many clients get
 * the same bytes, whenever they have begun to listen.
 *
 * <ol>
 *   <li>An answer begins with {@link #HEAD}.
 *   <li>A part refers to nothing before it, and ends with a whole byte (a sync flush). So it may
 *       stand behind any other.
 *   <li>The block that is the last, and the checksum, never come.
 * </ol>
 */
public final class GzipParts {
  /** Magic number, deflate, no flags, no time, unknown system. */
  static final byte[] HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private GzipParts() {}

  /** Compresses one part, rather fast than well. */
  public static byte[] part(byte[] plain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(plain);
      byte[] some = new byte[8 * 1024];
      ByteArrayOutputStream all = new ByteArrayOutputStream(Math.max(64, plain.length / 4));
      int count;
      do {
        count = deflater.deflate(some, 0, some.length, Deflater.SYNC_FLUSH); // 2
        all.write(some, 0, count);
      } while (count == some.length);
      return all.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
