package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * One direction of what goes through a port, recorded in a file. Of a controller with real switches
 * it is what it sends: Wireshark does not know the PORT_STATUS of OpenFlow 1.0, which Open vSwitch
 * sends when it likes.
 *
 * <p>In immediate mode, since tcpdump otherwise reads what came in pieces of up to a second, and
 * what is left of the last piece when it is stopped is lost.
 */
final class Capture implements AutoCloseable {
  private final Process process;

  private Capture(Process process) {
    this.process = process;
  }

  /** What is sent from a port. */
  static Capture start(Path file, String port) throws IOException {
    return record(file, "tcp src port " + port);
  }

  /** What is sent to a port. */
  static Capture startOfReceived(Path file, String port) throws IOException {
    return record(file, "tcp dst port " + port);
  }

  private static Capture record(Path file, String filter) throws IOException {
    return new Capture(
        startTcpdump(
            List.of(),
            "-i",
            "lo",
            "-U",
            "--immediate-mode",
            "-s",
            "0",
            "-B",
            "65536",
            "-w",
            file.toString(),
            filter));
  }

  /**
   * Starts tcpdump, and returns when it records.
   *
   * @param within the words before it, such as those that enter a namespace
   */
  static Process startTcpdump(List<String> within, String... options) throws IOException {
    List<String> command = new ArrayList<>(within);
    command.add("tcpdump");
    command.addAll(List.of(options));
    Path said = Files.createTempFile("tcpdump-", ".err");
    Process process = new ProcessBuilder(command).redirectError(said.toFile()).start();
    try {
      Awaitility.await()
          .until(() -> Files.readString(said).contains("listening on") || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
      return process;
    } catch (RuntimeException | AssertionError e) {
      Commands.stop(process);
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
