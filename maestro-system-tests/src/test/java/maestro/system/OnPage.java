package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of the live page begin with: a folder, and a browser. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
abstract class OnPage {
  @TempDir Path folder;
  Browser browser;

  @BeforeEach
  void startBrowser() throws IOException {
    Rigs.need("chromium");
    browser = Browser.start(folder);
  }

  @AfterEach
  void closeBrowser() {
    if (browser != null) { // not so when the test was skipped
      List<String> exceptions = browser.takeExceptions();
      browser.close();
      assertThat(exceptions).as("exceptions of scripts").isEmpty();
    }
  }

  /** An emulated network under a controller. */
  final ProgramOutput network(StartedController controller, String option, String value)
      throws IOException {
    return ProgramOutput.start(
        folder.resolve("network"),
        Map.of(),
        List.of(
            Rigs.PROJECT.resolve("maestro").toString(),
            "network",
            option,
            value,
            "--controller",
            "127.0.0.1:" + controller.port()));
  }
}
