package maestro.net;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import maestro.api.RefusedException;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * What applications have asked one switch and it has not answered yet, by transaction id. Any
 * thread; futures are completed by the thread that calls, outside the lock.
 */
final class PendingRequests {
  /** Transaction ids of requests have the top bit, those of the session have not. */
  private static final int OURS = 0x8000_0000;

  private static final int MAX_PENDING = 4096;

  /** A switch whose answer has no end must not fill the memory. */
  private static final int MAX_HELD_BYTES = 32 << 20;

  private static final class Pending {
    private final CompletableFuture<List<OFMessage>> answer = new CompletableFuture<>();
    private final List<OFMessage> parts = new ArrayList<>(1);
    private int bytes;
  }

  /** Guarded by this; null once the switch has left. */
  private Map<Integer, Pending> byXid = new HashMap<>();

  /** Bytes of the parts that wait for further ones. Guarded by this. */
  private int heldBytes;

  /** Who takes answers part by part. Guarded by this. */
  private final Map<Integer, PartListener> listeners = new HashMap<>(2);

  private int lastXid = OURS;

  /** A request under a transaction id of its own. */
  record Begun(int xid, CompletableFuture<List<OFMessage>> answer) {}

  /**
   * Begins a request, which has failed already when the switch is gone or owes too many answers.
   */
  synchronized Begun begin() {
    if (byXid == null || byXid.size() >= MAX_PENDING) {
      String reason = byXid == null ? "the switch has left" : "it owes too many answers";
      return new Begun(0, CompletableFuture.failedFuture(new RefusedException(reason, null)));
    }
    Pending pending = new Pending();
    byXid.put(nextXid(), pending);
    return new Begun(lastXid, pending.answer);
  }

  private int nextXid() {
    lastXid = (lastXid + 1) | OURS;
    return lastXid;
  }

  /** From now on a listener hears what answers a transaction id of its own; 0 when it has left. */
  synchronized int listen(PartListener listener) {
    if (byXid == null) {
      return 0;
    }
    listeners.put(nextXid(), listener);
    return lastXid;
  }

  /** Nobody listens to that any more. */
  synchronized void ignore(int xid) {
    listeners.remove(xid);
  }

  /** Nobody listens to anything any more. */
  synchronized void ignoreAll() {
    listeners.clear();
  }

  /** Who takes the parts of this answer, or null. */
  PartListener listenerOf(int xid) {
    if (xid >= 0) {
      return null;
    }
    synchronized (this) {
      return listeners.get(xid);
    }
  }

  /** Whether an answer with this transaction id is waited for. */
  boolean isAwaited(int xid) {
    if (xid >= 0) {
      return false;
    }
    synchronized (this) {
      return byXid != null && byXid.containsKey(xid);
    }
  }

  /**
   * An answer, or one part of it, has come.
   *
   * @param bytes its length on the wire
   */
  void answer(int xid, OFMessage part, int bytes, boolean more) {
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

  private Pending remove(int xid) {
    Pending pending = byXid == null ? null : byXid.remove(xid);
    if (pending != null) {
      heldBytes -= pending.bytes;
    }
    return pending;
  }

  /** Gives up on an answer. */
  void fail(CompletableFuture<List<OFMessage>> answer, String reason) {
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

  /** There will be no answer. */
  void fail(int xid, String reason) {
    Pending pending;
    synchronized (this) {
      pending = remove(xid);
    }
    if (pending != null) {
      pending.answer.completeExceptionally(new RefusedException(reason, null));
    }
  }

  /** The switch has left: nothing will be answered any more. */
  void end() {
    List<Pending> left;
    synchronized (this) {
      left = byXid == null ? List.of() : List.copyOf(byXid.values());
      byXid = null;
      listeners.clear();
      heldBytes = 0;
    }
    for (Pending pending : left) {
      pending.answer.completeExceptionally(new RefusedException("the switch has left", null));
    }
  }
}
