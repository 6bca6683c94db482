package maestro.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {
  @Test
  void shouldRemoveEverythingInItWhenClosed() throws IOException {
    Path path;
    try (TemporaryFolder folder = TemporaryFolder.named("maestro-test")) {
      path = folder.path();
      Files.writeString(Files.createDirectory(path.resolve("certificates")).resolve("a"), "text");
      assertThat(path).isDirectory();
    }
    assertThat(path).doesNotExist();
  }
}
