package maestro.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests on a {@link Triangle} begin with: a folder, and the rigs for themselves. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
abstract class OnTriangle {
  @TempDir Path folder;

  private Rigs rigs;

  @BeforeEach
  void acquire() throws IOException {
    rigs = Triangle.acquire();
  }

  @AfterEach
  void release() throws IOException {
    if (rigs != null) {
      rigs.close();
    }
  }
}
