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
 * <p><b>Threads.</b> Everything that says so is for the holder of the claim; {@link #send}, {@link
 * #requestClose} and the plain questions are for any thread.
 */
public final class Connection extends Member implements OutputBuffer.Owner {
  /** How {@link #chop} ended. */
  public enum Chopped {
    /** No whole message is left. */
    EMPTY,
    /** As many requests as asked for. */
    LIMIT,
    /**
     * The batch has to be run first: it is full, or a message that is no request stands behind one
     * in it.
     */
    RUN_FIRST,
    /** The stream is broken: {@link #closeReason()} says how. */
    BROKEN
  }

  /** {@link #read}: the other side has closed. */
  static final int END_OF_STREAM = Input.END_OF_STREAM;

  /** {@link #read}: batch entries fill the buffer. */
  public static final int BUFFER_FULL = Input.BUFFER_FULL;

  /**
   * What a message that is no request counts for: it costs more, and a flood of them must not be
   * free.
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

  /** What is read from and written to: the socket, or TLS over it. */
  private final ByteChannel stream;

  private final SocketAddress address;
  private final SharedBuffers buffers;
  private final OutputBuffer output;
  private final Session session;
  private final BufferPool readAheadPool;

  private final Interest interest;

  /** Volatile: why the connection is to be closed; null while it is not. The first reason stays. */
  private volatile String closeReason;

  /** Whether the close is the switch's own fault; handed over to the conductor with the close. */
  private boolean atFault;

  /** Opaque: when bytes last came. Written by the claim's holder. */
  @SuppressWarnings("unused") // through its VarHandle
  private long lastReceivedNs;

  /**
   * Volatile: null while its rate has no limit. Written by the claim's holder, or while all rest.
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

  /** Why this may not be the connection of a switch, by its certificate; nothing when it may. */
  Optional<String> refusal(long datapathId) {
    return tls == null ? Optional.empty() : tls.refusal(datapathId);
  }

  /** Where the switch connected from. */
  public SocketAddress address() {
    return address;
  }

  /** The same without the port; null when it is no Internet address. */
  InetAddress host() {
    return address instanceof InetSocketAddress internet ? internet.getAddress() : null;
  }

  /** The same for a log line. */
  String addressText() {
    String text = String.valueOf(address);
    return text.startsWith("/") ? text.substring(1) : text;
  }

  // ---- reading and chopping: for the holder of the claim ----

  /**
   * Cuts messages off the input: requests go into the batch, others are handled here, in their
   * order.
   *
   * @param maxRequests stop after so many
   * @param inOrder whether a message that is no request waits until the requests before it have
   *     been run
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

  /** Whether what has come of the next message is enough to see that it will not be one. */
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

  /** Decides, if that can be done now, whether it is the switch that it says. */
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
   * The switch has sent something that is no message: tells it so, counts that and asks for the
   * close. Only the first one says and counts anything.
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

  /** Whether it is closed for what the switch has sent. Any thread, once it is closed. */
  boolean isAtFault() {
    return atFault;
  }

  /** Requests, and what other messages count for, of the last {@link #chop}. */
  public int choppedRequests() {
    return choppedRequests;
  }

  /**
   * Reads once into the input buffer, without waiting.
   *
   * @param maxBytes at most so much
   * @return bytes read; 0 when there are none; {@link #BUFFER_FULL}; or a negative number when the
   *     stream has ended, {@link #closeReason()} saying why
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
   * How much to read for a visit: what it may serve, so that nothing is left over and the buffer,
   * hot in the cache, goes on to the next connection.
   *
   * @param mostBytes what the strategy allows
   * @param requests how many may be served
   */
  public int bytesToRead(int mostBytes, int requests) {
    return (int) Math.min(mostBytes, Math.max(LEAST_READ_BYTES, input.bytesToRead(requests)));
  }

  /** Bytes that were read and not chopped yet. */
  public int bufferedBytes() {
    return input.unhandledBytes();
  }

  /** Whether the last read got as much as it asked for, so that there may be more. */
  public boolean mayHaveMore() {
    return input.mayHaveMore() || holdsMore();
  }

  /** Whether bytes were read from the socket that were not decrypted yet. */
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

  /** Takes part in the worker's cycle; false when it does already. */
  public boolean enterCycle() {
    boolean entered = !inCycle;
    inCycle = true;
    return entered;
  }

  /**
   * The batch has been run: nothing points into the input buffer any more.
   *
   * @return why the connection is to be closed now, or null
   */
  public String leaveCycle(BufferPool pool) {
    inCycle = false;
    input.leaveCycle(pool);
    return closeReason;
  }

  /**
   * Parts with the input buffer since batch entries point into it.
   *
   * @return the buffer, the caller's from now on; null when no entry points into it
   */
  public ByteBuffer detachInput(BufferPool pool) {
    return input.detach(pool);
  }

  /** Nothing of the batch points into the input buffer any more, but the visit goes on. */
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
   * @param bytes how much, at most a whole buffer
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
   * Answers a message of the switch that is no flow request, also when it reads too slowly: it was
   * accepted before.
   */
  void answer(byte[] message) {
    output.answer(message);
  }

  // ---- any thread ----

  /**
   * Sends one message; false when the switch reads too slowly or is gone. Nothing was sent then.
   */
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

  /** Bytes that had waited for the socket, and that it has taken. */
  long takenBytes() {
    return output.takenBytes();
  }

  /** When bytes last came, in nanoseconds. */
  long lastReceivedNs() {
    return (long) RECEIVED.getOpaque(this);
  }

  private void received(long nowNs) {
    RECEIVED.setOpaque(this, nowNs);
  }

  /** Asks for the connection to be closed: by the worker that has it, or soon by the conductor. */
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
   * Closes, for good. For the holder of the claim, when no batch entry points here. The socket of a
   * switch that was told why is closed later, by the conductor, so that the switch can read it.
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

  /** Whether it was closed and its socket is still to be. For the conductor, once it is closed. */
  boolean lingers() {
    return lingers;
  }

  /** Closes the socket, and drops what waits for it. For whoever closes the connection. */
  void endStream() {
    output.close();
    try {
      stream.close();
    } catch (IOException e) {
      requestClose(e.getMessage());
    }
  }

  /**
   * Closes the socket of a connection whose claim nobody gives back any more, since its holder has
   * ended.
   */
  void closeSocket() {
    try {
      channel.close();
    } catch (IOException e) {
      requestClose(e.getMessage());
    }
  }

  /** Ends the stream to the switch in order. Once nobody serves the connection any more. */
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
   * Stops reading until what waits for the socket has been written. For the holder of the claim.
   *
   * @return false when it was written meanwhile, so that reading goes on
   */
  boolean suspendReading() {
    return interest.suspend();
  }

  /** Whether reading is off until output has been written. Any thread. */
  public boolean isSuspended() {
    return interest.isSuspended();
  }

  /**
   * Whether its requests may be served now. Otherwise reading is off until its output has been
   * written, or until its rate limit allows more; then it is listed again. For the holder of the
   * claim.
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

  /** Gives it a rate limit; null takes it away. For the holder of the claim, or while all rest. */
  public void limit(RateLimit limit) {
    Limiter before = limiter;
    if (limit == null) {
      limiter = null;
    } else if (before == null || !before.limit().equals(limit)) {
      limiter = new Limiter(limit, session.handler().nowNs());
    }
  }

  /** Requests that were dropped for its rate limit, since this was last asked. */
  public int takeDropped() {
    Limiter limit = limiter;
    return limit == null ? 0 : limit.takeDropped();
  }

  /**
   * Its limit, when it was above that since this was last asked; else null. For the conductor,
   * which also ends its pause.
   */
  RateLimit endPause() {
    if (interest.isPaused()) {
      interest.endPause();
    }
    Limiter limit = limiter;
    return limit != null && limit.takeExceeded() ? limit.limit() : null;
  }

  /**
   * The socket takes bytes; true when nothing waits for it any more, and the connection has to be
   * listed, since it may have been left with input when its output was full.
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
