package maestro.network.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where one switch waits for controllers. Each one that connects gets a channel, of those that are
 * free or a new one; when {@link #MOST_CONTROLLERS} are connected, the next one is hung up.
 * Confined to one thread.
 */
public final class ControllerListener implements Selected {
  public static final int MOST_CONTROLLERS = 8;

  private final ServerSocketChannel server;
  private final Supplier<ControlChannel> newChannel;
  private final List<ControlChannel> channels = new ArrayList<>();

  /**
   * @param newChannel makes a channel of the switch that waits
   * @throws IOException in one line, when the address is taken
   */
  ControllerListener(
      InetSocketAddress address, Selector selector, Supplier<ControlChannel> newChannel)
      throws IOException {
    this.newChannel = newChannel;
    this.server = ServerSocketChannel.open();
    try {
      server.configureBlocking(false);
      server.bind(address);
      server.register(selector, SelectionKey.OP_ACCEPT, this);
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  /** Where it waits. */
  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) server.getLocalAddress();
  }

  @Override
  public void ready(long nowNs) {
    try {
      SocketChannel accepted = server.accept();
      if (accepted == null) {
        return;
      }
      ControlChannel free = free();
      if (free == null) {
        accepted.close();
      } else {
        free.accept(accepted, nowNs);
      }
    } catch (IOException e) {
      assert e.getMessage() != null : "the controller connects again";
    }
  }

  private @Nullable ControlChannel free() {
    for (ControlChannel each : channels) {
      if (each.isFree()) {
        return each;
      }
    }
    if (channels.size() == MOST_CONTROLLERS) {
      return null;
    }
    ControlChannel added = newChannel.get();
    channels.add(added);
    return added;
  }

  /** Closes the socket; those of the controllers stay. */
  void close() throws IOException {
    server.close();
  }
}
