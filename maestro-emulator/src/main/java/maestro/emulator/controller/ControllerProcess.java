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
import maestro.emulator.report.IsolationResult.Footprint;

/**
 * A controller of ours, started for some runs and stopped after them. Its stderr goes to a file,
 * whose last line tells why it did not start. Used by one thread.
 */
public final class ControllerProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("\\w+: listening on \\[?(.+?)]?:(\\d+)");
  private static final int START_SECONDS = 20;
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
   * @param log where its stderr goes
   * @throws IOException with one line when it does not come up
   */
  public static ControllerProcess start(List<String> command, Path log) throws IOException {
    long beganNs = System.nanoTime();
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
   * The command that starts one, as a user does.
   *
   * @param config what it runs; null for config/learning-switch.conf
   * @param options of {@code run}
   */
  public static List<String> command(Path config, List<String> options) throws IOException {
    Path conf = config == null ? defaultConfig() : config;
    List<String> arguments = new ArrayList<>(List.of("run", "--config", conf.toString()));
    arguments.addAll(options);
    return Installation.command(Installation.root(), arguments);
  }

  /** What one runs when nobody says otherwise. */
  public static Path defaultConfig() throws IOException {
    return Installation.root().resolve("config/learning-switch.conf");
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** From the start of the process until it said that it listens. */
  public double startSeconds() {
    return startSeconds;
  }

  /** Its number in the system. */
  public long pid() {
    return process.pid();
  }

  /** Processor time used so far; NaN where there is no /proc. */
  public double cpuSeconds() {
    return ProcessorTime.ofProcess(process.pid());
  }

  /** What it holds now. */
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
