package maestro.emulator.engine.connection;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import maestro.emulator.switches.EmulatedSwitch;
import maestro.emulator.switches.SwitchRoles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the controllers of an emulated switch that has several: the connection to it, and what was
 * said over it. A connection that ends is made again, as a switch does.
 *
 * <p>Confined to the load thread of the switch; {@link #offer} and {@link #controller} are for any.
 */
public final class ControllerLine {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLine.class);

  public final LoadSwitch sw;
  public final SwitchConnection connection;
  final EmulatedSwitch emulated;
  private final int controller;
  private final Dial.Line first;
  private final Redial redial;
  private final AtomicReference<Dial.Line> fresh = new AtomicReference<>();
  private boolean isDown;

  /**
   * A line that is connected.
   *
   * @param controller its place among the controllers
   */
  ControllerLine(LoadSwitch sw, int controller, Dial.Line line, SwitchRoles roles, Redial redial) {
    this.sw = sw;
    this.controller = controller;
    this.first = line;
    this.redial = redial;
    this.connection = new SwitchConnection(line.socket(), line.tls());
    connection.beOneOfSeveral();
    this.emulated = new EmulatedSwitch(sw.load.description(), roles, this::tell);
  }

  /** The place of its controller among all. */
  int controller() {
    return controller;
  }

  /** Whether there is no connection now. */
  public boolean isDown() {
    return isDown;
  }

  /** Whether flow requests go to this controller. */
  boolean isServed() {
    return !isDown && emulated.isServed();
  }

  void greet() throws IOException {
    connection.send(emulated.hello());
    connection.flush();
  }

  /** Sends something at once. */
  void tell(byte[] message) {
    try {
      connection.send(message);
      connection.flush();
    } catch (IOException e) { // a socket of several does not throw
      LOG.debug("cannot tell a controller: {}", e.getMessage());
    }
  }

  /** The controller has closed the connection. Another one is wanted. */
  void lost() {
    isDown = true;
    emulated.restart();
    try {
      connection.takeDown();
    } catch (IOException e) {
      LOG.debug("cannot close a connection: {}", e.getMessage());
    }
    redial.want(this);
  }

  /** Another connection to the controller. */
  void offer(Dial.Line line) {
    fresh.set(line);
  }

  /** The connection that was offered and not taken, if there is one. */
  Optional<Dial.Line> takeFresh() {
    return Optional.ofNullable(fresh.getAndSet(null));
  }

  /** The thread of this selector reads the connection. */
  void register(Selector selector) throws IOException {
    connection.key(register(selector, first.socket()));
  }

  /** Goes on over the connection that was offered, if there is one. */
  void resume(Selector selector) throws IOException {
    Optional<Dial.Line> line = isDown ? takeFresh() : Optional.empty();
    if (line.isPresent()) {
      isDown = false;
      connection.bringUp(line.get(), register(selector, line.get().socket()));
      connection.release();
      greet();
    }
  }

  private SelectionKey register(Selector selector, SocketChannel socket) throws IOException {
    socket.configureBlocking(false);
    return socket.register(selector, SelectionKey.OP_READ, this);
  }
}
