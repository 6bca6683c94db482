package maestro.net.conductor;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the connections, in all and from one address, whether or not their handshakes are over.
 * The conductor's thread.
 */
final class Admission {
  private final int maxConnections;
  private final int maxPerAddress;
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private int connections;

  Admission(int maxConnections, int maxPerAddress) {
    this.maxConnections = maxConnections;
    this.maxPerAddress = maxPerAddress;
  }

  /** Whether the limit of all connections is reached. */
  boolean isFull() {
    return connections >= maxConnections;
  }

  /** Whether the limit of this address is reached. */
  boolean isFull(InetAddress address) {
    return byAddress.getOrDefault(address, 0) >= maxPerAddress;
  }

  void entered(InetAddress address) {
    connections++;
    byAddress.merge(address, 1, Integer::sum);
  }

  void left(InetAddress address) {
    connections--;
    byAddress.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
  }
}
