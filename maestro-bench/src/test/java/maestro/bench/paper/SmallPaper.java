package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.report.MachineFacts;

/** A registry of one figure with two subjects and two places, for tests. */
final class SmallPaper {
  private static final String TEXT =
      """
      paper { name = Small, cite = "Nobody: Nothing" }
      figures {
        small-1 {
          figure = "Figure 1"
          title = "Who is faster"
          section = "2"
          run = simulate
          needs { seconds = 1, cores = 1, memory = 64 MiB }
          what { duration = 100ms }
          subjects {
            static-partition {}
            shared-queue { stand-in = true }
          }
          sweep { workers = [1, 2] }
          show { metrics = [rps, scaling] }
          stated = ["rps(static-partition, 2) = 2 M"]
          claims = [
            {
              says = "The partition is faster", claim = "rps(static-partition, 2) > rps(shared-queue, 2)"
              verdict = holds
            }
            { says = "It scales", claim = "scaling(static-partition, 2) > 1.5", verdict = holds }
          ]
          differs = "Nothing."
        }
      }
      """;

  private SmallPaper() {}

  /** Writes it, with a part of the text replaced by another. */
  static Path write(Path folder, String part, String by) throws IOException {
    if (!TEXT.contains(part)) {
      throw new IllegalArgumentException("not in the text: " + part);
    }
    return Files.writeString(folder.resolve("small.conf"), TEXT.replace(part, by));
  }

  /** Its text. */
  static String text() {
    return TEXT;
  }

  /** The figure of another text. */
  static PaperEntry entry(Path folder, String text) throws IOException, BadConfigurationException {
    Files.writeString(folder.resolve("small.conf"), text);
    return PaperRegistry.read(folder).entries().get(0);
  }

  /** Its figure. */
  static PaperEntry entry(Path folder) throws IOException, BadConfigurationException {
    return entry(folder, TEXT);
  }

  /** Of some code on some machine. */
  static Provenance provenance(String commit) {
    MachineFacts machine = new MachineFacts(2, 2, "a processor", 1L << 30, "a JVM", "an OS");
    return new Provenance(commit, false, Map.of("maestro.jar", "00"), machine, "", Map.of(), "");
  }
}
