package maestro.net;

import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of a {@link TlsChannel}: encrypts bytes, and keeps those encrypted ones that the
 * socket has not taken.
 *
 * <p><b>Threads.</b> {@link #write} is for the holder of the lock of the connection's output. The
 * thread of the handshake, and later the holder of the claim, call the other methods.
 *
 * <p><b>Buffer.</b> One, taken from the shared ones while it holds bytes.
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

  private @Nullable ByteBuffer outgoing;
  private int promisedBytes;

  TlsOutput(SocketChannel socket, SSLEngine engine, SharedBuffers buffers) {
    this.socket = socket;
    this.engine = engine;
    this.buffers = buffers;
    this.recordBytes = engine.getSession().getPacketBufferSize();
    this.tellsLate = engine instanceof ReferenceCounted;
  }

  /** See {@link TlsChannel}: a byte counts when the socket has taken it encrypted. */
  int write(ByteBuffer from) throws IOException {
    synchronized (writing) {
      int start = from.position();
      while (true) {
        boolean taken = flush();
        int left = outgoing == null ? 0 : Math.min(promisedBytes, outgoing.remaining());
        from.position(from.position() + promisedBytes - left);
        promisedBytes = left;
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

  /** Encrypts what fits into a buffer. Only while no output waits for the socket. */
  private void encrypt(ByteBuffer from) throws IOException {
    int start = from.position();
    outgoing = buffers.take();
    try {
      while (from.hasRemaining() && outgoing.remaining() >= recordBytes) {
        if (engine.wrap(from, outgoing).bytesProduced() == 0) {
          throw new SSLException("the TLS connection is closed");
        }
      }
    } finally {
      promisedBytes = from.position() - start;
      from.position(start);
      outgoing.flip();
    }
  }

  /** Appends the engine's own records to the output that waits for the socket. */
  void wrapNothing() throws IOException {
    synchronized (writing) {
      if (outgoing == null) {
        outgoing = buffers.take();
      } else {
        outgoing.compact();
      }
      try {
        SSLEngineResult result;
        do { // until the engine has no more to send, or has said why
          result = engine.wrap(NOTHING, outgoing);
          if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new SSLException("it does not read what TLS has to say");
          }
        } while (result.bytesProduced() > 0
            && (tellsLate || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP));
      } finally {
        outgoing.flip();
      }
    }
  }

  /** Writes the encrypted output; returns whether the socket has taken all of it. */
  boolean flush() throws IOException {
    synchronized (writing) {
      if (outgoing == null) {
        return true;
      }
      if (outgoing.hasRemaining()) {
        socket.write(outgoing);
      }
      if (outgoing.hasRemaining()) {
        return false;
      }
      buffers.give(outgoing);
      outgoing = null;
      return true;
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

  /** Gives the buffer back. */
  void close() {
    synchronized (writing) {
      if (outgoing != null) {
        buffers.give(outgoing);
        outgoing = null;
      }
    }
  }
}
