package maestro.emulator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Whether a command draws how far it is. Used by the thread that runs the command. */
public final class ProgressOptions {
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  @Option(
      names = "--no-progress",
      description = "Draw no progress bar; none is drawn either when this is no terminal.")
  private boolean noProgress;

  /** Whether to draw, on stderr. */
  public boolean draws() {
    return !noProgress && stderrIsTerminal();
  }

  private static boolean stderrIsTerminal() {
    try {
      Path stderr = Files.readSymbolicLink(STDERR);
      return stderr.startsWith("/dev/pts") || stderr.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
