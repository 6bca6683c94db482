package maestro.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes and reads the messages of members as bytes, big-endian. */
final class ClusterBytes {
  /** Writes a message. */
  @FunctionalInterface
  interface Writer {
    void to(DataOutputStream out) throws IOException;
  }

  /** Reads a whole message. */
  @FunctionalInterface
  interface Reader<T> {
    /**
     * Reads all of its bytes.
     *
     * @throws IllegalArgumentException when it is none
     */
    T from(DataInputStream in) throws IOException;
  }

  private ClusterBytes() {}

  static byte[] of(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writer.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // never: it is an array
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException when it is none, is cut, or has bytes too many
   */
  static <T> T read(byte[] message, Reader<T> reader) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
      T read = reader.from(in);
      if (in.available() > 0) {
        throw new IllegalArgumentException(in.available() + " bytes too many");
      }
      return read;
    } catch (IOException e) {
      throw new IllegalArgumentException("a message that is cut", e);
    }
  }
}
