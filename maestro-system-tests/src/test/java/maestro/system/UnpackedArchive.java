package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The archive of the distribution, unpacked as a user does, and its launcher. */
final class UnpackedArchive {
  private static final Path MADE = Rigs.PROJECT.resolve("maestro-dist/target");

  private final Path root;
  private final Map<String, String> environment;

  private UnpackedArchive(Path root, Path home) {
    this.root = root;
    this.environment =
        Map.of(
            "HOME", home.toString(),
            "PATH", "/usr/bin:/bin",
            "JAVA_HOME", System.getProperty("java.home"));
  }

  /** Unpacks it into a folder, which also gets an empty home of the user. */
  static UnpackedArchive into(Path folder) throws IOException, InterruptedException {
    Path archive = file();
    Commands.succeed("tar", "-xzf", archive.toString(), "-C", folder.toString());
    String name = archive.getFileName().toString().replace(".tar.gz", "");
    return new UnpackedArchive(folder.resolve(name), Files.createDirectory(folder.resolve("home")));
  }

  /** The archive, which the build has made. */
  static Path file() throws IOException {
    try (Stream<Path> files = Files.list(MADE)) {
      List<Path> archives = files.filter(f -> f.toString().endsWith(".tar.gz")).toList();
      assertThat(archives).as("the archive in " + MADE).hasSize(1);
      return archives.get(0);
    }
  }

  Path path(String name) {
    return root.resolve(name);
  }

  /** The bill of materials; skips the test after a build with {@code -o}, which makes none. */
  Path billOfMaterials() {
    Path bill = path("sbom.cdx.json");
    assumeTrue(Files.exists(bill), "skipped: a build with -o makes no bill of materials");
    return bill;
  }

  /** The environment of a user who has a Java and nothing else. */
  Map<String, String> environment() {
    return environment;
  }

  /** The command line that starts it with these arguments. */
  List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(path("bin/maestro").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a command that ends, and returns what it wrote. */
  String run(String... arguments) throws IOException, InterruptedException {
    return Commands.succeed(environment, command(arguments).toArray(String[]::new));
  }
}
