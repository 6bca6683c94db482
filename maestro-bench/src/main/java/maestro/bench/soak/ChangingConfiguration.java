package maestro.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The configuration of our controller, which a soak changes periodically. The file includes another
 * one and gives one switch another weight. The controller reloads it by itself.
 */
public final class ChangingConfiguration {
  private static final String IN_FORCE = "the new configuration is in force";

  private final Path file;
  private final Path included;
  private final Path log;
  private int changes;

  /**
   * Writes the file.
   *
   * @param file to be written
   * @param included the configuration of the controller
   * @param log the file with the controller's stderr
   */
  public ChangingConfiguration(Path file, Path included, Path log) throws IOException {
    this.file = file;
    this.included = included;
    this.log = log;
    write(1);
  }

  /** Changes it. */
  void change() throws IOException {
    changes++;
    write(1 + changes % 4);
  }

  private void write(int weight) throws IOException {
    String name = included.toAbsolutePath().normalize().toString().replace("\\", "\\\\");
    String text =
        """
        # Written by bench soak, which changes the weight now and then.
        include file("%s")
        maestro.applications.reload-on-change = true
        maestro.weights { "1" = %d }
        """
            .formatted(name.replace("\"", "\\\""), weight);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** How often it was changed. */
  int changes() {
    return changes;
  }

  /** How often the controller logged that a change is in force. */
  int inForce() throws IOException {
    try (var lines = Files.lines(log)) {
      return (int) lines.filter(line -> line.contains(IN_FORCE)).count();
    }
  }
}
