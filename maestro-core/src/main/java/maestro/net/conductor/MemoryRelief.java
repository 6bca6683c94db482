package maestro.net.conductor;

import java.util.Comparator;
import java.util.List;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.socket.BufferBudget;

/**
 * Disconnects the connections that hold most memory while it is short, until an eighth of it is
 * free again. A connection that holds nothing is never disconnected for that.
 *
 * <p>Threads: the conductor's.
 */
final class MemoryRelief {
  private static final long BYTES_PER_KIB = 1024;

  private final BufferBudget budget;

  MemoryRelief(BufferBudget budget) {
    this.budget = budget;
  }

  /** What a connection held at one time: it changes while the list is sorted. */
  private record Holder(Connection connection, int heldBytes) {}

  /** Requests the close of those that hold most, if memory is short; returns how many. */
  int relieve(List<ConnectionTimeouts> connections) {
    if (!budget.isShort()) {
      return 0;
    }
    long excessBytes = budget.excessBytes();
    List<Holder> holders =
        connections.stream()
            .map(each -> new Holder(each.connection(), each.connection().heldBytes()))
            .filter(each -> each.heldBytes > 0)
            .sorted(Comparator.comparingInt(Holder::heldBytes).reversed())
            .toList();
    int closed = 0;
    for (Holder most : holders) {
      if (excessBytes <= 0) {
        break;
      }
      excessBytes -= most.heldBytes;
      closed += close(most) ? 1 : 0;
    }
    return closed;
  }

  private boolean close(Holder holder) {
    Connection connection = holder.connection;
    if (connection.closeReason() != null) {
      return false; // it gives back what it holds
    }
    Session.of(connection).handler().count(Counter.MEMORY_HOLDERS);
    connection.requestClose(
        "it held %d KiB when the %d KiB of maestro.connections.memory were nearly used up"
            .formatted(holder.heldBytes / BYTES_PER_KIB, budget.limitBytes() / BYTES_PER_KIB));
    return true;
  }
}
