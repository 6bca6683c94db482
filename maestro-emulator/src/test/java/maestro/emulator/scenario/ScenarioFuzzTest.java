package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Any file as a scenario: it is read, or said to be wrong line by line. */
@Tag("fuzz")
class ScenarioFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void shouldReadFileOrSayWhatIsWrong(byte[] text) throws IOException {
    if (new String(text, StandardCharsets.ISO_8859_1).contains("include")) {
      return; // it may name any file and any address
    }
    Path file = Files.write(folder.resolve("fuzzed.conf"), text);
    try {
      assertThat(ScenarioFile.load(file, List.of()).network().switchCount()).isPositive();
    } catch (ScenarioException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
