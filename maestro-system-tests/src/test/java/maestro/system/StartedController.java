package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A controller as a user starts it, on a free port. */
final class StartedController implements AutoCloseable {
  private static final Pattern CONTROL_ADDRESS = Pattern.compile("control listener: (http://\\S+)");
  private static final Pattern LISTENING =
      Pattern.compile("maestro: listening on 127\\.0\\.0\\.1:(\\d+)\\R");
  private static final Duration STOP = Commands.PATIENCE;

  /** On a busy machine a stage may wait long for a processor, and a warning fails the test. */
  private static final List<String> PATIENCE =
      List.of(
          "--set",
          "maestro.applications.slow-stage=5 minutes",
          "--set",
          "maestro.connection.handshake-timeout=10 minutes",
          "--set",
          "maestro.connection.echo-timeout=10 minutes");

  /** Others run beside it. A test that asks it by HTTP overrides this. */
  private static final List<String> FREE_CONTROL_PORT =
      List.of("--set", "maestro.control.listen=127.0.0.1:0");

  private static final int STOPPED_BY_SIGTERM = 128 + 15;

  private final Process process;
  private final Path out;
  private final Path log;
  private final int port;

  private StartedController(Process process, Path out, Path log) {
    this.process = process;
    this.out = out;
    this.log = log;
    Awaitility.await().until(() -> read(out).endsWith("\n") || !process.isAlive());
    Matcher matcher = LISTENING.matcher(read(out));
    assertThat(matcher.matches()).as(() -> "it listens\n" + describe()).isTrue();
    port = Integer.parseInt(matcher.group(1));
  }

  /** Starts it with the first example of a configuration. */
  static StartedController start(String strategy) throws IOException {
    return startWith("learning-switch.conf", "--strategy", strategy);
  }

  /** Starts it with another of them, and with these options. */
  static StartedController startWith(String configuration, String... options) throws IOException {
    Path example = Rigs.PROJECT.resolve("config").resolve(configuration);
    List<String> arguments = new ArrayList<>(List.of("--config", example.toString()));
    arguments.addAll(List.of(options));
    return start(arguments);
  }

  /** Starts it with arguments of the test's own. */
  static StartedController start(List<String> arguments) throws IOException {
    return start(arguments, "127.0.0.1:0", Files.createTempFile("maestro-", ".log"));
  }

  /** Starts it on a port that was free, with its log in a file that is there. */
  static StartedController start(List<String> arguments, String listen, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Rigs.PROJECT.resolve("maestro").toString());
    command.addAll(List.of("run", "--listen", listen));
    command.addAll(PATIENCE);
    command.addAll(FREE_CONTROL_PORT);
    command.addAll(arguments);
    return by(command, Map.of("JAVA_HOME", System.getProperty("java.home")), log);
  }

  /** Starts it by a whole command line of the test's own, with these variables. */
  static StartedController by(List<String> command, Map<String, String> environment)
      throws IOException {
    return by(command, environment, Files.createTempFile("maestro-", ".log"));
  }

  private static StartedController by(
      List<String> command, Map<String, String> environment, Path log) throws IOException {
    Path out = Files.createTempFile("maestro-", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      return new StartedController(process, out, log);
    } catch (RuntimeException | AssertionError e) {
      Commands.stop(process);
      throw e;
    }
  }

  /** Waits until it has logged something so often. */
  void awaitLog(String text, int times) {
    Awaitility.await()
        .alias("it logs " + text)
        .until(() -> read(log).split(Pattern.quote(text), -1).length > times);
  }

  /** The address of its control listener, once it listens; no slash at its end. */
  String controlAddress() {
    awaitLog("control listener: ", 1);
    Matcher address = CONTROL_ADDRESS.matcher(log());
    assertThat(address.find()).isTrue();
    return address.group(1);
  }

  /** What it has logged. */
  String log() {
    return read(log);
  }

  /** Asks it to read its configuration anew. */
  void hangUp() throws IOException, InterruptedException {
    signal("HUP", 1);
  }

  /**
   * Sends it a signal that it is to hear.
   *
   * @param number as Linux counts signals
   */
  void signal(String name, int number) throws IOException, InterruptedException {
    Rigs.needHeard(name, number);
    Commands.succeed("kill -" + name + " " + process.pid());
  }

  long pid() {
    return process.pid();
  }

  /** Ends it by SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends it by SIGTERM, and waits. */
  void terminate() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)).as(this::describe).isTrue();
  }

  String port() {
    return String.valueOf(port);
  }

  /** Ends it by SIGTERM and checks that it said what it should and no more. */
  void stopCleanly() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "it stops when told to\n" + describe())
        .isTrue();
    assertThat(process.exitValue()).as(this::describe).isEqualTo(STOPPED_BY_SIGTERM);
    assertThat(read(out)).as("stdout").matches(LISTENING);
    assertThat(read(log)).doesNotContain(" WARN ", " ERROR ", "Exception").contains(" stopped: ");
  }

  /** What it wrote, for a test that failed. */
  String describe() {
    return "--- the controller's stdout\n" + read(out) + "--- its log\n" + read(log);
  }

  private static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      Commands.stop(process);
    }
    Files.deleteIfExists(out);
    if (Files.isRegularFile(log)) {
      Files.delete(log);
    }
  }
}
