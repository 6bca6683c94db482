package maestro.probing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import maestro.net.session.ProbingAddress;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's own light switch: it connects to the controller over loopback and asks five
 * times a second, so that the delay of a light switch is known at any time.
 *
 * <ol>
 *   <li>It speaks OpenFlow 1.0, through the port of all switches, with TLS where they must. Its
 *       requests take the way of all requests: socket, strategy, visit, batch, write. The platform
 *       answers them; applications do not see them.
 *   <li>The distances between two requests are random, 0.2 s on average, so that no task with a
 *       period is always met or always missed.
 *   <li>One request at a time is on its way. A delay counts from the moment when the request was
 *       written; when an answer came later than the next request was due, from the time at which it
 *       was due. So a controller that stands still does not hide it.
 *   <li>When the connection ends, it connects again after a second.
 * </ol>
 *
 * <p>Threads: its own; {@link #start} and {@link #close} are for any.
 */
public final class SelfProbingSwitch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SelfProbingSwitch.class);
  private static final long LEAST_DISTANCE_NS = 100_000_000;
  private static final long MOST_DISTANCE_NS = 300_000_000;
  private static final long RETRY_NS = 1_000_000_000;

  /** What was due longer ago than this is left out. */
  private static final long MOST_LATE_NS = 60_000_000_000L;

  private static final int CONNECT_MS = 5_000;

  private final InetSocketAddress target;
  private final ProbingAddress own;
  private final Optional<SSLSocketFactory> tls;
  private final ProbingDelays delays = new ProbingDelays();
  private final SplittableRandom random = new SplittableRandom();
  private final Thread thread = new Thread(this::run, "probing");
  private final byte[] request = ProbingMessages.request();

  /** Volatile: set by the thread that closes. */
  private volatile boolean closed;

  /** Volatile: the socket to close, written by the probing thread. */
  private volatile @Nullable Socket open;

  private boolean complained;
  private int xid;

  /**
   * Makes it.
   *
   * @param listening where the controller listens for switches
   * @param own told the address of each connection before it begins
   * @param tls makes sockets over which switches of this controller speak; empty for plain TCP
   */
  public SelfProbingSwitch(
      InetSocketAddress listening, ProbingAddress own, Optional<SSLSocketFactory> tls) {
    InetAddress host = listening.getAddress();
    this.target =
        host.isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getPort())
            : listening;
    this.own = own;
    this.tls = tls;
    thread.setDaemon(true);
  }

  /** The delays of its requests. Any thread. */
  public ProbingDelays delays() {
    return delays;
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (Socket socket = new Socket()) {
        open = socket;
        probe(connect(socket));
      } catch (IOException e) { // 4
        complain(e);
      }
      own.set(null);
      delays.disconnected();
      LockSupport.parkNanos(closed ? 1 : RETRY_NS);
    }
  }

  private void complain(IOException e) {
    if (!closed && !complained) {
      complained = true;
      LOG.warn(
          "the probing switch has no connection to {}: {}; trying again each second"
              + " (maestro.control.probing)",
          target,
          e.getMessage());
    }
  }

  private Socket connect(Socket socket) throws IOException {
    socket.bind(new InetSocketAddress(target.getAddress(), 0));
    own.set((InetSocketAddress) socket.getLocalSocketAddress());
    socket.connect(target, CONNECT_MS);
    socket.setTcpNoDelay(true);
    if (tls.isEmpty()) {
      return socket;
    }
    SSLSocket secure =
        (SSLSocket)
            tls.get()
                .createSocket(socket, target.getAddress().getHostAddress(), target.getPort(), true);
    secure.startHandshake();
    return secure;
  }

  private void probe(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    out.write(ProbingMessages.hello());
    await(in, out, OpenFlow.FEATURES_REQUEST, 0); // answered there
    long dueNs = System.nanoTime();
    long answeredNs = dueNs;
    while (!closed) {
      dueNs = Math.max(dueNs + distanceNs(), answeredNs - MOST_LATE_NS); // 2
      sleepUntil(dueNs);
      if (closed) {
        return;
      }
      xid++;
      Header.setXid(ByteBuffer.wrap(request), 0, xid);
      long nowNs = System.nanoTime();
      delays.sent(answeredNs - dueNs > 0 ? dueNs : nowNs); // 3
      out.write(request);
      await(in, out, OpenFlow.PACKET_OUT, xid);
      answeredNs = System.nanoTime();
      delays.answered(answeredNs);
      complained = false;
    }
  }

  private long distanceNs() {
    return random.nextLong(LEAST_DISTANCE_NS, MOST_DISTANCE_NS);
  }

  private void sleepUntil(long dueNs) {
    for (long leftNs = dueNs - System.nanoTime();
        leftNs > 0 && !closed;
        leftNs = dueNs - System.nanoTime()) {
      LockSupport.parkNanos(this, leftNs);
    }
  }

  /** Reads up to a message of this type, answering those that want an answer. */
  private static void await(DataInputStream in, OutputStream out, int wanted, int wantedXid)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(OpenFlow.HEADER_BYTES);
    while (true) {
      in.readFully(header.array());
      int type = Header.type(header, 0);
      int bytes = Header.length(header, 0) - OpenFlow.HEADER_BYTES;
      if (bytes < 0) {
        throw new EOFException("a message without an end");
      }
      in.skipNBytes(bytes);
      int xid = Header.xid(header, 0);
      if (type == OpenFlow.FEATURES_REQUEST) {
        out.write(ProbingMessages.features(xid));
      } else if (type == OpenFlow.ECHO_REQUEST) {
        out.write(ProbingMessages.echoReply(xid));
      }
      if (type == wanted && (wantedXid == 0 || xid == wantedXid)) {
        return;
      }
    }
  }

  /** Ends the connection and the thread. */
  @Override
  public void close() {
    closed = true;
    Socket socket = open;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.debug("the probing switch did not close: {}", e.getMessage());
      }
    }
    LockSupport.unpark(thread);
  }
}
