package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoconTest {
  private static final int LEVELS = 200_000;
  private static final String TOO_DEEP = "sections or lists within each other, too many to be read";

  @TempDir Path folder;

  @Test
  void shouldSayInOneLineThatSectionsAreNestedTooDeep() throws Exception {
    Path file = Files.writeString(folder.resolve("deep.conf"), "a{".repeat(LEVELS));
    Problems problems = new Problems();

    assertThat(Hocon.parse(file, problems).isEmpty()).isTrue();
    assertThat(problems.lines()).containsExactly(file + ": " + TOO_DEEP);
  }

  @Test
  void shouldReadTwoHundredLevelsWithASubstitutionInTheInnermost() throws Exception {
    Problems problems = new Problems();
    Config parsed = Hocon.parse(levels(200), problems);
    Config resolved = Hocon.resolve("deep.conf", parsed, problems);

    assertThat(problems.lines()).isEmpty();
    assertThat(resolved.getString("a.".repeat(200) + "x")).isEqualTo("y");
  }

  @Test
  void shouldNameTheLineOfTheFirstSectionThatIsTooDeep() throws Exception {
    Path file = levels(201);
    Problems problems = new Problems();

    assertThat(Hocon.parse(file, problems).isEmpty()).isTrue();
    assertThat(problems.lines()).containsExactly(file + ":202: " + TOO_DEEP);
  }

  @Test
  void shouldLimitListsAndTextsThatAreNoFiles() {
    Problems problems = new Problems();
    String lists = "a = " + "[".repeat(201) + "]".repeat(201);

    assertThat(Hocon.parse("x.conf", lists, problems).isEmpty()).isTrue();
    assertThat(Hocon.parse("y.conf", "a{".repeat(LEVELS), problems).isEmpty()).isTrue();
    assertThat(problems.lines()).containsExactly("x.conf:1: " + TOO_DEEP, "y.conf: " + TOO_DEEP);
  }

  /** A file of sections within each other, with a substitution in the innermost one. */
  private Path levels(int count) throws IOException {
    String text = "b = y\n" + "a {\n".repeat(count) + "x = ${b}\n" + "}\n".repeat(count);
    return Files.writeString(folder.resolve("deep.conf"), text);
  }
}
