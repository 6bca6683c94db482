package maestro.net.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import maestro.distribution.VisitedMember;
import maestro.net.socket.BufferPool;
import maestro.net.socket.OutputBuffer;
import maestro.net.socket.Peer;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import org.jspecify.annotations.Nullable;

/**
 * One switch's connection: its socket, its input and the chopper that cuts it into messages, and
 * its output.
 *
 * <p><b>Threads.</b> The methods marked so are for the holder of the claim. {@link #send}, {@link
 * #requestClose} and the plain getters are for any thread.
 */
public final class Connection extends VisitedMember implements OutputBuffer.Owner {
  /** {@link #read}: batch entries fill the buffer. */
  public static final int BUFFER_FULL = Input.BUFFER_FULL;

  /** The least that a visit reads, however little memory is left. */
  private static final int LEAST_READ_BYTES = 4 * 1024;

  private final SocketChannel channel;

  /** Null on a port that is plain TCP. */
  private final @Nullable TlsChannel tls;

  /** The stream to read and write: the socket, or TLS over it. */
  private final ByteChannel stream;

  private final Peer peer;
  private final SharedBuffers buffers;
  private final OutputBuffer output;
  private final Conversation conversation;
  private final Closing closing;
  private final Interest interest;
  private final ReadGate gate;
  private final Chopper chopper;
  private final ServedCounts served = new ServedCounts();
  private final Waiting waiting = new Waiting();
  private final Standstill standstill = new Standstill();
  private final FlowTableCounts flowTable = new FlowTableCounts();

  // For the holder of the claim.
  private final Input input;
  private boolean ended;
  private @Nullable ByteBuffer reply;
  private boolean inCycle;
  private boolean wasRead;
  private long lastReadNs;

  /** Set before a worker gets the connection; null unless it is the probing switch. */
  private @Nullable ProbeAnswer probe;

  /**
   * Takes over a socket.
   *
   * @param tls null on a port that is plain TCP
   * @param pollers how many selectors may watch it
   * @param highWaterBytes the output above which the switch is not served
   */
  public Connection(
      SocketChannel channel,
      @Nullable TlsChannel tls,
      InetSocketAddress address,
      SharedBuffers buffers,
      int pollers,
      int highWaterBytes,
      Conversation.Factory conversations,
      long nowNs) {
    this.channel = channel;
    this.tls = tls;
    this.stream = tls == null ? channel : tls;
    this.peer = new Peer(address, tls);
    this.buffers = buffers;
    this.output = new OutputBuffer(stream, buffers, highWaterBytes, this);
    this.input = new Input(buffers, nowNs);
    this.conversation = conversations.begin(this, nowNs);
    this.closing = new Closing(conversation, channel, tls, stream, output);
    this.interest = new Interest(this, channel, output, pollers);
    this.gate = new ReadGate(output, interest);
    this.chopper = new Chopper(this, input, conversation, gate, closing);
  }

  /** The conversation with the switch, which is a session. Any thread. */
  public Conversation conversation() {
    return conversation;
  }

  /** The other end of this connection. Any thread. */
  public Peer peer() {
    return peer;
  }

  /** Makes this the controller's own probing switch. Call it before a worker gets it. */
  public void becomeProbe() {
    probe = new ProbeAnswer();
  }

  /** Whether this is the controller's own probing switch, which applications never see. */
  public boolean isProbe() {
    return probe != null;
  }

  /** Answers a request of the probing switch, with the batch; false when this is another switch. */
  public boolean answerProbe(ByteBuffer b, int at, int length) {
    if (probe == null) {
      return false;
    }
    probe.to(b, at, length);
    return true;
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
    return chopper.chop(batch, maxRequests, inOrder);
  }

  @Override
  public int choppedRequests() {
    return chopper.choppedRequests();
  }

  /** Continues with input that was read before and kept. For the begin of a visit. */
  public void openInput(BufferPool pool) {
    if (!input.hasBuffer() && input.keptBytes() > 0) {
      input.open(pool.take());
    }
  }

  /**
   * Reads once into the input buffer, without waiting.
   *
   * @param maxBytes the most bytes to read
   * @return bytes read; 0 when there are none; {@link #BUFFER_FULL}; or another negative number
   *     when the stream has ended, with the reason in {@link #closeReason()}
   */
  public int read(int maxBytes, BufferPool pool, long nowNs) {
    if (!input.hasBuffer()) {
      input.open(pool.take());
    }
    return read(maxBytes, nowNs);
  }

  private int read(int maxBytes, long nowNs) {
    int count;
    try {
      count = input.read(stream, maxBytes, nowNs);
    } catch (IOException e) {
      closing.request(Closing.textOf(e));
      ended = true;
      return Input.END_OF_STREAM;
    }
    if (count == Input.END_OF_STREAM) {
      closing.request("closed by the switch");
      ended = true;
    }
    return count;
  }

  /**
   * About as many as the visit may serve. Then nothing is left over, and the next connection uses
   * the same buffer while it is in the cache. While memory is scarce they are fewer, so that one
   * visit's answers cannot take all that is left.
   */
  @Override
  public int bytesToRead(int mostBytes, int requests) {
    return (int)
        Math.min(affordable(mostBytes), Math.max(LEAST_READ_BYTES, input.bytesToRead(requests)));
  }

  private int affordable(int readBytes) {
    return Math.min(readBytes, Math.max(LEAST_READ_BYTES, buffers.budget().fairBytes()));
  }

  @Override
  public int bufferedBytes() {
    return input.unhandledBytes();
  }

  /** What was read and chopped so far, for {@link #standstill}. */
  public long movedBytes() {
    return input.movedBytes();
  }

  @Override
  public boolean mayHaveMore() {
    return input.mayHaveMore() || holdsMore();
  }

  @Override
  public boolean holdsMore() {
    return tls != null && tls.holdsMore();
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }

  /** Reads once and keeps the bytes for the worker. */
  @Override
  protected boolean readAhead(int maxBytes, boolean chops) {
    long nowNs = conversation.nowNs();
    if (!gate.mayBeServed(nowNs)) {
      return false;
    }
    if (!ended) {
      input.open(buffers.take());
      read(affordable(maxBytes), nowNs);
      if (chops && conversation.requestTag() >= 0) {
        input.chopAhead(conversation.requestTag());
      }
      keepInput();
      buffers.give(input.release());
    }
    return ended || input.keptBytes() > 0;
  }

  private void keepInput() {
    if (!input.keep()) {
      closing.request(OutputBuffer.NO_MEMORY);
      ended = true;
    }
  }

  @Override
  public long backlogBytes() {
    try {
      return channel.socket().getInputStream().available();
    } catch (IOException | RuntimeException e) {
      return 0; // it has just been closed
    }
  }

  @Override
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
  public @Nullable String leaveCycle(BufferPool pool) {
    inCycle = false;
    if (probe != null) {
      probe.leave(output);
    }
    if (reply != null) { // only after an error
      pool.give(reply);
      reply = null;
    }
    if (input.hasBuffer()) {
      keepInput();
      pool.give(input.release());
    }
    return closing.reason();
  }

  /**
   * Gives the input buffer away because batch entries point into it.
   *
   * @return the buffer, the caller's from now on; null when no entry points into it
   */
  public @Nullable ByteBuffer detachInput(BufferPool pool) {
    return input.detach(pool);
  }

  @Override
  public void batchWasRun() {
    input.batchWasRun();
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
      output.write(reply);
      pool.give(reply);
      reply = null;
    }
  }

  // ---- any thread ----

  /** Sends one message; false, and nothing sent, when the switch is congested or gone. */
  public boolean send(byte[] message) {
    boolean sent = output.offer(message);
    if (sent) {
      flowTable.addIn(message);
    }
    return sent;
  }

  /** Sends the first bytes of a buffer, a whole message; the buffer stays the caller's. */
  public boolean send(ByteBuffer message, int bytes) {
    boolean sent = output.offer(message, bytes);
    if (sent) {
      flowTable.addIn(message, bytes);
    }
    return sent;
  }

  /** Any thread. */
  @Override
  public boolean isCongested() {
    return output.isCongested();
  }

  /** The output; {@link #send} counts what it sends, too. Any thread. */
  public OutputBuffer output() {
    return output;
  }

  /** The memory in which the connection keeps bytes between two cycles. */
  public int heldBytes() {
    int secure = tls == null ? 0 : tls.heldBytes();
    return output.heldBytes() + input.heldBytes() + secure;
  }

  /** The time of the last input, in nanoseconds. */
  public long lastReceivedNs() {
    return input.lastReadNs();
  }

  /** Requests the close: by the worker that has the claim, or soon by the conductor. */
  public void requestClose(String reason) {
    closing.request(reason);
  }

  /** How the stream ends. For the thread that closes the connection. */
  public Closing closing() {
    return closing;
  }

  @Override
  public boolean isClosing() {
    return closing.reason() != null;
  }

  /** Why the connection is to be closed, or null. */
  public @Nullable String closeReason() {
    return closing.reason();
  }

  /**
   * Closes the connection. For the holder of the claim, when no batch entry points here. When the
   * switch was sent the reason, the conductor closes the socket later, so that the switch can read
   * it.
   */
  public void close() {
    input.close();
    closing.close(interest);
    conversation.end();
    leave();
    conversation.closed();
  }

  // ---- readiness ----

  /** Which events of the socket each selector reports. */
  Interest interest() {
    return interest;
  }

  /** What is known of its flow table. */
  public FlowTableCounts flowTable() {
    return flowTable;
  }

  /** What it was served; {@link #servedRequests} has all of that together. */
  public ServedCounts served() {
    return served;
  }

  /** How long its flow requests wait. */
  public Waiting waiting() {
    return waiting;
  }

  /**
   * The time of a visit, for its requests: now, or just after the visit before when another worker
   * made it with a newer time. So times follow the order of the stream, whichever worker reads it.
   */
  public long readTime(long nowNs) {
    boolean isLater = !wasRead || nowNs - lastReadNs > 0;
    wasRead = true;
    lastReadNs = isLater ? nowNs : lastReadNs + 1;
    return lastReadNs;
  }

  /** Whether visits bring it forward. */
  public Standstill standstill() {
    return standstill;
  }

  /** Whether the requests may be read now. */
  public ReadGate gate() {
    return gate;
  }

  /** Whether reading is off until output has been written. Any thread. */
  public boolean isSuspended() {
    return interest.isSuspended();
  }

  /**
   * Sets the rate limit; null removes it. For the holder of the claim, or while all workers rest.
   */
  public void limit(@Nullable RateLimit limit) {
    gate.limit(limit, conversation.nowNs());
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
    return conversation.describe();
  }
}
