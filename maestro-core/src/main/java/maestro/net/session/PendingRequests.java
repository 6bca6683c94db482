package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import maestro.api.RefusedException;
import maestro.metrics.Counter;
import maestro.net.message.PartListener;
import maestro.net.message.RefusedBarrier;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFStatsReply;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;

/**
 * The unanswered requests of applications to one switch, by transaction id. Any thread; the calling
 * thread completes futures, outside the lock.
 */
public final class PendingRequests {
  /** Transaction ids of requests have the top bit set, those of the session do not. */
  private static final int OURS = 0x8000_0000;

  private static final int MAX_PENDING = 4096;

  /** A switch whose answer never ends must not fill the memory. */
  private static final int MAX_HELD_BYTES = 32 << 20;

  private static final class Pending {
    private final CompletableFuture<List<OFMessage>> answer = new CompletableFuture<>();
    private final List<OFMessage> parts = new ArrayList<>(1);
    private final boolean isBarrier;
    private int bytes;

    Pending(boolean isBarrier) {
      this.isBarrier = isBarrier;
    }
  }

  /** Guarded by this; null once the switch has left. */
  private @Nullable Map<Integer, Pending> byXid = new HashMap<>();

  /** The bytes of the parts of incomplete answers. Guarded by this. */
  private int heldBytes;

  /** The listeners that take answers part by part. Guarded by this. */
  private final Map<Integer, PartListener> listeners = new HashMap<>(2);

  private int lastXid = OURS;

  private final SessionHandler handler;

  PendingRequests(SessionHandler handler) {
    this.handler = handler;
  }

  /** A request with its own transaction id. */
  record Begun(int xid, CompletableFuture<List<OFMessage>> answer) {}

  /**
   * Begins a request; it has failed already when the switch is gone or owes too many answers.
   *
   * @param isBarrier whether an ERROR of a switch without barriers answers it
   */
  synchronized Begun begin(boolean isBarrier) {
    if (byXid == null || byXid.size() >= MAX_PENDING) {
      String reason = byXid == null ? "the switch has left" : "it owes too many answers";
      return new Begun(0, CompletableFuture.failedFuture(new RefusedException(reason, null)));
    }
    Pending pending = new Pending(isBarrier);
    byXid.put(nextXid(), pending);
    return new Begun(lastXid, pending.answer);
  }

  private int nextXid() {
    lastXid = (lastXid + 1) | OURS;
    return lastXid;
  }

  /** Registers a listener under its own transaction id; 0 when the switch has left. */
  public synchronized int listen(PartListener listener) {
    if (byXid == null) {
      return 0;
    }
    listeners.put(nextXid(), listener);
    return lastXid;
  }

  /** Removes a listener. */
  public synchronized void ignore(int xid) {
    listeners.remove(xid);
  }

  /** Ends all listeners. */
  void ignoreAll() {
    List<PartListener> ended;
    synchronized (this) {
      ended = List.copyOf(listeners.values());
      listeners.clear();
    }
    ended.forEach(PartListener::ended);
  }

  /** Takes a message when it answers a pending request; returns whether it does. */
  boolean take(ByteBuffer b, int at, int length) {
    int answered = Header.xid(b, at);
    PartListener listener = listenerOf(answered);
    if (listener != null) {
      if (Header.type(b, at) == OpenFlow.ERROR) {
        handler.count(Counter.ERRORS_RECEIVED);
      }
      listener.onPart(b, at, length);
      return true;
    }
    if (isAwaited(answered)) {
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
    if (RefusedBarrier.is(b, at, length) && completeBarrier(answered)) {
      return;
    }
    try {
      OFMessage message = ColdCodec.read(b, at, length);
      boolean more =
          message instanceof OFStatsReply reply
              && reply.getFlags().contains(OFStatsReplyFlags.REPLY_MORE);
      answer(answered, message, length, more);
    } catch (MalformedMessageException e) {
      fail(answered, "its answer cannot be read: " + e.getMessage());
    }
  }

  /** Completes a request with no answer if it is a barrier; returns whether it is. */
  private boolean completeBarrier(int xid) {
    Pending pending;
    synchronized (this) {
      pending = byXid == null ? null : byXid.get(xid);
      if (pending == null || !pending.isBarrier) {
        return false;
      }
      remove(xid);
    }
    pending.answer.complete(List.of());
    return true;
  }

  /** The listener of this answer, or null. */
  private @Nullable PartListener listenerOf(int xid) {
    if (xid >= 0) {
      return null;
    }
    synchronized (this) {
      return listeners.get(xid);
    }
  }

  /** Whether a request with this transaction id is unanswered. */
  private boolean isAwaited(int xid) {
    if (xid >= 0) {
      return false;
    }
    synchronized (this) {
      return byXid != null && byXid.containsKey(xid);
    }
  }

  /**
   * Takes an answer, or one part of it.
   *
   * @param bytes its length on the wire
   */
  private void answer(int xid, OFMessage part, int bytes, boolean more) {
    Pending pending;
    boolean tooLong;
    synchronized (this) {
      pending = byXid == null ? null : byXid.get(xid);
      if (pending == null) {
        return;
      }
      pending.parts.add(part);
      pending.bytes += bytes;
      heldBytes += bytes;
      tooLong = more && heldBytes > MAX_HELD_BYTES;
      if (more && !tooLong) {
        return;
      }
      remove(xid);
    }
    if (part instanceof OFErrorMsg error) {
      pending.answer.completeExceptionally(
          new RefusedException("the switch answers with " + error.getErrType(), error));
    } else if (tooLong) {
      pending.answer.completeExceptionally(
          new RefusedException(
              "its answers are longer than " + (MAX_HELD_BYTES >> 20) + " MiB", null));
    } else {
      pending.answer.complete(List.copyOf(pending.parts));
    }
  }

  private @Nullable Pending remove(int xid) {
    Pending pending = byXid == null ? null : byXid.remove(xid);
    if (pending != null) {
      heldBytes -= pending.bytes;
    }
    return pending;
  }

  /** Gives up on an answer. */
  public void fail(CompletableFuture<List<OFMessage>> answer, String reason) {
    synchronized (this) {
      if (byXid != null) {
        for (Map.Entry<Integer, Pending> each : byXid.entrySet()) {
          if (each.getValue().answer == answer) {
            remove(each.getKey());
            break;
          }
        }
      }
    }
    answer.completeExceptionally(new RefusedException(reason, null));
  }

  /** Fails a request. */
  void fail(int xid, String reason) {
    Pending pending;
    synchronized (this) {
      pending = remove(xid);
    }
    if (pending != null) {
      pending.answer.completeExceptionally(new RefusedException(reason, null));
    }
  }

  /** Fails all requests: the switch has left. */
  void end() {
    failAll("the switch has left", null);
  }

  /** Fails all requests so far, and ends all listeners. */
  void failAll(String reason) {
    failAll(reason, new HashMap<>());
  }

  private void failAll(String reason, @Nullable Map<Integer, Pending> next) {
    List<Pending> left;
    synchronized (this) {
      left = byXid == null ? List.of() : List.copyOf(byXid.values());
      byXid = byXid == null ? null : next;
      heldBytes = 0;
    }
    ignoreAll();
    for (Pending pending : left) {
      pending.answer.completeExceptionally(new RefusedException(reason, null));
    }
  }
}
