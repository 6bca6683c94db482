package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are wrong; what is said of each stands in the file of the same name, {@code .txt}. */
class BadConfigurationFilesTest {
  private static final Path FOLDER = Path.of("src/test/resources/config/bad");
  private static final List<ApplicationDefaults> APPLICATIONS =
      List.of(new ApplicationDefaults("learning-switch", ConfigFactory.parseString("a = 1")));

  static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.filter(file -> file.toString().endsWith(".conf")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldSayWhatIsWrongWhenTheFileIsBad(Path file) throws IOException {
    List<String> problems = problems(file);

    Path expected = Path.of(file.toString().replace(".conf", ".txt"));
    assertThat(problems).containsExactlyElementsOf(Files.readAllLines(expected));
  }

  @Test
  void shouldSayItWhenTheFileCannotBeRead() {
    assertThat(problems(Path.of("no/such.conf"))).containsExactly("no/such.conf: no such file");
    assertThat(problems(FOLDER)).containsExactly(FOLDER + ": is a folder; allowed: a file");
  }

  @Test
  void shouldNameTheNearestFileOfTheFolderWhenAFileIsMissing(@TempDir Path folder)
      throws IOException {
    for (String name : List.of("learning-switch.conf", "learning-switches.conf", "routing.conf")) {
      Files.createFile(folder.resolve(name));
    }
    Files.createDirectory(folder.resolve("lerning-switch.confs"));

    assertThat(problems(folder.resolve("lerning-switch.conf")))
        .containsExactly(
            "%1$s/lerning-switch.conf: no such file; did you mean '%1$s/learning-switch.conf'?"
                .formatted(folder));
    Path far = folder.resolve("bandwidth.conf");
    assertThat(problems(far)).containsExactly(far + ": no such file");
  }

  @Test
  void shouldNameTheNearestFileBesideTheIncludingOneWhenAnIncludedFileIsMissing(
      @TempDir Path folder) throws IOException {
    Path part =
        Files.createFile(Files.createDirectory(folder.resolve("parts")).resolve("ports.conf"));
    Path all =
        Files.writeString(
            folder.resolve("all.conf"),
            """
            include "parts/port.conf"
            include "parts/prots"
            include file("%s")
            include "al.conf"
            include "a\\u0000.conf"
            """
                .formatted(part.resolveSibling("posts.conf")));

    assertThat(problems(all))
        .containsExactly(
            all + ":1: include \"parts/port.conf\": no such file; did you mean 'parts/ports.conf'?",
            all + ":2: include \"parts/prots\": no such file; did you mean 'parts/ports.conf'?",
            "%s:3: include \"%s\": no such file; did you mean '%s'?"
                .formatted(all, part.resolveSibling("posts.conf"), part),
            all + ":4: include \"al.conf\": no such file",
            all + ":5: include \"a\\u0000.conf\": no such file");
  }

  private static List<String> problems(Path file) {
    BadConfigurationException e =
        catchThrowableOfType(
            BadConfigurationException.class,
            () -> ConfigLoader.parse(Optional.of(file), List.of()).validate(APPLICATIONS));
    assertThat(e).as("%s is wrong", file).isNotNull();
    return e.problems().stream().map(line -> line.replace(FOLDER + "/", "")).toList();
  }
}
