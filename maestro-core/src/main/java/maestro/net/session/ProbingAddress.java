package maestro.net.session;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address from which the controller's own probing switch connects. While its socket is open no
 * other connection of this machine has that address and port, so nobody else is taken for it.
 *
 * <p>Threads: the probing switch sets it, the conductor compares.
 */
public final class ProbingAddress {
  /** Volatile: set before the probing switch connects, so before it is accepted. */
  private volatile @Nullable InetSocketAddress address;

  /** Sets the address; null when the probing switch is not connected. */
  public void set(@Nullable InetSocketAddress local) {
    address = local;
  }

  /** Whether a connection from this address is the probing switch. */
  public boolean isOf(InetSocketAddress peer) {
    return peer.equals(address);
  }
}
