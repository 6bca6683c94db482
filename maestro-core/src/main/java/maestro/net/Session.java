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
 * The conversation with one switch, but for flow requests: handshake, echo, ports, errors. All of
 * it happens in the stream's order, on the worker that holds the connection's claim.
 *
 * <p>A session begins in {@link State#HELLO}: we have said HELLO and the switch has not; it may say
 * nothing else. Once a version is agreed on we ask for its features and are in {@link
 * State#FEATURES}. When they have come it is decided whether it is the switch that it says, which
 * may take a while, {@link State#IDENTITY}. Then its requests are taken; a 1.0 switch is {@link
 * State#READY} at once, a 1.3 switch has to tell its ports first, {@link State#PORTS}. Port status
 * messages are taken in any state after HELLO. There is no way back; a session ends with its
 * connection.
 */
public final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** No two bytes have this value, so nothing is a request before the features are known. */
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

  /** Volatile order: what events cost that the event thread has not handled yet. */
  private final AtomicInteger waitingEvents = new AtomicInteger();

  // For the holder of the claim.
  private State state = State.HELLO;
  private int version;
  private int requestTag = NO_REQUESTS;
  private Object[] locals = new Object[0];
  private int xid;

  /** While its identity is being decided. */
  private Identity.Claimant claimant;

  /** Volatile: null until the features are known, then final. */
  private volatile SwitchInfo info;

  /** Volatile: whether the switch has called it auxiliary. */
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

  /** What the switch says that it is; null before its features have come. Any thread. */
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

  /** The ports by number, live; all are known when {@link #isReady}. Any thread. */
  public Map<Integer, PortInfo> ports() {
    return ports.byNumber();
  }

  /** The switch-local state of slot {@code i}. For the holder of the claim. */
  public Object local(int i) {
    return locals[i];
  }

  /** The OpenFlow version agreed on; 0 before. For the holder of the claim. */
  public int version() {
    return version;
  }

  /**
   * The first two bytes of a flow request that is to be served, version and type; no message has
   * them before the features are known.
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

  /** The connection is closed: lets go of what applications keep for the switch. */
  void end() {
    locals = new Object[0];
    requests.end();
  }

  /**
   * Gives the switch other switch-local state. While no worker is in a cycle and none begins one.
   */
  public void locals(Object[] values) {
    if (!connection.isGone()) {
      locals = values;
      requests.ignoreAll(); // an answer that is on its way finds other state than it was asked for
      waitingEvents.set(0); // those that waited are dropped with the applications they were for
    }
  }

  /** The connection that this is the conversation of. */
  public Connection connection() {
    return connection;
  }

  /**
   * An event of this switch is about to be queued.
   *
   * @param cost 1, or more when the event holds much memory
   * @param most what its events may cost together
   * @return false when that would be more, so that this one is not to be queued
   */
  public boolean mayQueueEvent(int cost, int most) {
    if (waitingEvents.addAndGet(cost) <= most) {
      return true;
    }
    waitingEvents.addAndGet(-cost);
    return false;
  }

  /** A queued event has been handled. */
  public void eventHandled(int cost) {
    waitingEvents.addAndGet(-cost);
  }

  /** Whether the switch has room for flow entries, as far as it says. Any thread. */
  public boolean mayInstall(long nowNs) {
    return errors.mayInstall(nowNs);
  }

  /**
   * Sends a message that is answered. Any thread, once the features are known.
   *
   * @return completed by whichever thread learns what came of it
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

  /** Gives up on the answer that such a future waits for. */
  public void giveUp(CompletableFuture<List<OFMessage>> answer, String reason) {
    requests.fail(answer, reason);
  }

  /**
   * Begins to listen to an answer that is taken part by part. Any thread.
   *
   * @return the transaction id for the request, which the caller sends; 0 when the switch has left
   */
  public int listen(PartListener listener) {
    return requests.listen(listener);
  }

  /** What still answers that transaction id is dropped. Any thread. */
  public void ignore(int answered) {
    requests.ignore(answered);
  }

  /** Asks the switch for a sign of life. Any thread. */
  void sendEcho() {
    ByteBuffer echo = ByteBuffer.allocate(OpenFlow.HEADER_BYTES);
    int spoken = info == null ? OpenFlow.VERSION_10 : info.openFlowVersion();
    Header.encode(echo, 0, spoken, OpenFlow.ECHO_REQUEST, OpenFlow.HEADER_BYTES, 0);
    connection.send(echo.array());
  }

  /**
   * Looks at the header of a message that is no flow request. The message need not have come whole:
   * what begins wrong is not waited for.
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
   * Tells the switch that a message was malformed, when the protocol has words for it.
   *
   * @param bytes how many bytes there are from the message on
   */
  void malformed(ByteBuffer b, int at, int bytes) {
    refusals.malformed(version, b, at, bytes);
  }

  /** Whether the switch was told why its connection is closed. */
  boolean saidWhy() {
    return refusals.saidWhy();
  }

  /**
   * Handles one message that is no flow request and whose header is right.
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
      return; // who asked is told
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

  /** It has the datapath id of its switch and no claim to the place of the main connection. */
  private void refuseAuxiliary(int auxiliaryId) {
    auxiliary = true;
    handler.count(Counter.AUXILIARY_REFUSED);
    refusals.notPermitted(version, "no auxiliary connections here, use the main connection");
    connection.requestClose(
        "it is an auxiliary connection (id "
            + auxiliaryId
            + "), and switches are served by their main connection only");
  }

  /** Whether it is one more connection of a switch, which is refused. Any thread. */
  boolean isAuxiliary() {
    return auxiliary;
  }

  /**
   * Whether its identity has been judged and could not be decided: {@link #decide} now and then.
   * Any thread. Nobody but who calls that makes it false again.
   */
  boolean isUndecided() {
    return undecided;
  }

  /** Whether it was found to be the switch that it says. For the holder of the claim. */
  boolean isAdmitted() {
    return state.compareTo(State.IDENTITY) > 0;
  }

  /** Goes on with the handshake when it is the switch that it says. For the claim's holder. */
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

  /** Whether the message answers what was asked; if so, who asked has it. */
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

  /** One that cannot be read, such as an error of a vendor's own, fails the request alone. */
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
      return; // it connected again meanwhile, and this connection is about to be closed
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
   * @throws IllegalArgumentException when it is of another version, or too long
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
