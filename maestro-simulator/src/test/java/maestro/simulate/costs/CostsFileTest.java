package maestro.simulate.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.config.file.BadConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostsFileTest {
  @TempDir Path folder;

  @Test
  void shouldKeepWhatWasMeasuredWhenAFileNamesOneCost()
      throws IOException, BadConfigurationException {
    Path file = Files.writeString(folder.resolve("mine.conf"), "memory.line = 250\n");
    Costs measured = CostsFile.measured();
    Costs mine = CostsFile.read(file);
    assertThat(mine.memory().lineNs()).isEqualTo(250);
    assertThat(mine.kernel()).isEqualTo(measured.kernel());
    assertThat(measured.kernel().readCallNs()).isPositive();
  }

  @Test
  void shouldSayFileAndLineWhenACostIsWrong() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("mine.conf"), "kernel {\n  read-call = fast\n  red-byte = 1\n}\n");
    assertThatThrownBy(() -> CostsFile.read(file))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining(
            file + ":2: kernel.read-call: found 'fast'; allowed: a number from 0 to 1000000000")
        .hasMessageContaining(file + ":3: kernel.red-byte: unknown key; allowed: ")
        .hasMessageContaining("read-byte");
  }

  @Test
  void shouldSayTheFileWhenThereIsNone() {
    Path missing = folder.resolve("none.conf");
    assertThatThrownBy(() -> CostsFile.read(missing)).hasMessage(missing + ": no such file");
  }
}
