package maestro.staticflows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import maestro.api.SwitchInfo;
import maestro.net.message.RefusedBarrier;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import maestro.openflow.ErrorNames;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends static flows to connected switches, and follows their outcome. A message and the barrier
 * behind it have one transaction id: the ERROR comes before the reply of the barrier.
 *
 * <p>Any thread.
 */
final class FlowSender {
  private static final Logger LOG = LoggerFactory.getLogger(FlowSender.class);
  private static final int MOST_SECONDS = 3;

  private final FlowStates states;

  FlowSender(FlowStates states) {
    this.states = states;
  }

  /**
   * Sends the message that adds a flow.
   *
   * @return completed when the switch has answered or 3 s are over; false when the message was not
   *     sent and has to be sent later
   */
  CompletableFuture<Boolean> add(Session session, StaticFlow flow) {
    SwitchInfo info = session.info();
    states.set(flow, info, FlowState.PENDING, null);
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    int xid =
        session
            .requests()
            .listen(
                (b, at, length) -> {
                  if (isError(b, at, length)) {
                    refused(flow, session, ErrorNames.of(b, at, length));
                  } else {
                    states.change(flow, info, FlowState.PENDING, FlowState.INSTALLED, null);
                    answered.complete(true);
                  }
                });
    byte[] message;
    try {
      message = session.bytesOf(flow.add(factory(session), Integer.toUnsignedLong(xid)));
    } catch (UnsupportedFlowException e) {
      session.requests().ignore(xid);
      states.set(flow, info, FlowState.REFUSED, e.text());
      return CompletableFuture.completedFuture(true);
    }
    return send(session, xid, List.of(message), answered)
        .thenApply(
            sent -> {
              states.change(
                  flow,
                  info,
                  FlowState.PENDING,
                  FlowState.PENDING,
                  sent
                      ? "the switch has not confirmed it within " + MOST_SECONDS + " s"
                      : "the switch reads too slowly");
              return sent;
            });
  }

  /** Whether the switch refuses a flow; a refused barrier is as good as its answer. */
  private static boolean isError(ByteBuffer b, int at, int length) {
    return Header.type(b, at) == OpenFlow.ERROR && !RefusedBarrier.is(b, at, length);
  }

  private void refused(StaticFlow flow, Session session, String error) {
    states.set(flow, session.info(), FlowState.REFUSED, "the switch refuses it: " + error);
    LOG.warn("static flow {}: {} refuses it: {}", flow.name(), session.describe(), error);
  }

  /** Sends the messages that remove entries; the rest as {@link #add}. */
  CompletableFuture<Boolean> remove(Session session, List<byte[]> messages) {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    int xid =
        session
            .requests()
            .listen(
                (b, at, length) -> {
                  if (!isError(b, at, length)) {
                    answered.complete(true);
                  }
                });
    return send(session, xid, messages, answered);
  }

  private static CompletableFuture<Boolean> send(
      Session session, int xid, List<byte[]> messages, CompletableFuture<Boolean> answered) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    messages.forEach(all::writeBytes);
    all.writeBytes(
        Header.alone(
            session.info().openFlowVersion(),
            OpenFlow.barrierRequest(session.info().openFlowVersion()),
            xid));
    if (xid == 0 || !session.connection().send(all.toByteArray())) {
      session.requests().ignore(xid);
      return CompletableFuture.completedFuture(false);
    }
    return answered
        .completeOnTimeout(true, MOST_SECONDS, TimeUnit.SECONDS)
        .whenComplete((done, failure) -> session.requests().ignore(xid));
  }

  /**
   * Prepares a message that somebody else sends.
   *
   * @return its transaction id, under which an ERROR makes the flow refused until {@link
   *     maestro.net.session.PendingRequests#ignore}
   */
  int expect(Session session, StaticFlow flow) {
    SwitchInfo info = session.info();
    states.set(flow, info, FlowState.PENDING, null);
    return session
        .requests()
        .listen(
            (b, at, length) -> {
              if (Header.type(b, at) == OpenFlow.ERROR) {
                refused(flow, session, ErrorNames.of(b, at, length));
              }
            });
  }

  static OFFactory factory(Session session) {
    return ColdCodec.factory(session.info().openFlowVersion());
  }

  /** The message that removes a flow's entry; null when the switch cannot have it. */
  static byte @Nullable [] removal(Session session, StaticFlow flow) {
    try {
      return session.bytesOf(flow.remove(factory(session)));
    } catch (UnsupportedFlowException e) {
      return null;
    }
  }
}
