package maestro.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves in a file how a reload by SIGHUP ended, for who has sent the signal: {@code systemctl
 * reload} waits for the file. It is in the folder of the service that systemd names. A file with
 * nothing in it: the new configuration is in force. Otherwise each line is a problem.
 */
final class ReloadOutcome {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadOutcome.class);
  private static final String FILE = "reload";

  private final Optional<Path> folder;

  /** Leaves it in the folder that systemd names, and nowhere when it has started nothing. */
  static ReloadOutcome ofService() {
    return new ReloadOutcome(Optional.ofNullable(System.getenv("RUNTIME_DIRECTORY")).map(Path::of));
  }

  ReloadOutcome(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Leaves what was in the way, if anything. */
  void leave(List<String> problems) {
    folder.ifPresent(where -> leave(where, problems));
  }

  /** The file appears when it is whole. */
  private static void leave(Path where, List<String> problems) {
    try {
      Path next = Files.write(where.resolve(FILE + ".next"), problems);
      Files.move(next, where.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.warn("cannot write the outcome of the reload to {}: {}", where, e.toString());
    }
  }
}
