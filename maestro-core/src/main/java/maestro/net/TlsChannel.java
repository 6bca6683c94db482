package maestro.net;

import io.netty.util.ReferenceCountUtil;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import maestro.nulls.EnsuresNonNull;
import maestro.nulls.RequiresNonNull;
import maestro.tls.HandshakeFailure;
import maestro.tls.PeerCertificate;
import maestro.tls.TlsContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS over a non-blocking socket. It is used like the socket, with two differences:
 *
 * <ol>
 *   <li><b>Reading.</b> Whole records may wait here that no selector reports: while {@link
 *       #holdsMore}, read again.
 *   <li><b>Writing.</b> A byte counts as written when the socket has taken it encrypted. Bytes that
 *       are encrypted and not taken yet, {@link #promisedBytes}, must be the first of the next
 *       write. A caller that keeps the unwritten bytes, and writes them again when the socket takes
 *       bytes, loses and repeats nothing. Its count of waiting bytes is right.
 * </ol>
 *
 * <p><b>Threads.</b> The thread that connects calls {@link #handshake} until it is done. Then
 * {@link #read} is for the holder of the connection's claim, and {@link #write} for the holder of
 * its output's lock; both may run at once. {@link #close} is for the holder of the claim when no
 * thread writes any more.
 *
 * <p><b>Memory.</b> Up to two buffers of the shared ones during a call: input to decrypt, and
 * decrypted input that had no room. What is left of them after the call is kept in blocks of the
 * {@link BufferBudget}, and so is encrypted output that waits for the socket. An idle connection
 * holds nothing.
 */
public final class TlsChannel implements ByteChannel {
  /** What a handshake waits for. */
  public enum Progress {
    WANTS_READ,
    WANTS_WRITE,
    DONE
  }

  /** The most records that one read decrypts: many small ones must not occupy a worker. */
  private static final int MAX_RECORDS = 256;

  /** The most system calls of one read. */
  private static final int MAX_FILLS = 2;

  /** The most empty records in a row; only an attacker sends more. */
  private static final int MAX_EMPTY_RECORDS = 32;

  /** For example, a check whether the port is open. */
  public static final String CLOSED_WITHOUT_A_WORD = "closed without a word";

  private static final int HANDSHAKE_RECORD = 22;
  private static final int ALERT_RECORD = 21;
  private static final Logger LOG = LoggerFactory.getLogger(TlsChannel.class);

  private final SocketChannel socket;
  private final TlsContext context;
  private final SSLEngine engine;
  private final SharedBuffers buffers;
  private final TlsOutput output;

  // For the thread of the handshake, then for the holder of the claim.
  private @Nullable ByteBuffer encrypted;
  private @Nullable ByteBuffer decrypted;
  private final KeptBytes keptEncrypted;
  private final KeptBytes keptDecrypted;
  private int emptyRecords;
  private boolean begun;
  private boolean spoken;
  private boolean ended;
  private boolean holdsMore;
  private boolean open = true;
  private Optional<PeerCertificate> peer = Optional.empty();

  /** Speaks TLS over a non-blocking socket, as client or server according to the context. */
  public TlsChannel(SocketChannel socket, TlsContext context, SharedBuffers buffers) {
    this(socket, context, context.newEngine(), buffers);
  }

  /** The same for the server side of the controller's own probing switch. */
  public static TlsChannel ofProbe(
      SocketChannel socket, TlsContext context, SharedBuffers buffers) {
    return new TlsChannel(socket, context, context.newEngineForOwn(), buffers);
  }

  private TlsChannel(
      SocketChannel socket, TlsContext context, SSLEngine engine, SharedBuffers buffers) {
    this.socket = socket;
    this.context = context;
    this.engine = engine;
    this.buffers = buffers;
    this.keptEncrypted = buffers.newKeptBytes();
    this.keptDecrypted = buffers.newKeptBytes();
    this.output = new TlsOutput(socket, engine, buffers);
  }

  // ---- handshake ----

  /**
   * Advances the handshake as far as the socket allows. May take milliseconds: not for workers.
   *
   * @throws IOException when the handshake has failed; the message says why
   */
  public Progress handshake() throws IOException {
    try {
      Progress progress = shakeHands();
      keepRest();
      return progress;
    } catch (SSLException e) {
      giveBackBuffers();
      output.sayGoodbye(); // with the alert that tells the other side
      throw new IOException(HandshakeFailure.reason(e), e);
    }
  }

  private Progress shakeHands() throws IOException {
    if (!begun) {
      begun = true;
      engine.beginHandshake();
    }
    while (true) {
      if (!output.flush()) {
        return Progress.WANTS_WRITE;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> output.wrapNothing();
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrapHandshake()) {
            return Progress.WANTS_READ;
          }
        }
        default -> {
          PeerCertificate.checkValidity(engine.getSession());
          peer = PeerCertificate.of(engine.getSession());
          return Progress.DONE;
        }
      }
    }
  }

  /** False when more input has to come first. */
  private boolean unwrapHandshake() throws IOException {
    takeEncrypted();
    while (true) {
      checkFirstByte();
      SSLEngineResult result = unwrapAside(); // even without input: BoringSSL goes on after a task
      if (result.getStatus() == Status.CLOSED) {
        throw new EOFException("it ends the handshake");
      }
      boolean needsMore =
          result.getStatus() == Status.BUFFER_UNDERFLOW
              && result.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP;
      if (!needsMore) {
        return true;
      }
      int count = fill();
      if (count < 0) {
        throw new EOFException(spoken ? "closed in the handshake" : CLOSED_WITHOUT_A_WORD);
      }
      if (count == 0) {
        return false;
      }
    }
  }

  @RequiresNonNull("encrypted")
  private void checkFirstByte() throws IOException {
    if (spoken || !encrypted.hasRemaining()) {
      return;
    }
    spoken = true;
    int first = encrypted.get(encrypted.position());
    if (first != HANDSHAKE_RECORD && first != ALERT_RECORD) {
      boolean openFlow = first >= 1 && first <= 6;
      throw new IOException(
          openFlow ? "it speaks OpenFlow without TLS (tcp: where it must be ssl:)" : "no TLS");
    }
  }

  /** Why the peer may not have this datapath id; empty when it may. After the handshake. */
  Optional<String> refusal(long datapathId) {
    return peer.flatMap(certificate -> context.binding().refusal(datapathId, certificate));
  }

  // ---- reading ----

  /** Decrypts the input that is here, as far as there is room, and then reads the socket. */
  @Override
  public int read(ByteBuffer to) throws IOException {
    try {
      return decryptInto(to);
    } finally {
      keepRest();
    }
  }

  private int decryptInto(ByteBuffer to) throws IOException {
    int from = to.position();
    drainDecrypted(to);
    takeEncrypted();
    boolean drained = false;
    int fills = 0;
    int records = 0;
    holdsMore = false;
    while (to.hasRemaining() && !ended && !holdsMore) {
      Status status = encrypted.hasRemaining() ? decrypt(to, from) : Status.BUFFER_UNDERFLOW;
      if (status != Status.BUFFER_UNDERFLOW) {
        holdsMore |= ++records == MAX_RECORDS;
      } else if (drained || fills++ == MAX_FILLS) {
        break;
      } else {
        ended = fill() < 0;
        drained = encrypted.limit() < encrypted.capacity();
      }
    }
    holdsMore |=
        decrypted != null
            || !keptDecrypted.isEmpty()
            || (!to.hasRemaining() && encrypted.hasRemaining());
    int count = to.position() - from;
    return count == 0 && ended ? -1 : count;
  }

  /** Whether bytes may wait here that no selector reports. As of the last read. */
  public boolean holdsMore() {
    return holdsMore;
  }

  /** Decrypts one record, unless it has no room and has to wait for the next read. */
  @RequiresNonNull("encrypted")
  private Status decrypt(ByteBuffer to, int from) throws IOException {
    SSLEngineResult result = engine.unwrap(encrypted, to);
    if (result.getStatus() == Status.BUFFER_OVERFLOW) {
      if (to.position() > from) {
        holdsMore = true;
        return Status.BUFFER_OVERFLOW;
      }
      result = unwrapAside();
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
  @RequiresNonNull("encrypted")
  private SSLEngineResult unwrapAside() throws SSLException {
    decrypted = buffers.take();
    try {
      return engine.unwrap(encrypted, decrypted);
    } finally {
      decrypted.flip();
      giveBackIfDrained();
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
  @RequiresNonNull("encrypted")
  private int fill() throws IOException {
    encrypted.compact();
    try {
      return socket.read(encrypted);
    } finally {
      encrypted.flip();
    }
  }

  @EnsuresNonNull("encrypted")
  private void takeEncrypted() {
    if (encrypted == null) {
      encrypted = buffers.take();
      keptEncrypted.drainTo(encrypted);
      encrypted.flip();
    }
  }

  /** Keeps what is left in the buffers, and gives them back. */
  private void keepRest() throws IOException {
    boolean kept =
        (encrypted == null || keptEncrypted.append(encrypted))
            && (decrypted == null || keptDecrypted.append(decrypted));
    giveBackBuffers();
    if (!kept) {
      throw new IOException(OutputBuffer.NO_MEMORY);
    }
  }

  private void giveBackBuffers() {
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
      giveBackIfDrained();
    }
  }

  @RequiresNonNull("decrypted")
  private void giveBackIfDrained() {
    if (!decrypted.hasRemaining()) {
      buffers.give(decrypted);
      decrypted = null;
    }
  }

  // ---- writing ----

  @Override
  public int write(ByteBuffer from) throws IOException {
    return output.write(from);
  }

  /** The bytes that are encrypted and do not count as written: the next write begins with them. */
  public int promisedBytes() {
    return output.promisedBytes();
  }

  /** The memory in which bytes are kept between two calls. Any thread. */
  int heldBytes() {
    return keptEncrypted.heldBytes() + keptDecrypted.heldBytes() + output.heldBytes();
  }

  // ---- end ----

  @Override
  public boolean isOpen() {
    return open;
  }

  /** See {@link TlsOutput#end}; the socket stays open. */
  boolean endOutput() throws IOException {
    return output.end();
  }

  /**
   * Sends the end of the TLS stream as far as the socket takes it at once, and closes the socket.
   */
  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    try {
      output.end();
    } catch (IOException e) {
      LOG.debug("no TLS goodbye: {}", e.getMessage());
    } finally {
      try {
        socket.close();
      } finally {
        ReferenceCountUtil.release(engine);
        giveBackAll();
      }
    }
  }

  private void giveBackAll() {
    output.close();
    keptEncrypted.clear();
    keptDecrypted.clear();
    giveBackBuffers();
  }
}
