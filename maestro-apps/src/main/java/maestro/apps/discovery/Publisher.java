package maestro.apps.discovery;

import java.time.Duration;
import java.util.function.Supplier;
import maestro.api.ApplicationContext;
import maestro.api.PublishedView;
import maestro.api.topology.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a topology after changes: the first change at once, and all further changes within a
 * pause together at its end. Event thread.
 */
final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

  private final ApplicationContext context;
  private final PublishedView<Topology> view;
  private final Duration pause;
  private boolean pausing;
  private boolean changed;

  /** Whether the topology is to be published even when it is the same. */
  private boolean anew;

  private String atLastPause = "";
  private String logged = "";

  Publisher(ApplicationContext context, PublishedView<Topology> view, Duration pause) {
    this.context = context;
    this.view = view;
    this.pause = pause;
  }

  /**
   * Handles a change.
   *
   * @param latest makes the topology when it is to be published
   */
  void changed(Supplier<Topology> latest) {
    if (pausing) {
      changed = true;
      return;
    }
    if (anew || !latest.get().equals(view.now())) {
      publish(latest);
    }
  }

  /**
   * Handles a change that the topology does not show, such as another speed of a link: publishes
   * it, though it may be the same.
   */
  void changedBeside(Supplier<Topology> latest) {
    anew = true;
    changed(latest);
  }

  /** Publishes at once, also what is published already: readers that are new are told. */
  void publish(Supplier<Topology> latest) {
    anew = false;
    view.publish(latest.get());
    if (!pausing) {
      pausing = true;
      context.after(pause, () -> endPause(latest));
    }
  }

  private void endPause(Supplier<Topology> latest) {
    pausing = false;
    if (changed) {
      changed = false;
      changed(latest);
    }
    log();
  }

  /** Logs the size of the topology when it has not changed for a pause. */
  private void log() {
    String text = view.now().toString();
    if (text.equals(atLastPause) && !text.equals(logged)) {
      LOG.info("topology: {}", text);
      logged = text;
    }
    atLastPause = text;
    if (!pausing && !text.equals(logged)) {
      context.after(pause, this::log);
    }
  }
}
