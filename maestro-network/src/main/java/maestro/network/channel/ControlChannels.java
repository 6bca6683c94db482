package maestro.network.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import org.jspecify.annotations.Nullable;

/**
 * All connections between one switch and its controllers: those that it opens, and those that come.
 * Confined to one thread.
 */
public final class ControlChannels {
  private final List<InetSocketAddress> controllers;
  private final Selector selector;
  private final ByteBuffer in;
  private final List<ControlChannel> channels = new ArrayList<>();

  /** Where the switch waits; after it was bound once, with the port that it got. */
  private @Nullable InetSocketAddress listen;

  private @Nullable ControllerListener listener;

  /**
   * @param listen where the switch waits for controllers; null when it does not
   * @param in shared by all channels of the thread; of use only while one is read
   */
  public ControlChannels(
      List<InetSocketAddress> controllers,
      @Nullable InetSocketAddress listen,
      Selector selector,
      ByteBuffer in) {
    this.controllers = controllers;
    this.listen = listen;
    this.selector = selector;
    this.in = in;
  }

  /**
   * Begins to connect and to wait; only while it is closed.
   *
   * @throws IOException in one line, when the switch cannot wait where it is to
   */
  public void open(PipelineSwitch sw, long nowNs) throws IOException {
    boolean first = true;
    for (InetSocketAddress address : controllers) {
      add(first ? sw.controller() : sw.addController(), address, nowNs);
      first = false;
    }
    if (listen != null) {
      listener =
          new ControllerListener(listen, selector, () -> add(sw.addController(), null, nowNs));
      listen = listener.address();
    }
  }

  private ControlChannel add(Controller session, @Nullable InetSocketAddress address, long nowNs) {
    ControlChannel added = new ControlChannel(session, address, selector, in, nowNs);
    channels.add(added);
    return added;
  }

  /** Where the switch waits for controllers, or null. */
  public @Nullable InetSocketAddress listen() {
    return listen;
  }

  /** Connects if it is time, and writes what waits. Returns how much it did. */
  public int doWork(long nowNs) {
    int work = 0;
    for (int i = 0; i < channels.size(); i++) {
      work += channels.get(i).doWork(nowNs);
    }
    return work;
  }

  /** Why there is no connection; empty when there was none to lose. */
  public String lastFailure() {
    for (ControlChannel each : channels) {
      if (!each.lastFailure().isEmpty()) {
        return each.lastFailure();
      }
    }
    return "";
  }

  /** How often a connection was lost after the handshake, and not taken away. */
  public int lostCount() {
    return channels.stream().mapToInt(ControlChannel::lostCount).sum();
  }

  /** Ends the connections, and makes none until it is called again; or allows them. */
  public void away(boolean isAway, long nowNs) {
    channels.forEach(each -> each.away(isAway, nowNs));
  }

  /** Hangs up, and waits no more. */
  public void close() throws IOException {
    if (listener != null) {
      listener.close();
      listener = null;
    }
    for (ControlChannel each : channels) {
      each.close();
    }
    channels.clear();
  }
}
