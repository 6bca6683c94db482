package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No two classes have one name, and a file has that of its class, so that a name says which. */
class ClassNamesTest {
  /** Each program has one of the first two, each package one of the third. */
  private static final Set<String> OFTEN =
      Set.of("Main.java", "ForLauncher.java", "package-info.java");

  private static final Path ROOT = Rigs.PROJECT.toAbsolutePath().normalize();

  @Test
  void shouldHaveOneClassOfEachName() throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    for (Path file : sources()) {
      files.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>()).add(file);
    }
    assertThat(files).hasSizeGreaterThan(1000);
    files.keySet().removeAll(OFTEN);
    files.values().removeIf(same -> same.size() == 1);

    assertThat(files).as("classes of one name").isEmpty();
  }

  /** The compiler lets a class have another name, and then surefire does not see its tests. */
  @Test
  void shouldDeclareWhatAFileIsNamedAfter() throws IOException {
    List<Path> others = new ArrayList<>();
    for (Path file : sources()) {
      String name = file.getFileName().toString().replace(".java", "");
      Pattern declared = Pattern.compile("\\b(class|interface|enum|record) " + name + "\\b");
      if (!name.endsWith("-info") && !declared.matcher(Files.readString(file)).find()) {
        others.add(file);
      }
    }
    assertThat(others).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(ROOT, "maestro-*")) {
      for (Path module : modules) {
        Path own = module.resolve("src");
        if (Files.isDirectory(own)) { // maestro-results, which the emulator writes, is no module
          try (Stream<Path> files = Files.walk(own)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }
}
