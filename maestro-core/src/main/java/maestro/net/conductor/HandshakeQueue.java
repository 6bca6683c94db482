package maestro.net.conductor;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The handshakes whose peer has said something that is not read yet, in the order in which they go
 * on. In a storm most peers say their first word and no more, and those that have waited long are
 * gone. So who connects now must not stand behind all of them.
 *
 * <ol>
 *   <li>A handshake that the controller has answered is before those that have only begun: it may
 *       be over with this step.
 *   <li>Among those, the newest is first: its peer is still there.
 *   <li>Each fourth one is the oldest that has only begun, so that each is reached.
 * </ol>
 *
 * <p>Confined to one thread.
 */
final class HandshakeQueue<T> {
  private static final int OLDEST_EACH = 4;

  private final ArrayDeque<T> begun = new ArrayDeque<>();
  private final ArrayDeque<T> answered = new ArrayDeque<>();
  private int turn;

  /** Adds one that is in no queue. */
  void add(T handshake, boolean isAnswered) {
    (isAnswered ? answered : begun).addLast(handshake);
  }

  boolean isEmpty() {
    return begun.isEmpty() && answered.isEmpty();
  }

  /** Removes the next one; null when there is none. */
  @Nullable T poll() {
    turn = (turn + 1) % OLDEST_EACH;
    if (turn == 0 && !begun.isEmpty()) { // 3
      return begun.pollFirst();
    }
    return answered.isEmpty() ? begun.pollLast() : answered.pollLast(); // 1, 2
  }
}
