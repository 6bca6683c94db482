package maestro.network.channel;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How switches and their controllers find each other; both ways are possible at the same time.
 *
 * @param controllers where the controllers listen to which each switch connects; may be empty
 * @param listen where the switches wait for controllers: switch n, counted from 0, at n ports above
 *     this one, or each at a free port when that is 0; null when they do not wait
 */
public record ControllerAddress(
    List<InetSocketAddress> controllers, @Nullable InetSocketAddress listen) {
  public ControllerAddress {
    controllers = List.copyOf(controllers);
  }

  /** One controller, or the place where the first switch waits. */
  public ControllerAddress(InetSocketAddress address, boolean switchesListen) {
    this(switchesListen ? List.of() : List.of(address), switchesListen ? address : null);
  }

  /** Where a switch listens, or null. */
  public @Nullable InetSocketAddress ofSwitch(int index) {
    InetSocketAddress first = listen;
    if (first == null) {
      return null;
    }
    int port = first.getPort() == 0 ? 0 : first.getPort() + index;
    return new InetSocketAddress(first.getAddress(), port);
  }
}
