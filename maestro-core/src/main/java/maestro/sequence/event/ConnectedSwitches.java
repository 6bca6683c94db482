package maestro.sequence.event;

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
import java.util.function.Function;
import java.util.function.LongSupplier;
import maestro.api.FlowActions;
import maestro.api.FlowStatistics;
import maestro.api.PortInfo;
import maestro.api.PortStatistics;
import maestro.api.RefusedException;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.entries.OwnCookies;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.openflow.ActionList;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutEncoder;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** The switches that are ready, for applications. Any thread. */
public final class ConnectedSwitches {
  private final SwitchTable table;
  private final EventLoop events;
  private final Metrics metrics;
  private final Duration requestTimeout;

  /** The questions that are not answered yet. */
  private final Set<Open> open = ConcurrentHashMap.newKeySet();

  private final SwitchStatistics statistics;

  /** Volatile: nothing is asked from now on. */
  private volatile boolean ended;

  /** A question without an answer; compared by identity. */
  private static final class Open {
    private final Consumer<String> giveUp;

    Open(Consumer<String> giveUp) {
      this.giveUp = giveUp;
    }
  }

  public ConnectedSwitches(
      SwitchTable table,
      EventLoop events,
      LongSupplier clock,
      Metrics metrics,
      Duration requestTimeout) {
    this.table = table;
    this.events = events;
    this.statistics = new SwitchStatistics(events, clock, requestTimeout);
    this.metrics = metrics;
    this.requestTimeout = requestTimeout;
  }

  private @Nullable Session ready(long datapathId) {
    Connection connection = table.get(datapathId);
    return connection == null || !Session.of(connection).isReady() || connection.isGone()
        ? null
        : Session.of(connection);
  }

  private Sent send(Session session, byte[] bytes) {
    if (session.connection().send(bytes)) {
      return Sent.YES;
    }
    metrics.count(Counter.SENDS_REFUSED);
    return session.connection().isGone() ? Sent.NO_SUCH_SWITCH : Sent.CONGESTED;
  }

  /** Whether a switch is still connected as it was. */
  public boolean isReady(Session session) {
    return ready(session.info().datapathId()) == session;
  }

  /**
   * Has a switch that is ready apply actions to a frame, for the platform.
   *
   * @param bufferId of the switch; the frame is not sent when there is one
   */
  public Sent packetOut(
      Session session, int bufferId, int inPort, FlowActions actions, byte[] frame) {
    return packetOut(session, bufferId, inPort, actions, frame, unsigned -> {});
  }

  private Sent packetOut(
      Session session,
      int bufferId,
      int inPort,
      FlowActions actions,
      byte[] frame,
      Consumer<byte[]> signature) {
    int version = session.info().openFlowVersion();
    int frameBytes = bufferId == OpenFlow.NO_BUFFER ? frame.length : 0;
    ActionList list = new ActionList();
    ByteBuffer none = FlowActions.NONE.encoded(version);
    list.set(actions.encoded(version), none, ActionList.NO_PORT, ActionList.NO_QUEUE);
    list.floodTo(version, session.floodPorts(), inPort);
    byte[] bytes = new byte[PacketOutEncoder.bytes(version, list, frameBytes)];
    ByteBuffer out = ByteBuffer.wrap(bytes);
    int written =
        PacketOutEncoder.encode(
            out, 0, version, 0, bufferId, inPort, list, ByteBuffer.wrap(frame), 0, frameBytes);
    if (written == 0) {
      throw new IllegalArgumentException(
          "a message of %d bytes; allowed: up to %d"
              .formatted(bytes.length, OpenFlow.MAX_MESSAGE_BYTES));
    }
    signature.accept(bytes);
    return send(session, bytes);
  }

  /**
   * A question to a switch.
   *
   * @param answer completed by a thread that must not be held up
   * @param giveUp fails the answer, with a reason
   */
  private record Asked<A>(CompletableFuture<A> answer, Consumer<String> giveUp) {
    /** A question that others may have asked, too: only this answer to it is given up. */
    static <A> Asked<A> of(CompletableFuture<A> answer) {
      return new Asked<>(
          answer, reason -> answer.completeExceptionally(new RefusedException(reason, null)));
    }
  }

  /** Makes a result of an answer. */
  private interface Reading<A, R> {
    R of(Session session, A answer) throws RefusedException;
  }

  /**
   * Asks a switch.
   *
   * @param read makes the result of the answer, on the event thread
   * @return completed on the event thread, when the switch has answered or will not
   */
  private <A, R> CompletableFuture<R> ask(
      long datapathId, Function<Session, Asked<A>> question, Reading<A, R> read) {
    CompletableFuture<R> result = new SwitchAnswer<>(events);
    Session session = ready(datapathId);
    if (session == null || ended) {
      String reason = "no switch " + SwitchInfo.format(datapathId);
      events.execute(() -> result.completeExceptionally(new RefusedException(reason, null)));
      return result;
    }
    Asked<A> asked = question.apply(session);
    Open waiting = new Open(asked.giveUp());
    open.add(waiting);
    ScheduledFuture<?> timeout =
        events.after(
            requestTimeout,
            () -> waiting.giveUp.accept("no answer within " + requestTimeout.toMillis() + " ms"));
    CompletableFuture<?> unused =
        asked
            .answer()
            .whenCompleteAsync(
                (answer, failure) -> {
                  open.remove(waiting);
                  if (timeout != null) {
                    timeout.cancel(false);
                  }
                  complete(result, session, read, answer, failure);
                },
                events);
    return result;
  }

  private static <A, R> void complete(
      CompletableFuture<R> result,
      Session session,
      Reading<A, R> read,
      A answer,
      @Nullable Throwable failure) {
    try {
      if (failure == null) {
        result.complete(read.of(session, answer));
      } else {
        result.completeExceptionally(failure);
      }
    } catch (RefusedException e) {
      result.completeExceptionally(e);
    }
  }

  /** The switches, for one application, which signs what it sends. */
  public OfApplication of(OwnCookies cookies) {
    return new OfApplication(cookies);
  }

  /** The switches, for one application. Any thread. */
  public final class OfApplication implements Switches {
    private final OwnCookies cookies;

    private OfApplication(OwnCookies cookies) {
      this.cookies = cookies;
    }

    /** The switch-local state of slot {@code i}; null when the switch is not ready. */
    public @Nullable Object local(long datapathId, int i) {
      Session session = ready(datapathId);
      return session == null ? null : session.localIfThere(i, ConnectedSwitches.this);
    }

    @Override
    public Collection<SwitchInfo> all() {
      return table.all().stream()
          .filter(connection -> !connection.isGone())
          .map(Session::of)
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
      Session session = ready(datapathId);
      if (session == null) {
        return Sent.NO_SUCH_SWITCH;
      }
      byte[] bytes = session.bytesOf(message);
      cookies.sign(bytes);
      return ConnectedSwitches.this.send(session, bytes);
    }

    @Override
    public Sent packetOut(long datapathId, int inPort, FlowActions actions, byte[] frame) {
      Session session = ready(datapathId);
      return session == null
          ? Sent.NO_SUCH_SWITCH
          : ConnectedSwitches.this.packetOut(
              session, OpenFlow.NO_BUFFER, inPort, actions, frame, cookies::sign);
    }

    @Override
    public CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message) {
      return ask(
          datapathId,
          session -> {
            CompletableFuture<List<OFMessage>> answer = session.request(message);
            return new Asked<>(answer, reason -> session.requests().fail(answer, reason));
          },
          (session, parts) -> parts);
    }

    @Override
    public CompletableFuture<SwitchInfo> installed(long datapathId, OFFlowMod flowMod) {
      return ask(
          datapathId,
          session -> {
            byte[] bytes = session.bytesOf(flowMod);
            cookies.stamp(bytes);
            CompletableFuture<List<OFMessage>> answer = session.confirm(bytes);
            return new Asked<>(answer, reason -> session.requests().fail(answer, reason));
          },
          (session, parts) -> session.info());
    }

    @Override
    public CompletableFuture<List<PortStatistics>> portStatistics(
        long datapathId, Duration maxAge) {
      return ask(
          datapathId,
          session -> Asked.of(statistics.ports(session, maxAge)),
          (session, reading) -> SwitchStatistics.read(reading));
    }

    @Override
    public CompletableFuture<List<FlowStatistics>> flowStatistics(
        long datapathId, Duration maxAge) {
      return ask(
          datapathId,
          session -> Asked.of(statistics.flows(session, maxAge)),
          (session, flows) -> flows);
    }
  }

  /**
   * Gives up all open questions, so that no switch keeps a reference to an application that has
   * ended.
   */
  public void end() {
    ended = true;
    open.forEach(asked -> asked.giveUp.accept("the application has ended"));
    open.clear();
  }
}
