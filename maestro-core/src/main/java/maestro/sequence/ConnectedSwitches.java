package maestro.sequence;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import maestro.api.FlowActions;
import maestro.api.PortInfo;
import maestro.api.RefusedException;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.entries.OwnCookies;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.Connection;
import maestro.net.Session;
import maestro.net.SwitchTable;
import maestro.openflow.ActionList;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutEncoder;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** The switches that are ready, for applications. Any thread. */
final class ConnectedSwitches implements Switches {
  private final SwitchTable table;
  private final EventLoop events;
  private final Metrics metrics;
  private final Duration requestTimeout;

  /** The requests that are not answered yet. */
  private final Set<Open> open = ConcurrentHashMap.newKeySet();

  /** Volatile: no request is sent from now on. */
  private volatile boolean ended;

  /** A request without an answer; compared by identity. */
  private static final class Open {
    private final Session session;
    private final CompletableFuture<List<OFMessage>> answer;

    Open(Session session, CompletableFuture<List<OFMessage>> answer) {
      this.session = session;
      this.answer = answer;
    }
  }

  ConnectedSwitches(SwitchTable table, EventLoop events, Metrics metrics, Duration requestTimeout) {
    this.table = table;
    this.events = events;
    this.metrics = metrics;
    this.requestTimeout = requestTimeout;
  }

  private @Nullable Session ready(long datapathId) {
    Connection connection = table.get(datapathId);
    return connection == null || !connection.session().isReady() || connection.isGone()
        ? null
        : connection.session();
  }

  @Override
  public Collection<SwitchInfo> all() {
    return table.all().stream()
        .filter(connection -> !connection.isGone())
        .map(Connection::session)
        .filter(Session::isReady)
        .map(Session::info)
        .toList();
  }

  @Override
  public Optional<SwitchInfo> find(long datapathId) {
    return Optional.ofNullable(ready(datapathId)).map(Session::info);
  }

  @Override
  public Collection<PortInfo> ports(long datapathId) {
    Session session = ready(datapathId);
    return session == null ? List.of() : session.portList();
  }

  @Override
  public OFFactory factory(long datapathId) {
    Session session = ready(datapathId);
    return ColdCodec.factory(
        session == null ? OpenFlow.VERSION_13 : session.info().openFlowVersion());
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    return send(datapathId, message, bytes -> {});
  }

  private Sent send(long datapathId, OFMessage message, Consumer<byte[]> stamp) {
    Session session = ready(datapathId);
    if (session == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    byte[] bytes = session.bytesOf(message);
    stamp.accept(bytes);
    return send(session, bytes);
  }

  private Sent send(Session session, byte[] bytes) {
    if (session.connection().send(bytes)) {
      return Sent.YES;
    }
    metrics.count(Counter.SENDS_REFUSED);
    return session.connection().isGone() ? Sent.NO_SUCH_SWITCH : Sent.CONGESTED;
  }

  @Override
  public Sent packetOut(long datapathId, int inPort, FlowActions actions, byte[] frame) {
    Session session = ready(datapathId);
    if (session == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    int version = session.info().openFlowVersion();
    ActionList list = new ActionList();
    ByteBuffer none = FlowActions.NONE.encoded(version);
    list.set(actions.encoded(version), none, ActionList.NO_PORT, ActionList.NO_QUEUE);
    list.floodTo(version, session.floodPorts(), inPort);
    byte[] bytes = new byte[PacketOutEncoder.bytes(version, list, frame.length)];
    int xid = (int) ColdCodec.factory(version).nextXid();
    ByteBuffer out = ByteBuffer.wrap(bytes);
    int written =
        PacketOutEncoder.encode(
            out,
            0,
            version,
            xid,
            OpenFlow.NO_BUFFER,
            inPort,
            list,
            ByteBuffer.wrap(frame),
            0,
            frame.length);
    if (written == 0) {
      throw new IllegalArgumentException(
          "a message of %d bytes; allowed: up to %d"
              .formatted(bytes.length, OpenFlow.MAX_MESSAGE_BYTES));
    }
    return send(session, bytes);
  }

  @Override
  public CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message) {
    CompletableFuture<List<OFMessage>> onEventThread = new SwitchAnswer<>(events);
    Session session = ready(datapathId);
    if (session == null || ended) {
      String reason = "no switch " + SwitchInfo.format(datapathId);
      events.execute(() -> onEventThread.completeExceptionally(new RefusedException(reason, null)));
      return onEventThread;
    }
    CompletableFuture<List<OFMessage>> answer = session.request(message);
    Open asked = new Open(session, answer);
    open.add(asked);
    ScheduledFuture<?> timeout =
        events.after(
            requestTimeout,
            () -> session.giveUp(answer, "no answer within " + requestTimeout.toMillis() + " ms"));
    CompletableFuture<?> unused =
        answer.whenCompleteAsync(
            (parts, failure) -> {
              open.remove(asked);
              if (timeout != null) {
                timeout.cancel(false);
              }
              if (failure == null) {
                onEventThread.complete(parts);
              } else {
                onEventThread.completeExceptionally(failure);
              }
            },
            events);
    return onEventThread;
  }

  /** The same for one application: entries that it adds by {@link #send} get its cookie. */
  OfApplication of(OwnCookies cookies) {
    return new OfApplication(this, cookies);
  }

  /** The switches, for one application. Any thread. */
  record OfApplication(ConnectedSwitches connected, OwnCookies cookies) implements Switches {
    /** The switch-local state of slot {@code i}; null when the switch is not ready. */
    @Nullable Object local(long datapathId, int i) {
      Session session = connected.ready(datapathId);
      return session == null ? null : session.localIfThere(i, connected);
    }

    @Override
    public Collection<SwitchInfo> all() {
      return connected.all();
    }

    @Override
    public Optional<SwitchInfo> find(long datapathId) {
      return connected.find(datapathId);
    }

    @Override
    public Collection<PortInfo> ports(long datapathId) {
      return connected.ports(datapathId);
    }

    @Override
    public OFFactory factory(long datapathId) {
      return connected.factory(datapathId);
    }

    @Override
    public Sent send(long datapathId, OFMessage message) {
      return connected.send(datapathId, message, cookies::stamp);
    }

    @Override
    public Sent packetOut(long datapathId, int inPort, FlowActions actions, byte[] frame) {
      return connected.packetOut(datapathId, inPort, actions, frame);
    }

    @Override
    public CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message) {
      return connected.request(datapathId, message);
    }
  }

  /**
   * Gives up all open requests, so that no switch keeps a reference to an application that has
   * ended.
   */
  void end() {
    ended = true;
    open.forEach(asked -> asked.session.giveUp(asked.answer, "the application has ended"));
    open.clear();
  }
}
