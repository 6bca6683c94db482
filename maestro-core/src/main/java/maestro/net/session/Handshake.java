package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.Set;
import maestro.api.SwitchInfo;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.message.PortTable;
import maestro.openflow.ColdCodec;
import maestro.openflow.HelloCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OpenFlow handshake of one {@link Session}.
 *
 * <p>It begins in {@link State#HELLO}: the controller has sent HELLO, and only HELLO or ERROR may
 * follow from the switch. When they agree on a version, the controller requests the features:
 * {@link State#FEATURES}. When the features have come, {@link Identity} decides whether the
 * connection may have the datapath id, which can take a while: {@link State#IDENTITY}. From then on
 * the requests of an admitted switch are served. A 1.0 switch is {@link State#READY} at once; a 1.3
 * switch first sends its port descriptions: {@link State#PORTS}. PORT_STATUS messages are handled
 * in any state after HELLO. It never goes back to an earlier state.
 *
 * <p>A controller that is to be more or less than an equal one asks the switch for its role, and
 * the handshake is not over before the reply: {@link State#ROLE}. Only then is the switch told what
 * to do, and only by a controller that is not standby. {@link SessionRole} says when that changes.
 *
 * <p>The controller's own probing switch has no identity: it stays in {@link State#IDENTITY}, is
 * never admitted, and no application hears of it.
 *
 * <p>Threads: for the holder of the claim, except {@link #begin} and where "any" is said.
 */
public final class Handshake {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final int WHOLE_PACKETS = 0xffff;

  /** How far the conversation has come. */
  enum State {
    HELLO("HELLO"),
    FEATURES("features"),
    IDENTITY("port descriptions"),
    PORTS("port descriptions"),
    ROLE("reply to a request for a role"),
    READY("port descriptions");

    /** What the switch has not sent yet, for a log line. */
    private final String missing;

    State(String missing) {
      this.missing = missing;
    }
  }

  private final Session session;
  private final Connection connection;
  private final SessionHandler handler;
  private final PortTable ports;
  private final TableMiss tableMiss;
  private final SentErrors errors;
  private final SessionRole role;

  /** Volatile: written by the holder of the claim. */
  private volatile State state = State.HELLO;

  private int version;
  private int xid;

  /** Null unless the identity is being decided. */
  private Identity.@Nullable Claimant claimant;

  /** Volatile: whether the switch has declared the connection auxiliary. */
  private volatile boolean auxiliary;

  /** Volatile: whether its identity is being decided. */
  private volatile boolean undecided;

  /** Volatile: whether it may not have its datapath id. */
  private volatile boolean refused;

  Handshake(
      Session session, PortTable ports, TableMiss tableMiss, SentErrors errors, SessionRole role) {
    this.session = session;
    this.connection = session.connection();
    this.handler = session.handler();
    this.ports = ports;
    this.tableMiss = tableMiss;
    this.errors = errors;
    this.role = role;
  }

  /**
   * Begins the conversation. Called once, on the conductor thread, before the connection is dealt
   * to a worker.
   */
  public void begin() {
    ByteBuffer hello = ByteBuffer.allocate(64);
    int bytes = HelloCodec.encode(hello, 0, nextXid());
    send(hello, bytes);
  }

  /** Handles the first message of a switch when it is a HELLO. */
  void onHello(ByteBuffer b, int at, int length) throws MalformedMessageException {
    int chosen = HelloCodec.negotiate(b, at, length);
    if (chosen == HelloCodec.MALFORMED) {
      errors.helloFailed(b, at, "the elements of your HELLO do not fill its length");
      throw new MalformedMessageException(
          OpenFlow.HELLO, length, "its elements do not fill its length");
    }
    if (chosen == HelloCodec.NONE_IN_COMMON) {
      errors.helloFailed(b, at, "this controller speaks 1.0 and 1.3");
      connection.requestClose(
          "no OpenFlow version in common; its HELLO says "
              + HelloCodec.describeVersions(b, at, length)
              + ", this controller speaks 1.0 and 1.3");
      return;
    }
    version = chosen;
    session.agreed(version);
    state = State.FEATURES;
    send(factory().buildFeaturesRequest().setXid(nextXid()).build());
  }

  /** Handles the features. Later ones are ignored. */
  void onFeatures(ByteBuffer b, int at, int length) throws MalformedMessageException {
    if (state != State.FEATURES
        || !(ColdCodec.read(b, at, length) instanceof OFFeaturesReply reply)) {
      return;
    }
    long datapathId = reply.getDatapathId().getLong();
    int auxiliaryId = version == OpenFlow.VERSION_13 ? reply.getAuxiliaryId().getValue() : 0;
    session.featuresKnown(
        new SwitchInfo(
            datapathId,
            version,
            reply.getNTables(),
            (int) Math.min(Integer.MAX_VALUE, reply.getNBuffers())));
    if (version == OpenFlow.VERSION_10) {
      reply.getPorts().forEach(ports::describe);
    }
    state = State.IDENTITY;
    if (connection.isProbe()) {
      session.established();
      return;
    }
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
    errors.notPermitted(version, "no auxiliary connections here, use the main connection");
    connection.requestClose(
        "it is an auxiliary connection (id "
            + auxiliaryId
            + "), and switches are served by their main connection only");
  }

  /** Whether this is an auxiliary connection, which is refused. Any thread. */
  boolean isAuxiliary() {
    return auxiliary;
  }

  /** Whether the connection was refused since it may not have its datapath id. Any thread. */
  public boolean isRefused() {
    return refused;
  }

  /** What the handshake waits for, for a log line. Any thread. */
  public String missing() {
    return undecided ? "decision on its datapath id" : state.missing;
  }

  /**
   * Whether {@link #goOn} has to be called: the identity is undecided, or the table-miss entry has
   * to be sent again. Any thread.
   */
  public boolean isDue() {
    return undecided || tableMiss.isDue();
  }

  /** Whether it was admitted, but has not sent what its handshake lacks. Any thread. */
  public boolean isUnfinished() {
    return state == State.PORTS || state == State.ROLE;
  }

  /** Whether the connection was admitted as its switch. For the holder of the claim. */
  public boolean isAdmitted() {
    return state.compareTo(State.IDENTITY) > 0;
  }

  /**
   * Decides, if that is possible now, whether the connection may have its datapath id; sends the
   * table-miss entry again when it is time. For the claim's holder, when it does not chop; {@link
   * Connection#chop} handles errors by itself.
   */
  void goOn(long nowNs) {
    try {
      decide(nowNs);
      tableMiss.sendIfDue(nowNs);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      connection.closing().brokenByUs(e);
    }
  }

  /**
   * Judges the identity, and goes on with the handshake when it is admitted. For the claim's
   * holder.
   */
  private void decide(long nowNs) {
    Identity.Claimant deciding = claimant;
    if (deciding == null) {
      return; // it is decided
    }
    Identity.Verdict verdict = handler.identity().judge(deciding, nowNs);
    undecided = verdict == Identity.Verdict.UNDECIDED;
    if (verdict == Identity.Verdict.ADMITTED) {
      claimant = null;
      admitted();
    } else if (verdict == Identity.Verdict.REFUSED) {
      refused = true;
      errors.notPermitted(version, "your datapath id is taken, or not yours");
    }
  }

  private void admitted() {
    state = State.PORTS;
    SwitchInfo info = session.info();
    connection.waiting().begin();
    connection.weight(handler.weightOf(info.datapathId()));
    connection.limit(handler.limitOf(info.datapathId()));
    role.begin();
    if (role.isSettled()) { // an equal one has asked for nothing
      serve();
    }
    if (version == OpenFlow.VERSION_10) {
      portsKnown();
    } else {
      send(factory().buildPortDescStatsRequest().setXid(nextXid()).build());
    }
  }

  /** From now on requests are served, and the switch is told how to send them. */
  private void serve() {
    session.admitted(handler.listener().featuresKnown(session.info()));
    send(
        factory()
            .buildSetConfig()
            .setXid(nextXid())
            .setFlags(Set.of(OFConfigFlags.FRAG_NORMAL))
            .setMissSendLen(WHOLE_PACKETS)
            .build());
    if (version != OpenFlow.VERSION_10) {
      tableMiss.install(nextXid());
    }
  }

  /** Takes the port descriptions of a 1.3 switch from a statistics reply. */
  void onStatsReply(ByteBuffer b, int at, int length) throws MalformedMessageException {
    if (state == State.PORTS
        && ColdCodec.read(b, at, length) instanceof OFPortDescStatsReply reply) {
      reply.getEntries().forEach(ports::describe);
      if (!reply.getFlags().contains(OFStatsReplyFlags.REPLY_MORE)) {
        portsKnown();
      }
    }
  }

  private void portsKnown() {
    state = State.ROLE;
    if (role.isSettled()) {
      conclude();
    }
  }

  /** The switch has answered the last request for a role. For the claim's holder. */
  void roleSettled() {
    if (role.role() == Role.STANDBY) {
      session.retire(SessionRole.STANDS_BY);
    }
    if (state.compareTo(State.ROLE) >= 0) {
      conclude();
    }
  }

  /** Brings the switch to applications, unless they have it or are not to have it. */
  private void conclude() {
    state = State.READY;
    if (handler.switches().get(session.info().datapathId()) != connection) {
      return; // the switch has connected again, and this connection is about to be closed
    }
    if (role.role() != Role.STANDBY && !session.isReady() && !join()) {
      return;
    }
    if (!session.isEstablished()) {
      session.established();
      sayJoined();
    }
  }

  /** Returns false when there is no room for the event. */
  private boolean join() {
    if (!session.isServed()) {
      serve();
    }
    send(factory().buildBarrierRequest().setXid(nextXid()).build());
    session.ready(true);
    if (!handler.listener().joined(session)) {
      session.ready(false);
      connection.requestClose("more events wait than applications can follow");
      return false;
    }
    return true;
  }

  private void sayJoined() {
    handler.tellConnected(session);
    String more = handler.permitLine(connection);
    if (more != null) {
      LOG.info(
          "{} joined: OpenFlow {}, {} ports{}{}",
          session.describe(),
          version == OpenFlow.VERSION_10 ? "1.0" : "1.3",
          ports.count(),
          connection.weight() == 1 ? "" : ", weight " + connection.weight(),
          more);
    }
  }

  private OFFactory factory() {
    return ColdCodec.factory(version);
  }

  private int nextXid() {
    return ++xid;
  }

  private void send(OFMessage message) {
    connection.output().answer(ColdCodec.bytes(message));
  }

  private void send(ByteBuffer message, int bytes) {
    byte[] copy = new byte[bytes];
    message.get(0, copy);
    connection.output().answer(copy);
  }
}
