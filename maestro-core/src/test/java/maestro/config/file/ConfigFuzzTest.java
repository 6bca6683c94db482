package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Any file as the configuration: it is read, or said to be wrong line by line. */
@Tag("fuzz")
class ConfigFuzzTest {
  private static final List<ApplicationDefaults> APPLICATIONS =
      List.of(
          new ApplicationDefaults(
              "learning-switch",
              ConfigFactory.parseString(
                  "{ idle-timeout = 5 s, hosts = 10, on = true, list = [a] }")),
          new ApplicationDefaults("probing", ConfigFactory.empty()));

  @TempDir static Path folder;

  @FuzzTest
  void shouldReadFileOrSayWhatIsWrong(byte[] text) throws IOException {
    if (new String(text, StandardCharsets.ISO_8859_1).contains("include")) {
      return; // it may name any file and any address
    }
    Path file = Files.write(folder.resolve("fuzzed.conf"), text);
    try {
      LoadedConfig config = ConfigLoader.parse(Optional.of(file), List.of()).validate(APPLICATIONS);
      assertThat(config.maestro().sequences()).isNotNull();
    } catch (BadConfigurationException e) {
      assertThat(e.problems()).isNotEmpty().noneMatch(String::isBlank);
    }
  }
}
