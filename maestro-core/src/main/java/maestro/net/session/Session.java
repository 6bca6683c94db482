package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.connection.Conversation;
import maestro.net.message.HeaderCheck;
import maestro.net.message.MessageTypes;
import maestro.net.message.PortTable;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFType;

/**
 * The conversation with one switch, except flow requests: handshake, echo, requests, errors. The
 * worker that holds the connection's claim handles all messages in stream order.
 *
 * <p>{@link Handshake} has the states, {@link SwitchReports} what the switch reports by itself. A
 * session ends with its connection.
 */
public final class Session extends Conversation {
  /** No two bytes have this value, so no message is a request before the switch is admitted. */
  private static final int NO_REQUESTS = -1;

  private final Connection connection;
  private final SessionHandler handler;
  private final long connectedNs;

  private final PortTable ports;

  private final PendingRequests requests;
  private final SentErrors sentErrors;
  private final Handshake handshake;
  private final SessionRole role;
  private final ReceivedErrors receivedErrors;
  private final SwitchReports reports;
  private final TableMiss tableMiss;
  private final SharedPortReading portReading = new SharedPortReading(this);
  private final RequestsSeen seen = new RequestsSeen(this);

  /** Volatile order: the cost of the events that the event thread has not handled yet. */
  private final AtomicInteger waitingEvents = new AtomicInteger();

  // For the holder of the claim.
  private int version;
  private int requestTag = NO_REQUESTS;
  private Object[] locals = new Object[0];

  /** Volatile: null until the features are known, then final. */
  @SuppressWarnings("NullAway.Init") // the handshake and log lines, which come before, compare it
  private volatile SwitchInfo info;

  /** Volatile: whether the handshake is over. */
  private volatile boolean established;

  /** Volatile: whether applications may use the switch. */
  private volatile boolean ready;

  Session(Connection connection, SessionHandler handler, long connectedNs) {
    this.connection = connection;
    this.handler = handler;
    this.connectedNs = connectedNs;
    this.ports = new PortTable(this::describe);
    this.requests = new PendingRequests(handler);
    this.sentErrors = new SentErrors(connection);
    this.tableMiss = new TableMiss(this);
    this.role = new SessionRole(this);
    this.handshake = new Handshake(this, ports, tableMiss, sentErrors, role);
    this.receivedErrors = new ReceivedErrors(connection, handler, tableMiss);
    this.reports = new SwitchReports(this, ports, tableMiss, handler);
  }

  /** The session of a connection. Any thread. */
  public static Session of(Connection connection) {
    return (Session) connection.conversation();
  }

  public SessionHandler handler() {
    return handler;
  }

  /** When the switch connected, in nanoseconds. */
  public long connectedNs() {
    return connectedNs;
  }

  /**
   * The features of the switch. Any thread. Null before they have come, which only the handshake
   * and its timeout can see.
   */
  public SwitchInfo info() {
    return info;
  }

  /** Whether the handshake is over. Any thread. */
  public boolean isEstablished() {
    return established;
  }

  /**
   * Whether applications may use the switch: the handshake is over, and no other controller has it.
   * Any thread.
   */
  public boolean isReady() {
    return ready;
  }

  /** The role that this controller has at the switch. Any thread. */
  public Role role() {
    return role.role();
  }

  /**
   * Asks the switch for a role, at once. {@link Roles} learns of the outcome. Before the features
   * have come, {@link Roles#of} decides. Any thread; does not wait.
   */
  public void want(Role next) {
    role.want(next);
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

  /**
   * The same for any thread, once {@link #isReady}; null when the connection is closed, or a reload
   * has given the state another owner, which is its last element.
   */
  public @Nullable Object localIfThere(int i, Object owner) {
    Object[] values = locals; // plain: written before ready, and once more when it is closed
    return values.length > 0 && values[values.length - 1] == owner ? values[i] : null;
  }

  // ---- for the handshake ----

  void agreed(int newVersion) {
    version = newVersion;
  }

  void featuresKnown(SwitchInfo newInfo) {
    info = newInfo;
  }

  /** From now on requests are served. */
  void admitted(Object[] newLocals) {
    locals = newLocals;
    requestTag = (version << 8) | OpenFlow.PACKET_IN;
  }

  void ready(boolean isNowReady) {
    ready = isNowReady;
  }

  void established() {
    established = true;
  }

  /** Whether requests are served. For the holder of the claim, or while all workers rest. */
  public boolean isServed() {
    return requestTag != NO_REQUESTS;
  }

  /**
   * Another controller has the switch now: nothing more is served or written. The connection stays,
   * and {@link #admitted} may follow. For the holder of the claim.
   */
  void retire(String reason) {
    if (isServed()) {
      requestTag = NO_REQUESTS;
      handler.listener().left(this); // which looks whether it was ready
      ready = false;
      requests.failAll(reason);
      tableMiss.retire();
    }
  }

  /** How the conversation began. */
  public Handshake handshake() {
    return handshake;
  }

  /** The negotiated OpenFlow version; 0 before. For the holder of the claim. */
  public int version() {
    return version;
  }

  @Override
  public int requestTag() {
    return requestTag;
  }

  /**
   * Called when the connection is closed: drops the switch-local state and fails the pending
   * requests.
   */
  @Override
  public void end() {
    locals = new Object[0];
    requests.end();
  }

  @Override
  public void closed() {
    handler.closed(connection);
  }

  @Override
  public long nowNs() {
    return handler.nowNs();
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
   * The ports that a flood names, for a switch that does not take the output FLOOD; null for any
   * other. Nobody writes to the array. Any thread.
   */
  public int @Nullable [] floodPorts() {
    return receivedErrors.refusesFlood() ? ports.floodPorts() : null;
  }

  /** The ERROR messages of the switch, and what they forbid for a time. */
  public ReceivedErrors errors() {
    return receivedErrors;
  }

  /** The entry for packets that match no other one. For the holder of the claim. */
  public TableMiss tableMiss() {
    return tableMiss;
  }

  /** The requests that the switch has not answered. Any thread. */
  public PendingRequests requests() {
    return requests;
  }

  /** The counters of the ports. Any thread, once the features are known. */
  public SharedPortReading portReading() {
    return portReading;
  }

  /**
   * Sends a request. Any thread, once the features are known.
   *
   * @return the answer; completed by the thread that learns of the answer or the failure
   * @throws IllegalArgumentException when the message is of another version, or too long
   */
  public CompletableFuture<List<OFMessage>> request(OFMessage message) {
    byte[] bytes = bytesOf(message);
    PendingRequests.Begun begun = requests.begin(message.getType() == OFType.BARRIER_REQUEST);
    if (!begun.answer().isDone()) {
      Header.setXid(ByteBuffer.wrap(bytes), 0, begun.xid());
      if (!connection.send(bytes)) {
        requests.fail(begun.xid(), "the switch reads too slowly");
      }
    }
    return begun.answer();
  }

  /**
   * Sends a message, and a barrier with the same transaction id behind it. Any thread, once the
   * features are known.
   *
   * @param message to which only an ERROR is an answer; its transaction id is replaced
   * @return completed by the reply of the barrier, or failed by the ERROR, which comes before it
   */
  public CompletableFuture<List<OFMessage>> confirm(byte[] message) {
    PendingRequests.Begun begun = requests.begin(true);
    if (!begun.answer().isDone()) {
      int spoken = info.openFlowVersion();
      ByteBuffer both = ByteBuffer.allocate(message.length + OpenFlow.HEADER_BYTES);
      both.put(0, message);
      Header.setXid(both, 0, begun.xid());
      both.put(message.length, Header.alone(spoken, OpenFlow.barrierRequest(spoken), begun.xid()));
      if (!connection.send(both.array())) {
        requests.fail(begun.xid(), "the switch reads too slowly");
      }
    }
    return begun.answer();
  }

  /** Sends an echo request. Any thread. */
  public void sendEcho() {
    int spoken = info == null ? OpenFlow.VERSION_10 : info.openFlowVersion();
    connection.send(Header.alone(spoken, OpenFlow.ECHO_REQUEST, 0));
  }

  @Override
  public void checkHeader(ByteBuffer b, int at) throws MalformedMessageException {
    HeaderCheck.check(version, b, at);
  }

  @Override
  public void malformed(ByteBuffer b, int at, int bytes) {
    handler.count(Counter.MALFORMED);
    sentErrors.malformed(version, b, at, bytes);
  }

  @Override
  public boolean saidWhy() {
    return sentErrors.saidWhy();
  }

  @Override
  public void onMessage(ByteBuffer b, int at, int length) throws MalformedMessageException {
    int type = Header.type(b, at);
    if (version == 0) { // before the HELLO of the switch
      if (type == OpenFlow.ERROR) {
        receivedErrors.received(b, at, length);
      } else {
        handshake.onHello(b, at, length);
      }
      return;
    }
    if (MessageTypes.isAboutRoles(type) && role.takes(b, at, length)) {
      return;
    }
    if (MessageTypes.isAnswer(type) && requests.take(b, at, length)) {
      return; // the listener or the future has the answer
    }
    switch (type) {
      case OpenFlow.HELLO, OpenFlow.ECHO_REPLY -> {}
      case OpenFlow.ECHO_REQUEST -> answerEcho(b, at, length);
      case OpenFlow.ERROR -> receivedErrors.received(b, at, length);
      case OpenFlow.EXPERIMENTER -> handler.count(Counter.EXPERIMENTER_IGNORED);
      case OpenFlow.FEATURES_REPLY -> handshake.onFeatures(b, at, length);
      case OpenFlow.PACKET_IN -> onOtherRequest(b, at, length);
      case OpenFlow.FLOW_REMOVED -> reports.flowRemoved(b, at, length);
      case OpenFlow.PORT_STATUS -> reports.portStatus(b, at, length);
      default -> onOtherMessage(b, at, length, type);
    }
  }

  /** A PACKET_IN before the switch is admitted; or one of the probing switch, which never is. */
  private void onOtherRequest(ByteBuffer b, int at, int length) {
    if (!connection.answerProbe(b, at, length)) {
      handler.count(Counter.REQUESTS_IGNORED);
    }
  }

  /** What its flow requests have shown. Any thread. */
  public RequestsSeen seen() {
    return seen;
  }

  /** Whether {@link #heardBy} may learn something from a packet. Any thread. */
  public boolean mayHearBy(int port) {
    return ports.mayHear(port);
  }

  /**
   * A packet came in by a port. When it shows that the port is up, against what the switch says,
   * the port is taken for up. Any thread.
   */
  public void heardBy(int port, long nowNs) {
    PortChange change = ports.hear(port, nowNs);
    PortInfo heard = ports.byNumber().get(port);
    if (change != null && heard != null && ready) {
      handler.portLog().heard(this, heard, change, nowNs);
      handler.listener().portChanged(this, heard, change);
    }
  }

  private void answerEcho(ByteBuffer b, int at, int length) {
    b.put(at + 1, (byte) OpenFlow.ECHO_REPLY); // the request is read nowhere else
    connection.output().answer(b, at, length);
  }

  private void onOtherMessage(ByteBuffer b, int at, int length, int type)
      throws MalformedMessageException {
    if (type == OpenFlow.statsReply(version)) {
      handshake.onStatsReply(b, at, length);
    } else if (MessageTypes.isWrongForController(version, type)) {
      sentErrors.wrongType(b, at, length);
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
              + ColdCodec.factory(version).getVersion());
    }
    return bytes;
  }

  @Override
  public String describe() {
    SwitchInfo known = info;
    String who = known == null ? "switch" : "switch " + SwitchInfo.format(known.datapathId());
    return who + " at " + connection.peer().addressText();
  }
}
