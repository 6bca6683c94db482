package maestro.emulator.difference;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.config.Nearest;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;

/**
 * Results as {@code emulate} or {@code compare} stored them. Immutable.
 *
 * @param file where they stand
 * @param controllers one or more, with all rounds of each
 */
public record StoredResults(Path file, List<Rounds> controllers) {
  private static final String NAME = "results.json";

  /** Keeps a copy of the list. */
  public StoredResults {
    controllers = List.copyOf(controllers);
  }

  /**
   * Reads a file, or {@code results.json} in a folder.
   *
   * @throws IOException with one line that says what is wrong with it
   */
  public static StoredResults read(Path place) throws IOException {
    Path file = Files.isDirectory(place) ? place.resolve(NAME) : place;
    if (!Files.exists(file)) {
      throw new IOException(
          file + ": no such file or folder" + Nearest.hint(file, file, StoredResults::isReadable));
    }
    String text = Files.readString(file);
    try {
      List<RunResult> results = ResultJson.read(text);
      if (results.isEmpty()) {
        throw new IOException(file + ": found no result; allowed: " + NAME + " of a run");
      }
      return new StoredResults(file, Rounds.of(results));
    } catch (JsonProcessingException | IllegalArgumentException | NullPointerException e) {
      String[] lines = String.valueOf(e.getMessage()).split("\n| \\(start marker at", 2);
      throw new IOException(
          file + ": found something else; allowed: " + NAME + " of a run: " + lines[0], e);
    }
  }

  private static boolean isReadable(Path place) {
    return Files.isRegularFile(place) || Files.exists(place.resolve(NAME));
  }

  /** The names of the controllers. */
  List<String> names() {
    return controllers.stream().map(Rounds::controller).toList();
  }

  /** What was run first, for what all runs have in common. */
  RunResult first() {
    return controllers.get(0).runs().get(0);
  }
}
