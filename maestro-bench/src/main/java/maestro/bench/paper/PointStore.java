package maestro.bench.paper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.emulator.format.Json;

/**
 * The points that were made, a file each. A file appears whole or not at all, so a run that is
 * killed goes on where it was. What a point depends on is in its key; with another key it is
 * another file. Figures that show the same runs share them. Used by one thread.
 */
final class PointStore {
  private static final int SHOWN_DIGITS = 12;

  private final Path folder;
  private final boolean isFresh;
  private final Set<Key> ofThisRun = new HashSet<>();

  /**
   * Opens a store.
   *
   * @param folder made when the first point comes
   * @param isFresh whether what is there does not count
   */
  PointStore(Path folder, boolean isFresh) {
    this.folder = folder;
    this.isFresh = isFresh;
  }

  /**
   * What the numbers of a point depend on.
   *
   * @param point its subject and place
   * @param code the sources' commit and the checksum of the jars
   * @param machine where it was measured; empty when that does not matter
   * @param input checksum of what is run: scenario, settings, costs
   */
  record Key(String point, String code, String machine, String input) {
    private String fileName() {
      String digest = Provenance.sha256(toString().getBytes(StandardCharsets.UTF_8));
      String name = point.replace(", ", "-").replaceAll("[^A-Za-z0-9.-]", "-");
      return name + "--" + digest.substring(0, SHOWN_DIGITS) + ".json";
    }
  }

  /** A file. */
  record Stored(Key key, List<PaperRound> rounds) {
    Stored {
      rounds = List.copyOf(rounds);
    }
  }

  /** The rounds that are there, in order. */
  List<PaperRound> load(Key key) {
    Path file = folder.resolve(key.fileName());
    if ((isFresh && !ofThisRun.contains(key)) || !Files.exists(file)) {
      return List.of();
    }
    try {
      Stored stored = Json.read(Files.readString(file), Stored.class);
      return stored.key().equals(key) ? stored.rounds() : List.of();
    } catch (IOException e) {
      return List.of(); // of a version with other numbers
    }
  }

  /** Keeps the rounds of a point. */
  void save(Key key, List<PaperRound> rounds) throws IOException {
    ofThisRun.add(key);
    Files.createDirectories(folder);
    Path made = Files.createTempFile(folder, ".point-", ".json");
    Files.writeString(made, Json.indented(new Stored(key, rounds)) + "\n");
    Files.move(
        made,
        folder.resolve(key.fileName()),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
