package maestro.net;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.metrics.Counter;
import maestro.openflow.ColdCodec;
import maestro.openflow.FlowModEncoder;
import maestro.openflow.FlowRemoved;
import maestro.openflow.Header;
import maestro.openflow.HelloCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.protocol.OFStatsReply;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversation with one switch, except flow requests: handshake, echo, ports, errors. The
 * worker that holds the connection's claim handles all messages in stream order.
 *
 * <p>A session begins in {@link State#HELLO}: the controller has sent HELLO, and only HELLO or
 * ERROR may follow from the switch. When they agree on a version, the controller requests the
 * features: {@link State#FEATURES}. When the features have come, {@link Identity} decides whether
 * the connection may have the datapath id, which can take a while: {@link State#IDENTITY}. From
 * then on the requests of an admitted switch are served. A 1.0 switch is {@link State#READY} at
 * once; a 1.3 switch first sends its port descriptions: {@link State#PORTS}. PORT_STATUS messages
 * are handled in any state after HELLO. A session never goes back to an earlier state and ends with
 * its connection.
 */
public final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** No two bytes have this value, so no message is a request before the switch is admitted. */
  private static final int NO_REQUESTS = -1;

  private static final int WHOLE_PACKETS = 0xffff;

  /** How far the conversation has come. */
  enum State {
    HELLO,
    FEATURES,
    IDENTITY,
    PORTS,
    READY
  }

  private final Connection connection;
  private final SessionHandler handler;
  private final long connectedNs;

  private final PortTable ports;

  private final PendingRequests requests = new PendingRequests();
  private final Refusals refusals;
  private final Errors errors;

  /** Volatile order: the cost of the events that the event thread has not handled yet. */
  private final AtomicInteger waitingEvents = new AtomicInteger();

  // For the holder of the claim.
  private State state = State.HELLO;
  private int version;
  private int requestTag = NO_REQUESTS;
  private Object[] locals = new Object[0];
  private int xid;

  /** Null unless the identity is being decided. */
  private Identity.Claimant claimant;

  /** Volatile: null until the features are known, then final. */
  private volatile SwitchInfo info;

  /** Volatile: whether the switch has declared the connection auxiliary. */
  private volatile boolean auxiliary;

  /** Volatile: whether its identity is being decided. */
  private volatile boolean undecided;

  /** Volatile: whether the handshake is over. */
  private volatile boolean ready;

  Session(Connection connection, SessionHandler handler, long connectedNs) {
    this.connection = connection;
    this.handler = handler;
    this.connectedNs = connectedNs;
    this.ports = new PortTable(this::describe);
    this.refusals = new Refusals(connection);
    this.errors = new Errors(connection, handler);
  }

  SessionHandler handler() {
    return handler;
  }

  /** When the switch connected, in nanoseconds. */
  long connectedNs() {
    return connectedNs;
  }

  /** The features of the switch; null before they have come. Any thread. */
  public SwitchInfo info() {
    return info;
  }

  /** Whether the handshake is over. Any thread. */
  public boolean isReady() {
    return ready;
  }

  /** The ports as they are now: the same list until one changes. Any thread. */
  public List<PortInfo> portList() {
    return ports.snapshot();
  }

  /** The ports by number, live; complete when {@link #isReady}. Any thread. */
  public Map<Integer, PortInfo> ports() {
    return ports.byNumber();
  }

  /** The switch-local state of slot {@code i}. For the holder of the claim. */
  public Object local(int i) {
    return locals[i];
  }

  /** The same for any thread, once {@link #isReady}; null when the connection is closed. */
  public Object localIfThere(int i) {
    Object[] values = locals; // plain: written before ready, and once more when it is closed
    return i < values.length ? values[i] : null;
  }

  /** The negotiated OpenFlow version; 0 before. For the holder of the claim. */
  public int version() {
    return version;
  }

  /**
   * The first two bytes of a flow request, version and type; a value that no message has before the
   * switch is admitted.
   */
  int requestTag() {
    return requestTag;
  }

  /**
   * Begins the conversation. Called once, on the conductor thread, before the connection is dealt
   * to a worker.
   */
  void begin() {
    ByteBuffer hello = ByteBuffer.allocate(64);
    int bytes = HelloCodec.encode(hello, 0, nextXid());
    send(hello, bytes);
  }

  /**
   * Called when the connection is closed: drops the switch-local state and fails the pending
   * requests.
   */
  void end() {
    locals = new Object[0];
    requests.end();
  }

  /** Replaces the switch-local state. Only while no worker is in a cycle and none begins one. */
  public void locals(Object[] values) {
    if (!connection.isGone()) {
      locals = values;
      requests.ignoreAll(); // answers on their way are for the replaced state
      waitingEvents.set(0); // waiting events are dropped with their applications
    }
  }

  /** The connection of this session. */
  public Connection connection() {
    return connection;
  }

  /**
   * Reserves room for an event of this switch in the queue of the event thread.
   *
   * @param cost 1, or more when the event holds much memory
   * @param most the highest total cost of the switch's waiting events
   * @return false when the total would be higher: the caller does not queue the event
   */
  public boolean mayQueueEvent(int cost, int most) {
    if (waitingEvents.addAndGet(cost) <= most) {
      return true;
    }
    waitingEvents.addAndGet(-cost);
    return false;
  }

  /** Called when a queued event has been handled. */
  public void eventHandled(int cost) {
    waitingEvents.addAndGet(-cost);
  }

  /**
   * Whether flow entries may be installed: false for a time after the switch reported a full table.
   * Any thread.
   */
  public boolean mayInstall(long nowNs) {
    return errors.mayInstall(nowNs);
  }

  /**
   * Sends a request. Any thread, once the features are known.
   *
   * @return the answer; completed by the thread that learns of the answer or the failure
   * @throws IllegalArgumentException when the message is of another version, or too long
   */
  public CompletableFuture<List<OFMessage>> request(OFMessage message) {
    byte[] bytes = bytesOf(message);
    PendingRequests.Begun begun = requests.begin();
    if (!begun.answer().isDone()) {
      Header.setXid(ByteBuffer.wrap(bytes), 0, begun.xid());
      if (!connection.send(bytes)) {
        requests.fail(begun.xid(), "the switch reads too slowly");
      }
    }
    return begun.answer();
  }

  /** Gives up on the answer of a request. */
  public void giveUp(CompletableFuture<List<OFMessage>> answer, String reason) {
    requests.fail(answer, reason);
  }

  /**
   * Registers a listener for an answer that is taken part by part. Any thread.
   *
   * @return the transaction id for the request, which the caller sends; 0 when the switch has left
   */
  public int listen(PartListener listener) {
    return requests.listen(listener);
  }

  /** Drops further answers to this transaction id. Any thread. */
  public void ignore(int answered) {
    requests.ignore(answered);
  }

  /** Sends an echo request. Any thread. */
  void sendEcho() {
    ByteBuffer echo = ByteBuffer.allocate(OpenFlow.HEADER_BYTES);
    int spoken = info == null ? OpenFlow.VERSION_10 : info.openFlowVersion();
    Header.encode(echo, 0, spoken, OpenFlow.ECHO_REQUEST, OpenFlow.HEADER_BYTES, 0);
    connection.send(echo.array());
  }

  /**
   * Checks the header of a message that is no flow request. The rest of the message need not have
   * arrived: a malformed header is reported at once.
   *
   * @throws MalformedMessageException when the connection cannot go on
   */
  void checkHeader(ByteBuffer b, int at) throws MalformedMessageException {
    int type = Header.type(b, at);
    int length = Header.length(b, at);
    if (state == State.HELLO && type != OpenFlow.HELLO && type != OpenFlow.ERROR) {
      throw new MalformedMessageException(Strangers.describe(b, at));
    }
    if (length < OpenFlow.HEADER_BYTES) {
      throw new MalformedMessageException(type, length, "shorter than a header");
    }
    if (state == State.HELLO) {
      return;
    }
    if (type != OpenFlow.HELLO && Header.version(b, at) != version) {
      throw new MalformedMessageException(
          type, length, "version " + Header.version(b, at) + ", agreed on " + version);
    }
    if (!MessageTypes.isLengthRight(version, type, length)) {
      throw new MalformedMessageException(type, length, "not a length of this type");
    }
  }

  /**
   * Tells the switch that a message was malformed, when the protocol has an ERROR for it.
   *
   * @param bytes how many bytes there are from the message on
   */
  void malformed(ByteBuffer b, int at, int bytes) {
    refusals.malformed(version, b, at, bytes);
  }

  /** Whether the switch was sent the reason for the close. */
  boolean saidWhy() {
    return refusals.saidWhy();
  }

  /**
   * Handles one message that is no flow request and has a valid header.
   *
   * @throws MalformedMessageException when the connection cannot go on
   */
  void onMessage(ByteBuffer b, int at, int length) throws MalformedMessageException {
    int type = Header.type(b, at);
    if (state == State.HELLO) {
      onFirstMessage(b, at, length, type);
      return;
    }
    if (MessageTypes.isAnswer(type) && isAnswered(b, at, length)) {
      return; // the listener or the future has the answer
    }
    switch (type) {
      case OpenFlow.HELLO, OpenFlow.ECHO_REPLY -> {}
      case OpenFlow.ECHO_REQUEST -> answerEcho(b, at, length);
      case OpenFlow.ERROR -> errors.received(b, at, length);
      case OpenFlow.EXPERIMENTER -> handler.count(Counter.EXPERIMENTER_IGNORED);
      case OpenFlow.FEATURES_REPLY -> onFeatures(b, at, length);
      case OpenFlow.PACKET_IN -> handler.count(Counter.REQUESTS_IGNORED);
      case OpenFlow.FLOW_REMOVED -> onFlowRemoved(b, at, length);
      case OpenFlow.PORT_STATUS -> onPortStatus(ColdCodec.read(b, at, length));
      default -> onOtherMessage(b, at, length, type);
    }
  }

  private void onFirstMessage(ByteBuffer b, int at, int length, int type)
      throws MalformedMessageException {
    if (type == OpenFlow.ERROR) {
      errors.received(b, at, length);
      return;
    }
    int chosen = HelloCodec.negotiate(b, at, length);
    if (chosen == HelloCodec.MALFORMED) {
      refusals.helloFailed(b, at, "the elements of your HELLO do not fill its length");
      throw new MalformedMessageException(type, length, "its elements do not fill its length");
    }
    if (chosen == HelloCodec.NONE_IN_COMMON) {
      refusals.helloFailed(b, at, "this controller speaks 1.0 and 1.3");
      connection.requestClose(
          "no OpenFlow version in common; its HELLO says "
              + HelloCodec.describeVersions(b, at, length)
              + ", this controller speaks 1.0 and 1.3");
      return;
    }
    version = chosen;
    state = State.FEATURES;
    send(factory().buildFeaturesRequest().setXid(nextXid()).build());
  }

  private void answerEcho(ByteBuffer b, int at, int length) {
    byte[] reply = new byte[length];
    b.get(at, reply);
    reply[1] = OpenFlow.ECHO_REPLY;
    connection.answer(reply);
  }

  private void onFeatures(ByteBuffer b, int at, int length) throws MalformedMessageException {
    if (state != State.FEATURES
        || !(ColdCodec.read(b, at, length) instanceof OFFeaturesReply reply)) {
      return;
    }
    long datapathId = reply.getDatapathId().getLong();
    int auxiliaryId = version == OpenFlow.VERSION_13 ? reply.getAuxiliaryId().getValue() : 0;
    info =
        new SwitchInfo(
            datapathId,
            version,
            reply.getNTables(),
            (int) Math.min(Integer.MAX_VALUE, reply.getNBuffers()));
    if (version == OpenFlow.VERSION_10) {
      reply.getPorts().forEach(port -> ports.apply(Ports.describe(port), false));
    }
    state = State.IDENTITY;
    if (auxiliaryId != 0) {
      refuseAuxiliary(auxiliaryId);
      return;
    }
    claimant = new Identity.Claimant(connection, datapathId);
    decide(handler.nowNs());
  }

  /**
   * An auxiliary connection has its switch's datapath id and must not replace the main connection.
   */
  private void refuseAuxiliary(int auxiliaryId) {
    auxiliary = true;
    handler.count(Counter.AUXILIARY_REFUSED);
    refusals.notPermitted(version, "no auxiliary connections here, use the main connection");
    connection.requestClose(
        "it is an auxiliary connection (id "
            + auxiliaryId
            + "), and switches are served by their main connection only");
  }

  /** Whether this is an auxiliary connection, which is refused. Any thread. */
  boolean isAuxiliary() {
    return auxiliary;
  }

  /**
   * Whether the identity is still undecided: {@link #decide} has to be called again. Only {@link
   * #decide} makes it false again. Any thread.
   */
  boolean isUndecided() {
    return undecided;
  }

  /** Whether the connection was admitted as its switch. For the holder of the claim. */
  boolean isAdmitted() {
    return state.compareTo(State.IDENTITY) > 0;
  }

  /**
   * Judges the identity, and goes on with the handshake when it is admitted. For the claim's
   * holder.
   */
  void decide(long nowNs) {
    Identity.Verdict verdict = handler.identity().judge(claimant, nowNs);
    undecided = verdict == Identity.Verdict.UNDECIDED;
    if (verdict == Identity.Verdict.ADMITTED) {
      claimant = null;
      admitted();
    } else if (verdict == Identity.Verdict.REFUSED) {
      refusals.notPermitted(version, "your datapath id is taken, or not yours");
    }
  }

  private void admitted() {
    state = State.PORTS;
    connection.weight(handler.weightOf(info.datapathId()));
    connection.limit(handler.limitOf(info.datapathId()));
    try {
      locals = handler.listener().featuresKnown(info);
    } catch (IllegalStateException e) {
      connection.requestClose(e.getMessage());
      return;
    }
    requestTag = (version << 8) | OpenFlow.PACKET_IN;
    send(
        factory()
            .buildSetConfig()
            .setXid(nextXid())
            .setFlags(Set.of(OFConfigFlags.FRAG_NORMAL))
            .setMissSendLen(WHOLE_PACKETS)
            .build());
    if (version == OpenFlow.VERSION_10) {
      becomeReady();
    } else {
      ByteBuffer tableMiss = ByteBuffer.allocate(FlowModEncoder.tableMissBytes());
      send(tableMiss, FlowModEncoder.tableMiss(tableMiss, 0, nextXid()));
      send(factory().buildPortDescStatsRequest().setXid(nextXid()).build());
    }
  }

  private void onFlowRemoved(ByteBuffer b, int at, int length) throws MalformedMessageException {
    OFMessage message;
    try {
      message = ColdCodec.read(b, at, length);
    } catch (MalformedMessageException e) {
      if (!FlowRemoved.isWhole(b, at, length)) {
        throw e;
      }
      handler.count(Counter.FLOWS_REMOVED_UNKNOWN);
      return;
    }
    handler.count(Counter.FLOWS_REMOVED);
    if (ready && message instanceof OFFlowRemoved removed) {
      handler.listener().flowRemoved(this, removed);
    }
  }

  private void onOtherMessage(ByteBuffer b, int at, int length, int type)
      throws MalformedMessageException {
    if (type == OpenFlow.statsReply(version)) {
      if (state == State.PORTS
          && ColdCodec.read(b, at, length) instanceof OFPortDescStatsReply reply) {
        reply.getEntries().forEach(port -> ports.apply(Ports.describe(port), false));
        if (!reply.getFlags().contains(OFStatsReplyFlags.REPLY_MORE)) {
          becomeReady();
        }
      }
    } else if (MessageTypes.isWrongForController(version, type)) {
      refusals.wrongType(b, at, length);
    }
  }

  /** Whether the message answers a pending request; if so, passes it on. */
  private boolean isAnswered(ByteBuffer b, int at, int length) {
    int answered = Header.xid(b, at);
    PartListener listener = requests.listenerOf(answered);
    if (listener != null) {
      if (Header.type(b, at) == OpenFlow.ERROR) {
        handler.count(Counter.ERRORS_RECEIVED);
      }
      listener.onPart(b, at, length);
      return true;
    }
    if (requests.isAwaited(answered)) {
      onAnswer(b, at, length);
      return true;
    }
    return false;
  }

  /**
   * Completes a pending request. An unreadable answer, such as a vendor's own error, fails only the
   * request.
   */
  private void onAnswer(ByteBuffer b, int at, int length) {
    int answered = Header.xid(b, at);
    if (Header.type(b, at) == OpenFlow.ERROR) {
      handler.count(Counter.ERRORS_RECEIVED);
    }
    try {
      OFMessage message = ColdCodec.read(b, at, length);
      boolean more =
          message instanceof OFStatsReply reply
              && reply.getFlags().contains(OFStatsReplyFlags.REPLY_MORE);
      requests.answer(answered, message, length, more);
    } catch (MalformedMessageException e) {
      requests.fail(answered, "its answer cannot be read: " + e.getMessage());
    }
  }

  private void onPortStatus(OFMessage message) {
    if (message instanceof OFPortStatus status) {
      PortInfo port = Ports.describe(status.getDesc());
      PortInfo before = ports.byNumber().get(port.number());
      PortChange change = ports.apply(port, status.getReason() == OFPortReason.DELETE);
      if (ready && change != null) {
        handler.portLog().changed(this, before, port, change, handler.nowNs());
        handler.listener().portChanged(this, port, change);
      }
    }
  }

  private void becomeReady() {
    state = State.READY;
    if (handler.switches().get(info.datapathId()) != connection) {
      return; // the switch has connected again, and this connection is about to be closed
    }
    send(factory().buildBarrierRequest().setXid(nextXid()).build());
    ready = true;
    if (!handler.listener().joined(this)) {
      ready = false;
      connection.requestClose("more events wait than applications can follow");
      return;
    }
    String more = handler.permitLine(connection);
    if (more != null) {
      LOG.info(
          "{} joined: OpenFlow {}, {} ports{}{}",
          describe(),
          version == OpenFlow.VERSION_10 ? "1.0" : "1.3",
          ports.count(),
          connection.weight() == 1 ? "" : ", weight " + connection.weight(),
          more);
    }
  }

  /**
   * The bytes of a message for this switch. Any thread, once the features are known.
   *
   * @throws IllegalArgumentException when the message is of another version, or too long
   */
  public byte[] bytesOf(OFMessage message) {
    byte[] bytes = ColdCodec.bytes(message);
    if (bytes[0] != info.openFlowVersion()) {
      throw new IllegalArgumentException(
          message.getType()
              + " of OpenFlow "
              + message.getVersion()
              + " for "
              + describe()
              + ", which speaks "
              + factory().getVersion());
    }
    return bytes;
  }

  private OFFactory factory() {
    return ColdCodec.factory(version);
  }

  private int nextXid() {
    return ++xid;
  }

  private void send(OFMessage message) {
    connection.answer(ColdCodec.bytes(message));
  }

  private void send(ByteBuffer message, int bytes) {
    byte[] copy = new byte[bytes];
    message.get(0, copy);
    connection.answer(copy);
  }

  /** The switch, for a log line. Any thread. */
  String describe() {
    SwitchInfo known = info;
    String who = known == null ? "switch" : "switch " + SwitchInfo.format(known.datapathId());
    return who + " at " + connection.addressText();
  }
}
