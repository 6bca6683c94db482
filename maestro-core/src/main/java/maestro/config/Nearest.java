package maestro.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the word that an operator probably meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * The allowed word with the fewest edits from the found word, when these are few for its length.
   */
  public static Optional<String> of(String found, Collection<String> allowed) {
    Map<String, String> names = new LinkedHashMap<>();
    allowed.forEach(word -> names.put(word, word));
    return of(found, names);
  }

  /** The text whose name is nearest to the found word; of several the first. */
  private static Optional<String> of(String found, Map<String, String> names) {
    String best = null;
    int bestEdits = Math.max(1, found.length() / 3) + 1;
    for (Map.Entry<String, String> each : names.entrySet()) {
      int edits = edits(found, each.getValue());
      if (edits < bestEdits) {
        bestEdits = edits;
        best = each.getKey();
      }
    }
    return Optional.ofNullable(best);
  }

  /** The suggestion to append to a message, or an empty text. */
  public static String hint(String found, Collection<String> allowed) {
    return of(found, allowed).map(Nearest::meant).orElse("");
  }

  /**
   * The suggestion of a text by its name, or an empty text.
   *
   * @param names the names by their texts, such as the last names of paths
   */
  public static String hint(String found, Map<String, String> names) {
    return of(found, names).map(Nearest::meant).orElse("");
  }

  private static String meant(String word) {
    return "; did you mean '" + word + "'?";
  }

  /** The suggestion of a file in the folder of one that is missing, or an empty text. */
  public static String hint(Path missing) {
    return hint(missing, missing, Files::isRegularFile);
  }

  /**
   * The suggestion of something else in the folder of what is missing, or an empty text.
   *
   * @param written how the operator wrote the missing place; the suggestion is written alike
   * @param wanted what may be suggested
   */
  public static String hint(Path missing, Path written, Predicate<Path> wanted) {
    Path folder = Optional.ofNullable(missing.getParent()).orElse(Path.of(""));
    List<String> names;
    try (Stream<Path> all = Files.list(folder)) {
      names = all.filter(wanted).map(f -> f.getFileName().toString()).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
    return of(String.valueOf(missing.getFileName()), names)
        .map(name -> meant(written.resolveSibling(name).toString()))
        .orElse("");
  }

  /**
   * Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
   */
  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
