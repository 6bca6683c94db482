package maestro.emulator.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import maestro.emulator.report.IsolationResult.Footprint;

/**
 * A controller of ours, started for some runs and stopped after them. Its stderr goes to a file,
 * whose last line tells why it did not start. Used by one thread.
 */
final class ControllerProcess implements AutoCloseable {
  private static final String READY = "maestro: listening on ";
  private static final String CONTROLLER_JAR = "maestro-core/target/maestro.jar";
  private static final int START_SECONDS = 20;
  private static final int STOP_SECONDS = 10;
  private static final double TICKS_PER_SECOND = 100;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private final Process process;
  private final InetSocketAddress address;

  private ControllerProcess(Process process, InetSocketAddress address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts a controller and waits until it listens.
   *
   * @param log where its stderr goes
   * @throws IOException with one line when it does not come up
   */
  static ControllerProcess start(List<String> command, Path log) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
            .start();
    CompletableFuture<String> firstLine = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, firstLine), "controller-stdout");
    reader.setDaemon(true);
    reader.start();
    try {
      String line = firstLine.get(START_SECONDS, TimeUnit.SECONDS);
      if (line != null && line.startsWith(READY)) {
        return new ControllerProcess(
            process, HostPort.parse(line.substring(READY.length()).strip()));
      }
      stop(process);
      throw new IOException("the controller did not start: " + lastLine(log));
    } catch (TimeoutException e) {
      stop(process);
      throw new IOException("the controller said nothing for " + START_SECONDS + " s", e);
    } catch (ExecutionException e) {
      stop(process);
      throw new IOException("the controller did not start: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      stop(process);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The command that starts one.
   *
   * @param config what it runs; null for config/learning-switch.conf
   * @param options of {@code run}
   */
  static List<String> command(Path config, List<String> options) throws IOException {
    Path root = root();
    Path conf = config == null ? root.resolve("config/learning-switch.conf") : config;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:AutoBoxCacheMax=65536");
    command.add("-jar");
    command.add(root.resolve(CONTROLLER_JAR).toString());
    command.addAll(List.of("run", "--config", conf.toString()));
    command.addAll(options);
    return command;
  }

  /** The nearest folder above this jar that has the controller's jar below it. */
  static Path root() throws IOException {
    Path folder;
    try {
      folder =
          Path.of(
              ControllerProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    while (folder != null && !Files.exists(folder.resolve(CONTROLLER_JAR))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IOException(CONTROLLER_JAR + " is missing: start with ./maestro, which builds it");
    }
    return folder;
  }

  InetSocketAddress address() {
    return address;
  }

  /** Processor time used so far; NaN where there is no /proc. */
  double cpuSeconds() {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
          / TICKS_PER_SECOND;
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** What it holds now. */
  Footprint footprint() {
    return ProcessFootprint.of(process);
  }

  @Override
  public void close() {
    stop(process);
  }

  private static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Reads to the end, so that the controller never waits for somebody to read. */
  private static void read(Process process, CompletableFuture<String> firstLine) {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      firstLine.complete(line);
      while (line != null) {
        line = out.readLine();
      }
    } catch (IOException e) {
      firstLine.completeExceptionally(e);
    }
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
  }
}
