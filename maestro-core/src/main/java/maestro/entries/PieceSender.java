package maestro.entries;

import java.util.concurrent.Executor;

/**
 * Sends the messages that change a switch's entries, in pieces:
 *
 * <ol>
 *   <li>Behind each piece is a barrier. The next piece waits for its reply.
 *   <li>A piece that the switch does not take, since it reads too slowly, is kept and tried again.
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
  private final MemoryBudget budget;
  private final Executor events;
  private final Runnable onConfirmed;
  private final Outgoing outgoing = new Outgoing();

  /** A piece that was not taken yet; null when there is none. */
  private byte[] piece;

  /** What the piece takes of the budget. */
  private int pieceBytes;

  /** Null while no piece is on its way. */
  private Barrier barrier;

  /**
   * Has nothing to send yet.
   *
   * @param onConfirmed called when a barrier's reply has come
   */
  PieceSender(EntrySwitch owner, MemoryBudget budget, Executor events, Runnable onConfirmed) {
    this.owner = owner;
    this.budget = budget;
    this.events = events;
    this.onConfirmed = onConfirmed;
  }

  /** Adds whole messages, whose bytes were taken from the budget. */
  void add(byte[] messages) {
    outgoing.add(messages);
  }

  /** Whether all was sent and confirmed. */
  boolean isDone() {
    return barrier == null && outgoing.isEmpty();
  }

  /** Whether the switch has been sent all that it is to confirm next. */
  boolean isWaiting() {
    return barrier != null && piece == null;
  }

  /** Sends what can be sent now. */
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
      owner.ignore(barrier.xid);
      barrier = null;
      onConfirmed.run();
    }
  }

  /** Forgets what is not sent. */
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
