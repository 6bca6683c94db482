package maestro.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoconTest {
  private static final int LEVELS = 200_000;

  @TempDir Path folder;

  @Test
  void shouldSayInOneLineThatSectionsAreNestedTooDeep() throws Exception {
    Path file = Files.writeString(folder.resolve("deep.conf"), "a{".repeat(LEVELS));
    Problems problems = new Problems();

    assertThat(Hocon.parse(file, problems).isEmpty()).isTrue();
    assertThat(problems.lines())
        .containsExactly(file + ": sections or lists within each other, too many to be read");
  }
}
