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

  private static final class Pending {
    private final CompletableFuture<List<OFMessage>> answer = new CompletableFuture<>();
    private final List<OFMessage> parts = new ArrayList<>(1);
  }

  /** Guarded by this; null once the switch has left. */
  private Map<Integer, Pending> byXid = new HashMap<>();

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
    lastXid = (lastXid + 1) | OURS;
    Pending pending = new Pending();
    byXid.put(lastXid, pending);
    return new Begun(lastXid, pending.answer);
  }

  /** Whether an answer with this transaction id is waited for. */
  synchronized boolean isAwaited(int xid) {
    return xid < 0 && byXid != null && byXid.containsKey(xid);
  }

  /** An answer, or one part of it, has come. */
  void answer(int xid, OFMessage part, boolean more) {
    Pending pending;
    synchronized (this) {
      pending = byXid == null ? null : byXid.get(xid);
      if (pending == null) {
        return;
      }
      pending.parts.add(part);
      if (more) {
        return;
      }
      byXid.remove(xid);
    }
    if (part instanceof OFErrorMsg error) {
      pending.answer.completeExceptionally(
          new RefusedException("the switch answers with " + error.getErrType(), error));
    } else {
      pending.answer.complete(List.copyOf(pending.parts));
    }
  }

  /** Gives up on an answer. */
  void fail(CompletableFuture<List<OFMessage>> answer, String reason) {
    synchronized (this) {
      if (byXid != null) {
        byXid.values().removeIf(pending -> pending.answer == answer);
      }
    }
    answer.completeExceptionally(new RefusedException(reason, null));
  }

  /** There will be no answer. */
  void fail(int xid, String reason) {
    Pending pending;
    synchronized (this) {
      pending = byXid == null ? null : byXid.remove(xid);
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
    }
    for (Pending pending : left) {
      pending.answer.completeExceptionally(new RefusedException("the switch has left", null));
    }
  }
}
