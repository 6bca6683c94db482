package maestro.net;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import maestro.distribution.Member;
import maestro.metrics.Counter;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One switch's connection: its socket, its input and the chopper that cuts it into messages, and
 * its output.
 *
 * <p><b>Threads.</b> The methods marked so are for the holder of the claim. {@link #send}, {@link
 * #requestClose} and the plain getters are for any thread.
 */
public final class Connection extends Member implements OutputBuffer.Owner {
  /** How {@link #chop} ended. */
  public enum Chopped {
    /** No whole message is left. */
    EMPTY,
    /** The limit of requests is reached. */
    LIMIT,
    /**
     * The batch has to be run first: it is full, or a message that is no request follows a request
     * in the batch.
     */
    RUN_FIRST,
    /** The stream is malformed: {@link #closeReason()} says how. */
    BROKEN
  }

  /** {@link #read}: the other side has closed. */
  static final int END_OF_STREAM = Input.END_OF_STREAM;

  /** {@link #read}: batch entries fill the buffer. */
  public static final int BUFFER_FULL = Input.BUFFER_FULL;

  /**
   * The requests that a message of another type counts as: it costs more to handle, and a flood of
   * such messages must not be free.
   */
  private static final int CONTROL_COST_REQUESTS = 8;

  private static final int LEAST_READ_BYTES = 4 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final VarHandle RECEIVED;

  static {
    try {
      RECEIVED =
          MethodHandles.lookup().findVarHandle(Connection.class, "lastReceivedNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SocketChannel channel;

  /** Null on a port that is plain TCP. */
  private final TlsChannel tls;

  /** The stream to read and write: the socket, or TLS over it. */
  private final ByteChannel stream;

  private final SocketAddress address;
  private final SharedBuffers buffers;
  private final OutputBuffer output;
  private final Session session;
  private final BufferPool readAheadPool;

  private final Interest interest;

  /** Volatile: why the connection is to be closed; null while it is not. The first reason stays. */
  private volatile String closeReason;

  /** Whether the switch itself caused the close; handed over to the conductor with the close. */
  private boolean atFault;

  /** Opaque: the time of the last input. Written by the claim's holder. */
  @SuppressWarnings("unused") // through its VarHandle
  private long lastReceivedNs;

  /**
   * Volatile: null while the switch has no rate limit. Written by the claim's holder, or while all
   * workers rest.
   */
  private volatile Limiter limiter;

  // For the holder of the claim.
  private final Input input = new Input();
  private boolean ended;
  private int choppedRequests;
  private ByteBuffer reply;
  private boolean inCycle;

  /** Handed over to the conductor with the close. */
  private boolean lingers;

  Connection(
      SocketChannel channel,
      TlsChannel tls,
      SocketAddress address,
      SharedBuffers buffers,
      int pollers,
      int highWaterBytes,
      SessionHandler handler,
      long nowNs) {
    this.channel = channel;
    this.tls = tls;
    this.stream = tls == null ? channel : tls;
    this.address = address;
    this.buffers = buffers;
    this.readAheadPool = new BufferPool(buffers);
    this.output = new OutputBuffer(stream, buffers, highWaterBytes, this);
    this.interest = new Interest(this, channel, output, pollers);
    this.session = new Session(this, handler, nowNs);
    received(nowNs);
  }

  /** The conversation with the switch: version, datapath id, ports. */
  public Session session() {
    return session;
  }

  /** Why the certificate does not permit this datapath id; empty when it does. */
  Optional<String> refusal(long datapathId) {
    return tls == null ? Optional.empty() : tls.refusal(datapathId);
  }

  /** The address of the switch. */
  public SocketAddress address() {
    return address;
  }

  /** The address without the port; null when it is no Internet address. */
  InetAddress host() {
    return address instanceof InetSocketAddress internet ? internet.getAddress() : null;
  }

  /** The address for a log line. */
  String addressText() {
    String text = String.valueOf(address);
    return text.startsWith("/") ? text.substring(1) : text;
  }

  // ---- reading and chopping: for the holder of the claim ----

  /**
   * Cuts messages off the input: puts requests into the batch and handles other messages here, in
   * stream order.
   *
   * @param maxRequests the most requests to cut
   * @param inOrder whether a message that is no request waits until the requests before it are
   *     served
   */
  public Chopped chop(RequestBatch batch, int maxRequests, boolean inOrder) {
    choppedRequests = 0;
    if (!input.hasBuffer()) {
      return Chopped.EMPTY;
    }
    batch.beginRun(this, input.bytes());
    Limiter limit = limiter;
    int most = limit == null ? maxRequests : limit.room(maxRequests);
    while (true) {
      int room = Math.min(most - choppedRequests, batch.capacity() - batch.count());
      int requests = input.chopRequests(batch, session.requestTag(), room);
      choppedRequests += requests;
      if (limit != null) {
        batch.removeLast(limit.refused(requests));
      }
      int length = input.messageLength();
      if (length == Input.NO_MESSAGE) {
        return isHopeless() ? Chopped.BROKEN : Chopped.EMPTY;
      }
      if (choppedRequests >= most) {
        return Chopped.LIMIT;
      }
      boolean isRequest =
          input.messageTag() == session.requestTag() && length >= OpenFlow.HEADER_BYTES;
      if ((inOrder && input.hasBatched()) || isRequest) {
        return Chopped.RUN_FIRST;
      }
      if (!handle(length)) {
        return Chopped.BROKEN;
      }
      input.skip(length);
    }
  }

  /** Whether the part of the next message that has arrived already shows that it is malformed. */
  private boolean isHopeless() {
    if (!input.hasHeader() || input.messageTag() == session.requestTag()) {
      return false;
    }
    try {
      session.checkHeader(input.bytes(), input.next());
    } catch (MalformedMessageException e) {
      broken(e);
    }
    return closeReason != null;
  }

  private boolean handle(int length) {
    try {
      session.checkHeader(input.bytes(), input.next());
      session.onMessage(input.bytes(), input.next(), length);
      choppedRequests += CONTROL_COST_REQUESTS;
    } catch (MalformedMessageException e) {
      broken(e);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      brokenByUs(e);
    }
    return closeReason == null;
  }

  private void brokenByUs(Throwable e) {
    LOG.error("{} is closed after an error that should not happen", this, e);
    requestClose("internal error: " + e);
  }

  /** Decides, if that is possible now, whether the connection may have its datapath id. */
  void decide(long nowNs) {
    try {
      session.decide(nowNs);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      brokenByUs(e);
    }
  }

  private void broken(MalformedMessageException e) {
    malformed(e.getMessage(), input.bytes(), input.next(), input.unhandledBytes());
  }

  /**
   * Handles malformed input: sends an ERROR, counts it and requests the close. Does so once per
   * connection.
   *
   * @param at where the message begins
   * @param bytes how many bytes there are from the message on
   */
  public void malformed(String reason, ByteBuffer b, int at, int bytes) {
    if (closeReason == null) {
      requestClose("malformed: " + reason);
      atFault = true;
      session.handler().count(Counter.MALFORMED);
      session.malformed(b, at, bytes);
    }
  }

  /**
   * Whether the connection was closed because of malformed input. Any thread, once it is closed.
   */
  boolean isAtFault() {
    return atFault;
  }

  /** The requests of the last {@link #chop}, plus what its other messages count as. */
  public int choppedRequests() {
    return choppedRequests;
  }

  /**
   * Reads once into the input buffer, without waiting.
   *
   * @param maxBytes the most bytes to read
   * @return bytes read; 0 when there are none; {@link #BUFFER_FULL}; or another negative number
   *     when the stream has ended, with the reason in {@link #closeReason()}
   */
  public int read(int maxBytes, BufferPool pool, long nowNs) {
    int count;
    try {
      count = input.read(stream, maxBytes, pool);
    } catch (IOException e) {
      requestClose(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
      ended = true;
      return END_OF_STREAM;
    }
    if (count == END_OF_STREAM) {
      requestClose("closed by the switch");
      ended = true;
    } else if (count > 0) {
      received(nowNs);
    }
    return count;
  }

  /**
   * The bytes to read for a visit: about as many as it may serve. Then nothing is left over, and
   * the next connection uses the same buffer while it is in the cache.
   *
   * @param mostBytes the limit of the strategy
   * @param requests how many the visit may serve
   */
  public int bytesToRead(int mostBytes, int requests) {
    return (int) Math.min(mostBytes, Math.max(LEAST_READ_BYTES, input.bytesToRead(requests)));
  }

  /** The bytes that were read and not chopped yet. */
  public int bufferedBytes() {
    return input.unhandledBytes();
  }

  /** Whether more input may be there: the last read filled its room. */
  public boolean mayHaveMore() {
    return input.mayHaveMore() || holdsMore();
  }

  /** Whether bytes from the socket wait to be decrypted. */
  public boolean holdsMore() {
    return tls != null && tls.holdsMore();
  }

  /** Whether the stream has ended. */
  public boolean hasEnded() {
    return ended;
  }

  @Override
  protected boolean readAhead(int maxBytes) {
    long nowNs = session.handler().nowNs();
    if (!mayBeServed(nowNs)) {
      return false;
    }
    if (!ended) {
      read(maxBytes, readAheadPool, nowNs);
    }
    input.giveBackIfEmpty(buffers);
    return ended || input.hasBuffer();
  }

  @Override
  protected long backlogBytes() {
    try {
      return channel.socket().getInputStream().available();
    } catch (IOException | RuntimeException e) {
      return 0; // it has just been closed
    }
  }

  /** Enters the worker's cycle; false when the connection is in it already. */
  public boolean enterCycle() {
    boolean entered = !inCycle;
    inCycle = true;
    return entered;
  }

  /**
   * Called after the batch: no entry points into the input buffer any more.
   *
   * @return why the connection is to be closed now, or null
   */
  public String leaveCycle(BufferPool pool) {
    inCycle = false;
    input.leaveCycle(pool);
    return closeReason;
  }

  /**
   * Gives the input buffer away because batch entries point into it.
   *
   * @return the buffer, the caller's from now on; null when no entry points into it
   */
  public ByteBuffer detachInput(BufferPool pool) {
    return input.detach(pool);
  }

  /** Called when no batch entry points into the input buffer any more and the visit goes on. */
  public void batchWasRun() {
    input.batchWasRun();
  }

  /**
   * Writes a chunk of replies that a worker has gathered elsewhere. Any thread.
   *
   * @return true when the caller still owns the chunk
   */
  public boolean write(ByteBuffer chunk) {
    return output.write(chunk);
  }

  // ---- replies: for the holder of the claim ----

  /**
   * Room for a reply to this switch; the caller writes at the buffer's position and moves it.
   *
   * @param bytes the room needed, at most a whole buffer
   */
  public ByteBuffer replyRoom(int bytes, BufferPool pool) {
    if (reply != null && reply.remaining() < bytes) {
      flushReplies(pool);
    }
    if (reply == null) {
      reply = pool.take();
    }
    return reply;
  }

  /** Writes the replies, in one system call unless the socket is full. */
  public void flushReplies(BufferPool pool) {
    if (reply != null) {
      reply.flip();
      if (output.write(reply)) {
        pool.give(reply);
      }
      reply = null;
    }
  }

  /**
   * Answers a message that is no flow request, even when the switch is congested: the message was
   * accepted before.
   */
  void answer(byte[] message) {
    output.answer(message);
  }

  // ---- any thread ----

  /** Sends one message; false, and nothing sent, when the switch is congested or gone. */
  public boolean send(byte[] message) {
    return output.offer(message);
  }

  /** Sends the first bytes of a buffer, a whole message; the buffer stays the caller's. */
  public boolean send(ByteBuffer message, int bytes) {
    return output.offer(message, bytes);
  }

  /** Whether the switch reads so slowly that its requests have to wait. */
  public boolean isCongested() {
    return output.isCongested();
  }

  /** Bytes that wait for the socket. */
  public int pendingBytes() {
    return output.pendingBytes();
  }

  /** The bytes that waited for the socket and have been written since. */
  long takenBytes() {
    return output.takenBytes();
  }

  /** The time of the last input, in nanoseconds. */
  long lastReceivedNs() {
    return (long) RECEIVED.getOpaque(this);
  }

  private void received(long nowNs) {
    RECEIVED.setOpaque(this, nowNs);
  }

  /** Requests the close: by the worker that has the claim, or soon by the conductor. */
  public void requestClose(String reason) {
    if (closeReason == null) {
      closeReason = reason;
    }
  }

  /** Why the connection is to be closed, or null. */
  public String closeReason() {
    return closeReason;
  }

  /**
   * Closes the connection. For the holder of the claim, when no batch entry points here. When the
   * switch was sent the reason, the conductor closes the socket later, so that the switch can read
   * it.
   */
  public void close() {
    input.close(buffers);
    if (reply != null) {
      buffers.give(reply);
      reply = null;
    }
    lingers = session.saidWhy();
    if (lingers) {
      output.takeNoMore();
      interest.end();
    } else {
      endStream();
    }
    session.end();
    leave();
    session.handler().closed(this);
  }

  /** Whether the socket is still open after the close. For the conductor, once it is closed. */
  boolean lingers() {
    return lingers;
  }

  /**
   * Closes the socket and drops the output that waits. For the thread that closes the connection.
   */
  void endStream() {
    output.close();
    try {
      stream.close();
    } catch (IOException e) {
      requestClose(e.getMessage());
    }
  }

  /** Closes the socket when the claim is never released because its holder has ended. */
  void closeSocket() {
    try {
      channel.close();
    } catch (IOException e) {
      requestClose(e.getMessage());
    }
  }

  /** Makes the graceful close of the stream. For when no worker serves the connection any more. */
  Farewell farewell() {
    return new Farewell(channel, tls, output);
  }

  // ---- readiness ----

  void watch(int index, Selector selector) {
    try {
      interest.watch(index, selector);
    } catch (ClosedChannelException | CancelledKeyException e) {
      requestClose("closed");
    }
  }

  void unwatch(int index) {
    interest.unwatch(index);
  }

  /**
   * Stops reading until the waiting output has been written. For the holder of the claim.
   *
   * @return false when it has been written meanwhile, so that reading goes on
   */
  boolean suspendReading() {
    return interest.suspend();
  }

  /** Whether reading is off until output has been written. Any thread. */
  public boolean isSuspended() {
    return interest.isSuspended();
  }

  /**
   * Whether the requests may be served now. If not, reading is off until the output has been
   * written or the rate limit allows more; then the connection is listed again. For the holder of
   * the claim.
   */
  public boolean mayBeServed(long nowNs) {
    if (isCongested() && suspendReading()) {
      return false;
    }
    Limiter limit = limiter;
    if (limit == null || limit.beginVisit(nowNs)) {
      return true;
    }
    interest.pause();
    return false;
  }

  /** Whether reading is off, for whatever reason. Any thread. */
  public boolean isReadingOff() {
    return interest.isSuspended() || interest.isPaused();
  }

  /**
   * Sets the rate limit; null removes it. For the holder of the claim, or while all workers rest.
   */
  public void limit(RateLimit limit) {
    Limiter before = limiter;
    if (limit == null) {
      limiter = null;
    } else if (before == null || !before.limit().equals(limit)) {
      limiter = new Limiter(limit, session.handler().nowNs());
    }
  }

  /** The requests dropped by the rate limit since the last call. */
  public int takeDropped() {
    Limiter limit = limiter;
    return limit == null ? 0 : limit.takeDropped();
  }

  /**
   * Ends the pause. Returns the rate limit when the switch exceeded it since the last call, else
   * null. For the conductor.
   */
  RateLimit endPause() {
    if (interest.isPaused()) {
      interest.endPause();
    }
    Limiter limit = limiter;
    return limit != null && limit.takeExceeded() ? limit.limit() : null;
  }

  /**
   * Called when the socket takes bytes. Returns true when no output waits any more: the caller
   * lists the connection, which may have input from when its output was full.
   */
  boolean onWritable(SelectionKey key) {
    return interest.onWritable(key);
  }

  @Override
  public void wantsWritable() {
    interest.wantsWritable();
  }

  @Override
  public void writeFailed(IOException cause) {
    requestClose(cause.getMessage() == null ? "write failed" : cause.getMessage());
  }

  @Override
  public String toString() {
    return session.describe();
  }
}
