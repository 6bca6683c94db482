package maestro.system;

import java.io.IOException;
import java.nio.file.Path;
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
      browser.close();
    }
  }
}
