package maestro.bench.paper;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.config.file.Section;

/**
 * The figures that can be repeated: all files of {@code config/papers}. A new one needs no Java.
 * Immutable.
 *
 * @param entries by paper and number
 */
public record PaperRegistry(List<PaperEntry> entries) {
  private static final String CONF = ".conf";

  /** By paper, then figures before tables; Figure 9 stands before Figure 12. */
  private static final Comparator<PaperEntry> ORDER =
      Comparator.comparing((PaperEntry entry) -> entry.paper().name())
          .thenComparing(entry -> entry.id().contains("table"))
          .thenComparingInt(entry -> number(entry.id()))
          .thenComparing(PaperEntry::id);

  /** Keeps a copy of the list. */
  public PaperRegistry {
    entries = List.copyOf(entries);
  }

  /**
   * Reads a folder.
   *
   * @throws BadConfigurationException with one line for each mistake: {@code FILE:LINE: key: found
   *     X; allowed: Y}
   */
  public static PaperRegistry read(Path folder) throws IOException, BadConfigurationException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(CONF)).sorted().toList();
    }
    Problems problems = new Problems();
    List<PaperEntry> entries = new ArrayList<>();
    Map<String, Path> places = new HashMap<>();
    for (Path file : files) {
      for (PaperEntry entry : entries(file, problems)) {
        Path other = places.put(entry.id(), file);
        if (other != null) {
          problems.add(
              file.toString(), "found the figure '" + entry.id() + "', which is in " + other);
        }
        entries.add(entry);
      }
    }
    problems.throwIfAny();
    entries.sort(ORDER);
    return new PaperRegistry(entries);
  }

  private static List<PaperEntry> entries(Path file, Problems problems) {
    int earlier = problems.lines().size();
    Config config = Hocon.resolve(file.toString(), Hocon.parse(file, problems), problems);
    if (problems.lines().size() > earlier) {
      return List.of();
    }
    Section root = Section.root(config, problems);
    if (root.has("common")) { // what figures take by ${common.…}
      root.section("common");
    }
    Section paper = root.section("paper");
    PaperEntry.Paper of = new PaperEntry.Paper(paper.text("name"), paper.text("cite"));
    paper.noOtherKeys();
    Section figures = root.section("figures");
    root.noOtherKeys();
    Path folder = file.toAbsolutePath().getParent();
    return figures.sections().stream()
        .map(section -> new EntryReader(of, folder, section).read())
        .toList();
  }

  private static int number(String id) {
    String digits = id.replaceAll("\\D*(\\d*).*", "$1"); // also of maestro-9a
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }
}
