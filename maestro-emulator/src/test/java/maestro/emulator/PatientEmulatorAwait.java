package maestro.emulator;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets each {@code await()} of this module wait for minutes instead of ten seconds: a busy machine
 * is no failure. It looks at once and then often, since Awaitility's tenth of a second before each
 * look adds up. JUnit finds this class by {@code META-INF/services}.
 */
public final class PatientEmulatorAwait implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(BETWEEN_LOOKS);
  }
}
