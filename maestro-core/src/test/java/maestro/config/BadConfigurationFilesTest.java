package maestro.config;

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

  private static List<String> problems(Path file) {
    BadConfigurationException e =
        catchThrowableOfType(
            BadConfigurationException.class,
            () -> ConfigLoader.parse(Optional.of(file), List.of()).validate(APPLICATIONS));
    assertThat(e).as("%s is wrong", file).isNotNull();
    return e.problems().stream().map(line -> line.replace(FOLDER + "/", "")).toList();
  }
}
