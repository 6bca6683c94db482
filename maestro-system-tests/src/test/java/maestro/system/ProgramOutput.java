package maestro.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A program that runs beside the test, and all that it said on stdout and stderr. */
final class ProgramOutput implements AutoCloseable {
  private static final Duration LIMIT = Commands.PATIENCE;

  private final Process process;
  private final Path said;

  private ProgramOutput(Process process, Path said) {
    this.process = process;
    this.said = said;
  }

  static ProgramOutput start(Path said, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return new ProgramOutput(builder.redirectOutput(said.toFile()).start(), said);
  }

  /** Waits until it has said something, or has ended. */
  void awaitText(String text) {
    try {
      Awaitility.await().until(() -> text().contains(text) || !process.isAlive());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("it does not say '" + text + "':\n" + text(), e);
    }
    if (!text().contains(text)) {
      throw new AssertionError("it ended before it said '" + text + "':\n" + text());
    }
  }

  /** Waits for its end and returns the exit code. */
  int code() throws InterruptedException {
    if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("it does not end:\n" + text());
    }
    return process.exitValue();
  }

  long pid() {
    return process.pid();
  }

  String text() {
    try {
      return Files.readString(said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it; what it says as it ends is in {@link #text}. */
  void stop() {
    Commands.stop(process);
  }

  @Override
  public void close() {
    stop();
  }
}
