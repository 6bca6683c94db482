package maestro.entries;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends the messages that change a switch's entries, in pieces:
 *
 * <ol>
 *   <li>A barrier follows each piece. The next piece waits for the barrier's reply.
 *   <li>A piece that a congested switch does not take is kept and sent again.
 * </ol>
 *
 * <p>On the event thread.
 */
final class PieceSender {
  /** The end of a piece; compared by identity. */
  private static final class Barrier {
    private int xid;
  }

  private final EntrySwitch owner;
  private final WaitingBytes budget;
  private final Executor events;
  private final Runnable onConfirmed;
  private final Outgoing outgoing = new Outgoing();

  /** The piece that was not sent yet; null when there is none. */
  private byte @Nullable [] piece;

  /** The bytes that the piece takes of the budget. */
  private int pieceBytes;

  /** The barrier of the current piece; null when there is none. */
  private @Nullable Barrier barrier;

  /**
   * Makes an empty sender.
   *
   * @param onConfirmed called when a barrier's reply has come
   */
  PieceSender(EntrySwitch owner, WaitingBytes budget, Executor events, Runnable onConfirmed) {
    this.owner = owner;
    this.budget = budget;
    this.events = events;
    this.onConfirmed = onConfirmed;
  }

  /** Adds whole messages, whose bytes were taken from the budget. */
  void add(byte[] messages) {
    outgoing.add(messages);
  }

  /** Whether all messages were sent and confirmed. */
  boolean isDone() {
    return barrier == null && outgoing.isEmpty();
  }

  /** Whether a sent piece waits for its barrier's reply. */
  boolean isWaiting() {
    return barrier != null && piece == null;
  }

  /** Sends the next piece if possible. */
  void send() {
    if (barrier == null && !outgoing.isEmpty()) { // 1
      Barrier next = new Barrier();
      next.xid = owner.listen((b, at, length) -> events.execute(() -> confirmed(next)));
      barrier = next;
      int before = outgoing.waitingBytes();
      piece = outgoing.take(owner.info().openFlowVersion(), next.xid);
      pieceBytes = before - outgoing.waitingBytes();
    }
    if (piece != null && owner.send(piece)) { // 2
      piece = null;
      budget.giveBack(pieceBytes);
      pieceBytes = 0;
    }
  }

  private void confirmed(Barrier by) {
    if (by == barrier && piece == null) {
      owner.ignore(by.xid);
      barrier = null;
      onConfirmed.run();
    }
  }

  /** Discards all unsent messages. */
  void drop() {
    if (barrier != null) {
      owner.ignore(barrier.xid);
      barrier = null;
    }
    budget.giveBack(pieceBytes + outgoing.waitingBytes());
    piece = null;
    pieceBytes = 0;
    outgoing.clear();
  }
}
