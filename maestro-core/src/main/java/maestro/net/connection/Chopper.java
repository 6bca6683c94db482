package maestro.net.connection;

import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;

/**
 * Cuts the input of one connection into messages: puts requests into a batch, and has its
 * conversation handle the others, in stream order.
 *
 * <p>Threads: for the holder of the connection's claim.
 */
final class Chopper {
  /**
   * The requests that a message of another type counts as: it costs more to handle, and a flood of
   * such messages must not be free.
   */
  private static final int CONTROL_COST_REQUESTS = 8;

  private final Connection connection;
  private final Input input;
  private final Conversation conversation;
  private final ReadGate gate;
  private final Closing closing;
  private int choppedRequests;

  Chopper(
      Connection connection,
      Input input,
      Conversation conversation,
      ReadGate gate,
      Closing closing) {
    this.connection = connection;
    this.input = input;
    this.conversation = conversation;
    this.gate = gate;
    this.closing = closing;
  }

  /** See {@link Connection#chop}. */
  Chopped chop(RequestBatch batch, int maxRequests, boolean inOrder) {
    choppedRequests = 0;
    if (!input.hasBuffer()) {
      return Chopped.EMPTY;
    }
    batch.beginRun(connection, input.bytes());
    Limiter limit = gate.limiter();
    int most = limit == null ? maxRequests : limit.room(maxRequests);
    while (true) {
      int room = Math.min(most - choppedRequests, batch.capacity() - batch.count());
      int requests = input.chopRequests(batch, conversation.requestTag(), room);
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
          input.messageTag() == conversation.requestTag() && length >= OpenFlow.HEADER_BYTES;
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
    if (!input.hasHeader() || input.messageTag() == conversation.requestTag()) {
      return false;
    }
    try {
      conversation.checkHeader(input.bytes(), input.next());
    } catch (MalformedMessageException e) {
      broken(e);
    }
    return closing.reason() != null;
  }

  private boolean handle(int length) {
    try {
      conversation.checkHeader(input.bytes(), input.next());
      conversation.onMessage(input.bytes(), input.next(), length);
      choppedRequests += CONTROL_COST_REQUESTS;
    } catch (MalformedMessageException e) {
      broken(e);
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      closing.brokenByUs(e);
    }
    return closing.reason() == null;
  }

  private void broken(MalformedMessageException e) {
    closing.malformed(e.getMessage(), input.bytes(), input.next(), input.unhandledBytes());
  }

  /** The requests of the last {@link #chop}, plus what its other messages count as. */
  int choppedRequests() {
    return choppedRequests;
  }
}
