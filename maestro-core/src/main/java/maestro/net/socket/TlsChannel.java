package maestro.net.socket;

import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import maestro.tls.HandshakeFailure;
import maestro.tls.PeerCertificate;
import maestro.tls.TlsContext;
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
 * <p><b>Memory.</b> That of {@link TlsInput} and {@link TlsOutput}. An idle connection holds
 * nothing.
 */
public final class TlsChannel implements ByteChannel {
  /** What a handshake waits for. */
  public enum Progress {
    WANTS_READ,
    WANTS_WRITE,
    DONE
  }

  /** For example, a check whether the port is open. */
  public static final String CLOSED_WITHOUT_A_WORD = "closed without a word";

  private static final Logger LOG = LoggerFactory.getLogger(TlsChannel.class);

  private final SocketChannel socket;
  private final TlsContext context;
  private final SSLEngine engine;
  private final TlsInput input;
  private final TlsOutput output;

  // For the thread of the handshake, then for the holder of the claim.
  private boolean begun;
  private boolean answered;
  private boolean open = true;

  /** Empty before the handshake, and without a certificate. Any thread reads it. */
  private volatile Optional<PeerCertificate> peer = Optional.empty();

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
    this.output = new TlsOutput(socket, engine, buffers);
    this.input = new TlsInput(socket, engine, buffers, output);
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
      input.keepRest();
      return progress;
    } catch (SSLException e) {
      input.giveBackBuffers();
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
        case NEED_WRAP -> {
          answered = true;
          output.wrapNothing();
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!input.unwrapHandshake()) {
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

  /** Whether this side has said something in the handshake. On the thread of the handshake. */
  public boolean hasAnswered() {
    return answered;
  }

  /** What the peer has shown; empty before the handshake. Any thread. */
  Optional<PeerCertificate> certificate() {
    return peer;
  }

  /**
   * Whether other switches would take the peer's certificate for a controller's: it may serve, and
   * the CA that has signed the controller's has signed it, too. Any thread.
   */
  boolean mayPlayController() {
    Optional<String> ours =
        context.certificate().map(own -> own.getIssuerX500Principal().getName());
    return peer.filter(PeerCertificate::mayServe)
        .map(PeerCertificate::issuer)
        .filter(theirs -> ours.filter(theirs::equals).isPresent())
        .isPresent();
  }

  /** Why the peer may not have this datapath id; empty when it may. After the handshake. */
  Optional<String> refusal(long datapathId) {
    return peer.flatMap(certificate -> context.binding().refusal(datapathId, certificate));
  }

  // ---- reading ----

  /** Decrypts the input that is here, as far as there is room, and then reads the socket. */
  @Override
  public int read(ByteBuffer to) throws IOException {
    return input.read(to);
  }

  /** Whether bytes may wait here that no selector reports. As of the last read. */
  public boolean holdsMore() {
    return input.holdsMore();
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
  public int heldBytes() {
    return input.heldBytes() + output.heldBytes();
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
        output.close();
        input.close();
      }
    }
  }
}
