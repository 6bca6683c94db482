package maestro.emulator.controller;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Maestro controller in a process of its own, started for some runs and stopped after them. Its
 * stderr goes to a file; when it does not start, the last line of that file is the reason. Its
 * stdin is a pipe that ends with this process, and the controller with it. Used by one thread.
 */
public final class ControllerProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("\\w+: listening on \\[?(.+?)]?:(\\d+)");

  /** The command of a controller that ends when the process that started it ends. */
  public static final List<String> RUN = List.of("run", "--until-stdin-ends");

  /** Several controllers may run at once, and nothing but switches is to cost one of them time. */
  public static final List<String> NO_CONTROL = List.of("--set", "maestro.control.listen=off");

  /** The first start of a build also records its classes, which takes long on a busy machine. */
  private static final int START_SECONDS = 120;

  private static final int STOP_SECONDS = 10;

  private final Process process;
  private final InetSocketAddress address;
  private final double startSeconds;

  private ControllerProcess(Process process, InetSocketAddress address, double startSeconds) {
    this.process = process;
    this.address = address;
    this.startSeconds = startSeconds;
  }

  /**
   * Starts a controller and waits until it listens.
   *
   * @param log the file for its stderr
   * @throws IOException with one line when it does not start
   */
  public static ControllerProcess start(List<String> command, Path log) throws IOException {
    long beganNs = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    CompletableFuture<String> firstLine = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, firstLine), "controller-stdout");
    reader.setDaemon(true);
    reader.start();
    try {
      String line = firstLine.get(START_SECONDS, TimeUnit.SECONDS);
      Matcher ready = READY.matcher(line == null ? "" : line.strip());
      if (ready.matches()) {
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        int port = Integer.parseInt(ready.group(2));
        return new ControllerProcess(process, new InetSocketAddress(ready.group(1), port), seconds);
      }
      stop(process);
      throw new IOException("the controller did not start: " + lastLine(log));
    } catch (TimeoutException e) {
      stop(process);
      throw new IOException(
          "the controller said nothing for " + START_SECONDS + " s; last: " + lastLine(log), e);
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
   * The command with which a user starts a controller.
   *
   * @param config its configuration; null for config/learning-switch.conf
   * @param options options of {@code run}
   */
  public static List<String> command(Path config, List<String> options) throws IOException {
    Path conf = config == null ? defaultConfig() : config;
    List<String> arguments = new ArrayList<>(RUN);
    arguments.addAll(List.of("--config", conf.toString()));
    arguments.addAll(NO_CONTROL);
    arguments.addAll(options);
    return Installation.command(Installation.root(), arguments);
  }

  /** The default configuration. */
  public static Path defaultConfig() throws IOException {
    return Installation.root().resolve("config/learning-switch.conf");
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** The time from the start of the process until it listened. */
  public double startSeconds() {
    return startSeconds;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** The processor time that it has used; NaN without /proc. */
  public double cpuSeconds() {
    return ProcessorTime.ofProcess(process.pid());
  }

  /** Is done with its exit status when it has ended. */
  public CompletableFuture<Integer> ended() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** The memory, files and threads that it has now. */
  public Footprint footprint() {
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

  /** Reads its output to the end, so that the controller never blocks on a full pipe. */
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
