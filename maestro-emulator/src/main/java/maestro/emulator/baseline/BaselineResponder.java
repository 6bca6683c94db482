package maestro.emulator.baseline;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import maestro.emulator.switches.MessageFramer;
import maestro.openflow.OpenFlow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller that learns nothing and answers every PACKET_IN at once. Its throughput is the upper
 * limit of the machine.
 *
 * <ol>
 *   <li>Read up to 62 KiB from a ready switch, behind the incomplete message of the last read.
 *   <li>For every PACKET_IN that names a buffer, patch transaction and buffer into the next
 *       FLOW_MOD of a buffer full of them; without a buffer append a FLOW_MOD and a PACKET_OUT with
 *       the frame.
 *   <li>Write all of it with one call. If the socket does not take all of it, keep the rest. Read
 *       from that switch again when the rest is written.
 * </ol>
 *
 * <p>One thread calls {@link #doWork(long)}; {@link #answeredRequests()} and {@link
 * #answeredByDatapath()} may be called from any thread at any time. Nothing is allocated per
 * request.
 */
public final class BaselineResponder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BaselineResponder.class);

  /**
   * The bytes of one read. The answers to them are a little longer and still fit into one packet of
   * 64 KiB.
   */
  private static final int READ_BYTES = 62 * 1024;

  private static final int MOST_REQUESTS_A_READ =
      (READ_BYTES + OpenFlow.MAX_MESSAGE_BYTES) / AnswerTemplate.LEAST_PACKET_IN_BYTES + 1;

  private final Selector selector;
  private final ServerSocketChannel server;
  private final List<BaselineConnection> connections = new CopyOnWriteArrayList<>();
  private final Consumer<SelectionKey> onReady = this::ready;

  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES + OpenFlow.MAX_MESSAGE_BYTES);
  private final ByteBuffer flowMods10 =
      AnswerTemplate.VERSION_1_0.manyFlowMods(MOST_REQUESTS_A_READ);
  private final ByteBuffer flowMods13 =
      AnswerTemplate.VERSION_1_3.manyFlowMods(MOST_REQUESTS_A_READ);
  private final ByteBuffer mixed = ByteBuffer.allocateDirect(1 << 20);

  /** How many FLOW_MODs of the buffer are in use, for the version of the switch that is served. */
  private int patched;

  private volatile boolean running = true;
  private Thread thread;

  private BaselineResponder(Selector selector, ServerSocketChannel server) {
    this.selector = selector;
    this.server = server;
  }

  /**
   * Opens a responder that listens. It serves connections in {@link #doWork(long)}, {@link #run()}
   * or {@link #start()}.
   *
   * @param address the address to listen on; with port 0 the system chooses a free port
   */
  public static BaselineResponder listen(InetSocketAddress address) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address, 4096);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      return new BaselineResponder(selector, server);
    } catch (IOException e) {
      server.close();
      selector.close();
      throw e;
    }
  }

  /** The address on which it listens, with the real port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.socket().getLocalSocketAddress();
  }

  /** PACKET_INs answered so far, over all switches. */
  public long answeredRequests() {
    long sum = 0;
    for (BaselineConnection connection : connections) {
      sum += connection.answeredRequests();
    }
    return sum;
  }

  /** PACKET_INs answered so far by datapath id; the connections of one switch are summed. */
  public Map<Long, Long> answeredByDatapath() {
    Map<Long, Long> counts = new TreeMap<>();
    for (BaselineConnection connection : connections) {
      counts.merge(connection.datapathId(), connection.answeredRequests(), Long::sum);
    }
    return counts;
  }

  /** Works on a thread of its own until {@link #close()}. */
  public BaselineResponder start() {
    thread = new Thread(this::run, "baseline-responder");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** Works on the calling thread until {@link #stop()} or {@link #close()}. */
  public void run() {
    try {
      while (running) {
        doWork(100);
      }
    } catch (IOException e) {
      LOG.error("baseline responder stopped: {}", e.getMessage());
    }
  }

  /**
   * Serves the ready sockets, and waits for one at most {@code waitMs}; 0 does not wait. Returns
   * how many were ready.
   */
  public int doWork(long waitMs) throws IOException {
    return waitMs == 0 ? selector.selectNow(onReady) : selector.select(onReady, waitMs);
  }

  /** Ends {@link #run()}, and waits for the end of the thread of {@link #start()}. */
  public void stop() {
    running = false;
    selector.wakeup();
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    for (BaselineConnection connection : connections) {
      connection.channel.close();
    }
    server.close();
    selector.close();
  }

  private void ready(SelectionKey key) {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    BaselineConnection connection = (BaselineConnection) key.attachment();
    try {
      if (key.isWritable()) {
        connection.writeUnsent();
      } else if (!serve(connection)) {
        drop(connection);
      }
    } catch (IOException e) {
      LOG.debug("connection lost: {}", e.getMessage());
      drop(connection);
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      BaselineConnection connection = new BaselineConnection(channel);
      connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
      connections.add(connection);
    } catch (IOException e) {
      LOG.warn("cannot accept a connection: {}", e.getMessage());
    }
  }

  private static void drop(BaselineConnection connection) {
    try {
      connection.channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close: {}", e.getMessage());
    }
  }

  /**
   * Reads once and writes the answers. Returns false when the switch has left or does not speak
   * OpenFlow.
   */
  private boolean serve(BaselineConnection connection) throws IOException {
    int end = connection.read(in, READ_BYTES); // 1
    if (end < 0) {
      return false;
    }
    mixed.clear();
    patched = 0;
    int answered = 0;
    int at = 0;
    int lengthBytes = MessageFramer.wholeBytes(in, at, end, false);
    while (lengthBytes > 0) {
      long header = in.getLong(at);
      int type = (int) (header >>> 48) & 0xff;
      if (type == OpenFlow.PACKET_IN
          && connection.template != null
          && lengthBytes >= AnswerTemplate.LEAST_PACKET_IN_BYTES) {
        answer(connection, at, lengthBytes, (int) header);
        answered++;
      } else {
        flushFlowMods(connection);
        handshake(connection, at, lengthBytes, header);
      }
      at += lengthBytes;
      lengthBytes = MessageFramer.wholeBytes(in, at, end, false);
    }
    if (lengthBytes == MessageFramer.NOT_OPENFLOW) {
      return false;
    }
    connection.keepBegun(in, at, end);
    connection.countAnswered(answered);
    flushFlowMods(connection); // 3
    flushMixed(connection);
    return true;
  }

  private void answer(BaselineConnection connection, int at, int lengthBytes, int xid)
      throws IOException {
    AnswerTemplate template = connection.template;
    int bufferId = in.getInt(at + OpenFlow.HEADER_BYTES);
    if (bufferId != OpenFlow.NO_BUFFER) { // 2
      if (mixed.position() > 0) {
        flushMixed(connection);
      }
      ByteBuffer flowMods = flowMods(template);
      int to = patched++ * AnswerTemplate.FLOW_MOD_BYTES;
      flowMods.putInt(to + 4, xid);
      flowMods.putInt(to + template.bufferIdAt, bufferId);
    } else {
      flushFlowMods(connection);
      template.putFlowMod(mixed, xid);
      int dataOffset = template.dataOffset(in, at, lengthBytes);
      template.putPacketOut(mixed, xid, in, at + dataOffset, lengthBytes - dataOffset);
    }
  }

  private ByteBuffer flowMods(AnswerTemplate template) {
    return template == AnswerTemplate.VERSION_1_0 ? flowMods10 : flowMods13;
  }

  private void flushFlowMods(BaselineConnection connection) throws IOException {
    if (patched > 0) {
      ByteBuffer flowMods = flowMods(connection.template);
      connection.write(flowMods.position(0).limit(patched * AnswerTemplate.FLOW_MOD_BYTES));
      flowMods.clear();
      patched = 0;
    }
  }

  private void flushMixed(BaselineConnection connection) throws IOException {
    if (mixed.position() > 0) {
      connection.write(mixed.flip());
      mixed.clear();
    }
  }

  private void handshake(BaselineConnection connection, int at, int lengthBytes, long header)
      throws IOException {
    switch ((int) (header >>> 48) & 0xff) {
      case OpenFlow.HELLO -> {
        boolean modern = (int) (header >>> 56) >= OpenFlow.VERSION_13;
        connection.template = modern ? AnswerTemplate.VERSION_1_3 : AnswerTemplate.VERSION_1_0;
        mixed.put(connection.template.bare(OpenFlow.HELLO, 1));
        mixed.put(connection.template.bare(OpenFlow.FEATURES_REQUEST, 2));
      }
      case OpenFlow.FEATURES_REPLY -> {
        if (lengthBytes >= 16 && connection.template != null) {
          connection.datapathId(in.getLong(at + 8));
          mixed.put(connection.template.bare(connection.template.barrierRequest(), 3));
        }
      }
      case OpenFlow.ECHO_REQUEST -> {
        flushMixed(connection);
        mixed.put(0, in, at, lengthBytes).put(1, (byte) OpenFlow.ECHO_REPLY);
        mixed.position(lengthBytes);
      }
      default -> {
        // no other message needs an answer
      }
    }
  }
}
