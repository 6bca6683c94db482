package maestro.emulator.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The configuration of a controller of ours, which a soak changes now and then: the file includes
 * another one and gives one switch another weight. The controller reads it anew by itself.
 */
public final class ChangingConfiguration {
  private static final String IN_FORCE = "the new configuration is in force";

  private final Path file;
  private final Path included;
  private final Path log;
  private int changes;

  /**
   * Writes it.
   *
   * @param file to be written
   * @param included what the controller runs
   * @param log where the controller's stderr goes
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

  /** How often the controller said that it took a change over. */
  int inForce() throws IOException {
    try (var lines = Files.lines(log)) {
      return (int) lines.filter(line -> line.contains(IN_FORCE)).count();
    }
  }
}
