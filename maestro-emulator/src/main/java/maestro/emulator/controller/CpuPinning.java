package maestro.emulator.controller;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * While open, a controller has one processor of a machine with two for itself and this process the
 * other. Left to itself Linux puts both on one now and then, when a third thread ran for a moment,
 * and leaves the other idle for up to ten milliseconds: the longest delays of a run, and nobody's
 * fault who is measured.
 *
 * <p>Does nothing on a machine with more processors, and where there is no {@code taskset}. Used by
 * one thread.
 */
public final class OwnProcessors implements AutoCloseable {
  private static final int TWO = 2;
  private static final String BOTH = "0,1";
  private static final long MOST_SECONDS = 5;
  private static final long SELF = ProcessHandle.current().pid();

  private final boolean apart;

  private OwnProcessors(boolean apart) {
    this.apart = apart;
  }

  /** Parts a controller that has one worker from this process. */
  public static OwnProcessors apart(long controllerPid) throws IOException {
    return apart(List.of(controllerPid));
  }

  /** Parts several that do not run at the same time. */
  public static OwnProcessors apart(List<Long> controllerPids) throws IOException {
    boolean fits = Runtime.getRuntime().availableProcessors() == TWO;
    for (long pid : controllerPids) {
      fits = fits && set(pid, "0");
    }
    return new OwnProcessors(fits && set(SELF, "1"));
  }

  /** Lets a controller with several workers, and this process, run anywhere. */
  public static OwnProcessors shared(long controllerPid) throws IOException {
    boolean fits = Runtime.getRuntime().availableProcessors() == TWO;
    return new OwnProcessors(fits && set(controllerPid, BOTH));
  }

  @Override
  public void close() throws IOException {
    if (apart) {
      set(SELF, BOTH); // the next controller is started by this process and has its processors
    }
  }

  /** Where all threads of a process may run; false when that cannot be said. */
  private static boolean set(long pid, String processors) throws IOException {
    try {
      Process process =
          new ProcessBuilder(List.of("taskset", "-a", "-c", "-p", processors, Long.toString(pid)))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (IOException e) { // there is no taskset
      return false;
    }
  }
}
