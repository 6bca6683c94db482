package maestro.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for the logs and certificates of a command; it is removed when the command ends. */
record TemporaryFolder(Path path) implements AutoCloseable {
  /**
   * Makes an empty folder among the system's temporary files.
   *
   * @param name the first part of its name
   */
  static TemporaryFolder named(String name) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(name));
  }

  /** Removes the folder with everything in it. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) { // what is inside first
        Files.deleteIfExists(each);
      }
    }
  }
}
