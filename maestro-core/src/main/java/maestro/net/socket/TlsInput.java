package maestro.net.socket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import maestro.tls.HandshakeFailure;
import org.jspecify.annotations.Nullable;

/**
 * The input of a {@link TlsChannel}: reads records and decrypts them, and keeps what has no room.
 *
 * <p><b>Threads.</b> The thread of the handshake, then the holder of the claim.
 *
 * <p><b>Memory.</b> Up to two buffers of the shared ones during a call: input to decrypt, and
 * decrypted input that had no room. What is left of them after the call is kept in blocks of the
 * {@link BufferBudget}.
 */
final class TlsInput {
  /** The most records that one read decrypts: many small ones must not occupy a worker. */
  private static final int MAX_RECORDS = 256;

  /** The most system calls of one read. */
  private static final int MAX_FILLS = 2;

  /** The most empty records in a row; only an attacker sends more. */
  private static final int MAX_EMPTY_RECORDS = 32;

  private static final int HANDSHAKE_RECORD = 22;
  private static final int ALERT_RECORD = 21;

  private final SocketChannel socket;
  private final SSLEngine engine;
  private final SharedBuffers buffers;
  private final TlsOutput output;
  private @Nullable ByteBuffer encrypted;
  private @Nullable ByteBuffer decrypted;
  private final KeptBytes keptEncrypted;
  private final KeptBytes keptDecrypted;
  private int emptyRecords;
  private boolean spoken;
  private boolean ended;
  private boolean holdsMore;
  private @Nullable IOException failure;

  TlsInput(SocketChannel socket, SSLEngine engine, SharedBuffers buffers, TlsOutput output) {
    this.socket = socket;
    this.engine = engine;
    this.buffers = buffers;
    this.output = output;
    this.keptEncrypted = buffers.newKeptBytes();
    this.keptDecrypted = buffers.newKeptBytes();
  }

  /** False when more input has to come first. */
  boolean unwrapHandshake() throws IOException {
    ByteBuffer input = takeEncrypted();
    while (true) {
      checkFirstByte(input);
      SSLEngineResult result =
          unwrapAside(input); // even without input: BoringSSL goes on after a task
      if (result.getStatus() == Status.CLOSED) {
        throw new EOFException("it ends the handshake");
      }
      boolean needsMore =
          result.getStatus() == Status.BUFFER_UNDERFLOW
              && result.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP;
      if (!needsMore) {
        return true;
      }
      int count = fill(input);
      if (count < 0) {
        throw new EOFException(
            spoken ? "closed in the handshake" : TlsChannel.CLOSED_WITHOUT_A_WORD);
      }
      if (count == 0) {
        return false;
      }
    }
  }

  private void checkFirstByte(ByteBuffer input) throws IOException {
    if (spoken || !input.hasRemaining()) {
      return;
    }
    spoken = true;
    int first = input.get(input.position());
    if (first != HANDSHAKE_RECORD && first != ALERT_RECORD) {
      boolean openFlow = first >= 1 && first <= 6;
      throw new IOException(
          openFlow ? "it speaks OpenFlow without TLS (tcp: where it must be ssl:)" : "no TLS");
    }
  }

  /**
   * Decrypts the input that is here, as far as there is room, and then reads the socket.
   *
   * @throws IOException also each time after TLS has failed, for the same reason
   */
  int read(ByteBuffer to) throws IOException {
    if (failure != null) {
      throw failure; // the library would now say that it has ended, and no longer why
    }
    try {
      return decryptInto(to);
    } catch (SSLException e) {
      failure = new IOException(HandshakeFailure.later(e), e);
      throw failure;
    } finally {
      keepRest();
    }
  }

  private int decryptInto(ByteBuffer to) throws IOException {
    int from = to.position();
    drainDecrypted(to);
    ByteBuffer input = takeEncrypted();
    boolean drained = false;
    int fills = 0;
    int records = 0;
    holdsMore = false;
    while (to.hasRemaining() && !ended && !holdsMore) {
      Status status = input.hasRemaining() ? decrypt(input, to, from) : Status.BUFFER_UNDERFLOW;
      if (status != Status.BUFFER_UNDERFLOW) {
        holdsMore |= ++records == MAX_RECORDS;
      } else if (drained || fills++ == MAX_FILLS) {
        break;
      } else {
        ended = fill(input) < 0;
        drained = input.limit() < input.capacity();
      }
    }
    holdsMore |=
        decrypted != null
            || !keptDecrypted.isEmpty()
            || (!to.hasRemaining() && input.hasRemaining());
    int count = to.position() - from;
    return count == 0 && ended ? -1 : count;
  }

  /** Whether bytes may wait here that no selector reports. As of the last read. */
  boolean holdsMore() {
    return holdsMore;
  }

  /** Decrypts one record, unless it has no room and has to wait for the next read. */
  private Status decrypt(ByteBuffer input, ByteBuffer to, int from) throws IOException {
    SSLEngineResult result = engine.unwrap(input, to);
    if (result.getStatus() == Status.BUFFER_OVERFLOW) {
      if (to.position() > from) {
        holdsMore = true;
        return Status.BUFFER_OVERFLOW;
      }
      result = unwrapAside(input);
      drainDecrypted(to);
    }
    if (result.getStatus() == Status.CLOSED) {
      ended = true;
    } else if (result.getStatus() == Status.OK) {
      refuseWhatIsNoData(result);
    }
    return result.getStatus();
  }

  /** Decrypts one record into a buffer of this channel. */
  private SSLEngineResult unwrapAside(ByteBuffer input) throws SSLException {
    ByteBuffer aside = buffers.take();
    decrypted = aside;
    try {
      return engine.unwrap(input, aside);
    } finally {
      aside.flip();
      giveBackIfDrained(aside);
    }
  }

  private void refuseWhatIsNoData(SSLEngineResult result) throws IOException {
    emptyRecords = result.bytesProduced() > 0 ? 0 : emptyRecords + 1;
    if (emptyRecords > MAX_EMPTY_RECORDS) {
      throw new SSLException("too many TLS records without data");
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      throw new SSLException("it asks for a new TLS handshake, which is refused");
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) { // new keys, in TLS 1.3
      output.flush(); // to make room
      output.wrapNothing();
      output.flush();
    }
  }

  /** Reads once from the socket, behind the bytes that are here. */
  private int fill(ByteBuffer input) throws IOException {
    input.compact();
    try {
      return socket.read(input);
    } finally {
      input.flip();
    }
  }

  private ByteBuffer takeEncrypted() {
    ByteBuffer input = encrypted;
    if (input == null) {
      input = buffers.take();
      encrypted = input;
      keptEncrypted.drainTo(input);
      input.flip();
    }
    return input;
  }

  /** Keeps what is left in the buffers, and gives them back. */
  void keepRest() throws IOException {
    boolean kept =
        (encrypted == null || keptEncrypted.append(encrypted))
            && (decrypted == null || keptDecrypted.append(decrypted));
    giveBackBuffers();
    if (!kept) {
      throw new IOException(OutputBuffer.NO_MEMORY);
    }
  }

  void giveBackBuffers() {
    if (encrypted != null) {
      buffers.give(encrypted);
      encrypted = null;
    }
    if (decrypted != null) {
      buffers.give(decrypted);
      decrypted = null;
    }
  }

  private void drainDecrypted(ByteBuffer to) {
    keptDecrypted.drainTo(to);
    if (decrypted != null) {
      int count = Math.min(decrypted.remaining(), to.remaining());
      to.put(to.position(), decrypted, decrypted.position(), count);
      to.position(to.position() + count);
      decrypted.position(decrypted.position() + count);
      giveBackIfDrained(decrypted);
    }
  }

  private void giveBackIfDrained(ByteBuffer aside) {
    if (!aside.hasRemaining()) {
      buffers.give(aside);
      decrypted = null;
    }
  }

  /** The memory in which bytes are kept between two calls. Any thread. */
  int heldBytes() {
    return keptEncrypted.heldBytes() + keptDecrypted.heldBytes();
  }

  /** Drops what is kept. */
  void close() {
    keptEncrypted.clear();
    keptDecrypted.clear();
    giveBackBuffers();
  }
}
