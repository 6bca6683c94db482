package maestro.emulator.engine.connection;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects switches again to one of their controllers, until it takes them. A load thread may not
 * wait, so the run's own thread does this.
 *
 * <p>Any thread may call {@link #want}; one calls {@link #connect}.
 */
public final class Redial {
  private static final Logger LOG = LoggerFactory.getLogger(Redial.class);

  private final List<Dial> dials;
  private final Queue<ControllerLine> wanted = new ConcurrentLinkedQueue<>();

  /**
   * @param dials of the controllers, in their order
   */
  public Redial(List<Dial> dials) {
    this.dials = List.copyOf(dials);
  }

  /** Asks for another connection. */
  void want(ControllerLine line) {
    wanted.add(line);
  }

  /** Tries each connection that is wanted once, and a controller that takes none no further. */
  public void connect() {
    boolean[] refuses = new boolean[dials.size()];
    int tries = wanted.size();
    for (int i = 0; i < tries; i++) {
      ControllerLine line = wanted.remove();
      Optional<Dial.Line> made =
          refuses[line.controller()] ? Optional.empty() : dial(line.controller());
      refuses[line.controller()] = made.isEmpty();
      made.ifPresentOrElse(line::offer, () -> wanted.add(line));
    }
  }

  private Optional<Dial.Line> dial(int controller) {
    try {
      return Optional.of(dials.get(controller).connect());
    } catch (IOException e) {
      LOG.debug("{}", e.getMessage());
      return Optional.empty();
    }
  }
}
