package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * What a controller sends, recorded in a file. What it receives is left out: Wireshark does not
 * know the PORT_STATUS of OpenFlow 1.0, which Open vSwitch sends when it likes.
 */
final class Capture implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);

  private final Process process;

  private Capture(Process process) {
    this.process = process;
  }

  static Capture start(Path file, String port) throws IOException {
    Path said = Files.createTempFile("tcpdump-", ".err");
    Process process =
        new ProcessBuilder(
                List.of(
                    "tcpdump",
                    "-i",
                    "lo",
                    "-U",
                    "-s",
                    "0",
                    "-B",
                    "65536",
                    "-w",
                    file.toString(),
                    "tcp src port " + port))
            .redirectError(said.toFile())
            .start();
    Capture capture = new Capture(process);
    try {
      Awaitility.await()
          .atMost(START)
          .until(() -> Files.readString(said).contains("listening on") || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
      return capture;
    } catch (RuntimeException | AssertionError e) {
      capture.close();
      throw e;
    } finally {
      Files.delete(said);
    }
  }

  /** Ends the recording; the file is complete then. */
  void stop() {
    close();
  }

  @Override
  public void close() {
    Commands.stop(process);
  }
}
