package maestro.bench.targets;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who watch a controller over its control listener: a Prometheus that scrapes once a second,
 * ten browsers that do what the page does, and ten that listen to events. A browser listens to the
 * overviews while they watch. Requests are spread evenly over the time in which they watch, so that
 * a second of it, in however many pieces, has as many as any other.
 *
 * <p>Threads: its own; the methods are for one other.
 */
final class Watchers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchers.class);
  private static final int BROWSERS = 10;
  private static final int CYCLE_SECONDS = 10;
  private static final long CYCLE_NS = CYCLE_SECONDS * 1_000_000_000L;
  private static final int PATIENCE_MS = 10_000;
  private static final String STREAM = "text/event-stream";
  private static final String LENGTH = "content-length:";

  /** What ten seconds bring, in this order. */
  private static final List<String> REQUESTS = requests();

  /** How often they ask. */
  enum Pace {
    /** They do not ask. */
    NONE,

    /** They ask as a Prometheus and ten pages do. */
    OF_THE_PAGE,

    /**
     * They ask as fast as they are answered, so that a new controller soon compiles its answers.
     */
    WITHOUT_PAUSE
  }

  private final int port;
  private final List<Socket> listeners = new ArrayList<>();

  /** Those of the browsers; the thread's while it runs. */
  private final List<Socket> overviews = new ArrayList<>();

  private final Socket asking;
  private final DataInputStream in;
  private final OutputStream out;
  private final Thread thread = new Thread(this::run, "watchers");

  /** Volatile: set by the thread that says how they watch. */
  private volatile Pace pace = Pace.NONE;

  /** Volatile: set by the thread that closes. */
  private volatile boolean closed;

  /** Volatile order. */
  private final AtomicLong answers = new AtomicLong();

  /** Volatile: why they have stopped; empty while they have not. */
  private volatile String failure = "";

  /**
   * Connects them; they do not ask yet.
   *
   * @param port of the control listener, on loopback
   */
  Watchers(int port) throws IOException {
    this.port = port;
    asking = connect(port);
    in = new DataInputStream(new BufferedInputStream(asking.getInputStream()));
    out = asking.getOutputStream();
    try {
      for (int i = 0; i < BROWSERS; i++) {
        listeners.add(listen("/v1/events"));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    thread.setDaemon(true);
    thread.start();
  }

  private Socket listen(String path) throws IOException {
    Socket listener = connect(port);
    try {
      ask(listener.getOutputStream(), path, STREAM);
      return listener;
    } catch (IOException e) {
      closeQuietly(listener);
      throw e;
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    return socket;
  }

  /** The scrapes, and between them what each page asks for when something has happened. */
  private static List<String> requests() {
    List<String> all = new ArrayList<>();
    for (int second = 0; second < CYCLE_SECONDS; second++) {
      all.addAll(List.of("/metrics", "/v1/events"));
    }
    return List.copyOf(all);
  }

  /** From now on they watch so. */
  void watch(Pace now) {
    pace = now;
    LockSupport.unpark(thread);
  }

  /** How many answers they have read. */
  long answers() {
    return answers.get();
  }

  /**
   * Makes sure that they still watch.
   *
   * @throws IOException when they have stopped before they were told to
   */
  void check() throws IOException {
    if (!failure.isEmpty()) {
      throw new IOException("nobody watched the controller any more: " + failure);
    }
  }

  private void run() {
    long distanceNs = CYCLE_NS / REQUESTS.size();
    int next = 0;
    try {
      while (!closed) {
        if (pace == Pace.NONE) {
          closeOverviews();
          LockSupport.park(this);
          continue;
        }
        openOverviews();
        long beganNs = System.nanoTime();
        ask(out, REQUESTS.get(next), "application/openmetrics-text,*/*");
        skipAnswer();
        answers.incrementAndGet();
        next = (next + 1) % REQUESTS.size();
        skip(overviews);
        skip(listeners);
        if (pace == Pace.OF_THE_PAGE) {
          LockSupport.parkNanos(this, beganNs + distanceNs - System.nanoTime());
        }
      }
    } catch (IOException e) {
      if (!closed) {
        failure = String.valueOf(e.getMessage());
        LOG.warn("nobody watches the controller any more: {}", failure);
      }
    } finally {
      closeOverviews();
    }
  }

  private void openOverviews() throws IOException {
    while (overviews.size() < BROWSERS) {
      overviews.add(listen("/v1/overview"));
    }
  }

  private void closeOverviews() {
    overviews.forEach(Watchers::closeQuietly);
    overviews.clear();
  }

  private static void ask(OutputStream to, String path, String accepted) throws IOException {
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\nAccept-Encoding: gzip\r\n\r\n"
            .formatted(path, accepted);
    to.write(request.getBytes(StandardCharsets.US_ASCII));
  }

  private void skipAnswer() throws IOException {
    int bytes = -1;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith(LENGTH)) {
        bytes = Integer.parseInt(lower.substring(LENGTH.length()).strip());
      }
    }
    if (bytes < 0) {
      throw new IOException("an answer without a length");
    }
    in.skipNBytes(bytes);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private static void skip(List<Socket> streams) throws IOException {
    for (Socket each : streams) {
      InputStream in = each.getInputStream();
      int waiting = in.available();
      if (waiting > 0 && in.skip(waiting) < 0) {
        throw new EOFException("events or overviews have ended");
      }
    }
  }

  /** Ends all connections. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    closeQuietly(asking);
    listeners.forEach(Watchers::closeQuietly);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("a watcher did not close: {}", e.getMessage());
    }
  }
}
