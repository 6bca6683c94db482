package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs other programs, each within a time. */
final class Commands {
  /** For anything that ends, or begins, on a machine that is busy with other things. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration GRACE = Duration.ofSeconds(15);

  private Commands() {}

  /**
   * What a program did.
   *
   * @param code its exit code, -1 when it was stopped because its time was up
   * @param output what it wrote to stdout and stderr
   */
  record Result(int code, String output) {}

  static Result run(Duration limit, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("maestro-", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Process process = builder.redirectOutput(output.toFile()).start();
      boolean ended = false;
      try {
        process.getOutputStream().close();
        ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        if (!ended) {
          stop(process);
        }
      }
      return new Result(ended ? process.exitValue() : -1, Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }

  /** What a program says that has to end well; a command of one word is split at its spaces. */
  static String succeed(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    List<String> words = List.of(command.length == 1 ? command[0].split(" ") : command);
    Result result = run(PATIENCE, environment, words);
    assertThat(result.code()).as(words + "\n" + result.output()).isZero();
    return result.output();
  }

  static String succeed(String... command) throws IOException, InterruptedException {
    return succeed(Map.of(), command);
  }

  /** Asks the process to end, so that it can clean up; then makes it, and what it has started. */
  static void stop(Process process) {
    process.destroy();
    boolean ended = false;
    try {
      ended = process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, program))
        .anyMatch(Files::isExecutable);
  }
}
