package maestro.net.socket;

import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of a {@link TlsChannel}: encrypts bytes, and keeps those encrypted ones that the
 * socket has not taken.
 *
 * <p><b>Threads.</b> {@link #write} is for the holder of the lock of the connection's output. The
 * thread of the handshake, and later the holder of the claim, call the other methods.
 *
 * <p><b>Memory.</b> One buffer of the shared ones during a call. Encrypted bytes that the socket
 * has not taken are kept in blocks of the {@link BufferBudget}.
 */
final class TlsOutput {
  private static final int MAX_GOODBYES = 3;
  private static final Logger LOG = LoggerFactory.getLogger(TlsChannel.class);
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final SocketChannel socket;
  private final SSLEngine engine;
  private final SharedBuffers buffers;
  private final int recordBytes;

  /**
   * Whether the engine is BoringSSL, which reports what was wrong with a record only after its
   * alert.
   */
  private final boolean tellsLate;

  private boolean ended;

  /**
   * Guards the fields that follow. Taken inside the lock of the connection's output, never around
   * it.
   */
  private final Object writing = new Object();

  /** The encrypted bytes that the socket has not taken. */
  private final KeptBytes waiting;

  private int promisedBytes;

  /** How many of the promised bytes the socket has taken; the caller does not know it yet. */
  private int deliveredBytes;

  TlsOutput(SocketChannel socket, SSLEngine engine, SharedBuffers buffers) {
    this.socket = socket;
    this.engine = engine;
    this.buffers = buffers;
    this.waiting = buffers.newKeptBytes();
    this.recordBytes = engine.getSession().getPacketBufferSize();
    this.tellsLate = engine instanceof ReferenceCounted;
  }

  /** See {@link TlsChannel}: a byte counts when the socket has taken it encrypted. */
  int write(ByteBuffer from) throws IOException {
    synchronized (writing) {
      int start = from.position();
      while (true) {
        boolean taken = flush();
        int told = Math.min(deliveredBytes, from.remaining());
        from.position(from.position() + told);
        deliveredBytes -= told;
        promisedBytes -= told;
        if (!taken || !from.hasRemaining()) {
          return from.position() - start;
        }
        encrypt(from);
      }
    }
  }

  /** The bytes that are encrypted and do not count as written: the next write begins with them. */
  int promisedBytes() {
    synchronized (writing) {
      return promisedBytes;
    }
  }

  /** Encrypts what fits into a buffer and writes it. Only when nothing waits or is promised. */
  private void encrypt(ByteBuffer from) throws IOException {
    int start = from.position();
    ByteBuffer records = buffers.take();
    try {
      while (from.hasRemaining() && records.remaining() >= recordBytes) {
        if (engine.wrap(from, records).bytesProduced() == 0) {
          throw new SSLException("the TLS connection is closed");
        }
      }
    } finally {
      promisedBytes = from.position() - start;
      from.position(start);
      send(records);
    }
  }

  /** Writes the records, keeps what the socket does not take, and gives the buffer back. */
  private void send(ByteBuffer records) throws IOException {
    try {
      records.flip();
      if (waiting.isEmpty()) {
        socket.write(records);
      }
      if (!waiting.append(records)) {
        throw new IOException(OutputBuffer.NO_MEMORY);
      }
      noteDelivered();
    } finally {
      buffers.give(records);
    }
  }

  /**
   * Counts a promised byte as delivered when no more encrypted bytes wait than are behind it.
   * Encrypted bytes are more than plain ones, so it is delivered then.
   */
  private void noteDelivered() {
    int undelivered = Math.min(promisedBytes - deliveredBytes, waiting.count());
    deliveredBytes = promisedBytes - undelivered;
  }

  /** Writes the engine's own records, or appends them to the output that waits for the socket. */
  void wrapNothing() throws IOException {
    synchronized (writing) {
      ByteBuffer records = buffers.take();
      try {
        SSLEngineResult result;
        do { // until the engine has no more to send, or has said why
          result = engine.wrap(NOTHING, records);
          boolean isFull = waiting.count() + records.position() + recordBytes > records.capacity();
          if (result.getStatus() == Status.BUFFER_OVERFLOW || isFull) {
            throw new SSLException("it does not read what TLS has to say");
          }
        } while (result.bytesProduced() > 0
            && (tellsLate || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP));
      } finally {
        send(records);
      }
    }
  }

  /** Writes the encrypted output; returns whether the socket has taken all of it. */
  boolean flush() throws IOException {
    synchronized (writing) {
      waiting.writeTo(socket);
      noteDelivered();
      return waiting.isEmpty();
    }
  }

  /**
   * Sends the end of the TLS stream when all output has been taken. For the holder of the claim, or
   * the thread that closes in its place.
   *
   * @return whether the socket has taken it; if not, call again when it takes bytes
   */
  boolean end() throws IOException {
    if (!ended) {
      if (!flush()) {
        return false;
      }
      ended = true;
      engine.closeOutbound();
      sayGoodbye();
    }
    return flush();
  }

  /** Sends the alert that ends the stream, but never in the middle of a record. */
  void sayGoodbye() {
    try {
      for (int i = 0; i < MAX_GOODBYES && flush(); i++) {
        wrapNothing();
      }
      flush();
    } catch (IOException e) {
      LOG.debug("no TLS goodbye: {}", e.getMessage());
    }
  }

  /** The memory of the output that waits. Any thread. */
  int heldBytes() {
    return waiting.heldBytes();
  }

  /** Drops the output that waits. */
  void close() {
    synchronized (writing) {
      waiting.clear();
    }
  }
}
