package maestro.staticflows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import maestro.config.SwitchNames;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the static flows in a file, of which one controller at a time has the lock; or nowhere.
 *
 * <p>Confined to the thread that starts the controller, and then to the thread of changes; any
 * thread may call {@link #areKnown}.
 */
final class KeptFlows implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StaticFlows.class);
  private static final String KEY = "maestro.control.static-flows";

  private final @Nullable FlowFile file;
  private final boolean known;

  /** Whether the file was there at the start or is written. */
  private boolean filed;

  private KeptFlows(@Nullable FlowFile file, boolean known) {
    this.file = file;
    this.known = known;
  }

  /** They end with the controller. */
  static KeptFlows nowhere() {
    return new KeptFlows(null, true);
  }

  /** In a file, which need not exist. */
  static KeptFlows in(Path path) {
    FlowFile file = new FlowFile(path);
    boolean known = true;
    if (Files.exists(path)) {
      try {
        known = file.lock();
      } catch (IOException e) {
        LOG.warn("{}: cannot be changed: {} ({})", path, FlowFile.reason(e), KEY);
      }
    }
    if (!known) {
      LOG.warn(
          "{}: in use by another controller, so there are no static flows here ({})", path, KEY);
    }
    return new KeptFlows(file, known);
  }

  /** Whether the flows are known: no other controller has them. */
  boolean areKnown() {
    return known;
  }

  /**
   * The flows of the file; none when another controller has them.
   *
   * @throws BadFlowFileException when the file has a mistake
   */
  Map<String, StaticFlow> read(SwitchNames names) {
    if (file == null) {
      return Map.of();
    }
    Map<String, StaticFlow> flows = known ? file.read(names) : Map.of();
    if (!flows.isEmpty()) {
      LOG.info("static flows: {} from {}", flows.size(), file.path());
    }
    filed = Files.exists(file.path());
    return flows;
  }

  /**
   * Replaces the flows that are kept.
   *
   * @throws RefusedFlowException when they cannot be kept; nothing has changed
   */
  void keep(Map<String, StaticFlow> next) throws RefusedFlowException {
    if (file == null) {
      return;
    }
    try {
      if (!known || !file.lock()) {
        throw unavailable(file.path() + " is in use by another controller");
      }
      if (!filed && Files.exists(file.path())) {
        throw unavailable(file.path() + " was made since the start, and not by this controller");
      }
      file.write(next);
      filed = true;
    } catch (IOException e) {
      throw unavailable(file.path() + " cannot be written: " + FlowFile.reason(e));
    }
  }

  private static RefusedFlowException unavailable(String why) {
    return new RefusedFlowException(
        RefusedFlowException.Kind.UNAVAILABLE, why + "; nothing has changed (" + KEY + ")");
  }

  /** Gives the file free. */
  @Override
  public void close() {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      LOG.warn("{}: the lock was not given back: {}", file.path(), e.getMessage());
    }
  }
}
