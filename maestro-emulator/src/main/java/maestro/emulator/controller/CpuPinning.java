package maestro.emulator.controller;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Gives a controller one processor of a machine with two, and this process the other, until it is
 * closed. Without that, Linux sometimes puts both on one processor after a third thread has run,
 * and leaves the other processor idle for up to ten milliseconds. These would be the longest delays
 * of a run, and not the controller's.
 *
 * <p>Does nothing on a machine with more processors, or without {@code taskset}. Used by one
 * thread.
 */
public final class CpuPinning implements AutoCloseable {
  /** How many processors this process may use where it takes one and leaves one. */
  public static final int SEPARATED_CORES = 2;

  private static final String BOTH = "0,1";
  private static final long MOST_SECONDS = 5;
  private static final long SELF = ProcessHandle.current().pid();

  /** Whether this process keeps to one processor now; read to describe the machine. */
  private static volatile boolean selfIsApart;

  private final boolean apart;

  private CpuPinning(boolean apart) {
    this.apart = apart;
  }

  /** Separates a controller with one worker from this process. */
  public static CpuPinning apart(long controllerPid) throws IOException {
    return apart(List.of(controllerPid));
  }

  /** Separates several controllers that do not run at the same time from this process. */
  public static CpuPinning apart(List<Long> controllerPids) throws IOException {
    boolean fits = Runtime.getRuntime().availableProcessors() == SEPARATED_CORES;
    for (long pid : controllerPids) {
      fits = fits && set(pid, "0");
    }
    boolean apart = fits && set(SELF, "1");
    selfIsApart |= apart;
    return new CpuPinning(apart);
  }

  /**
   * Whether this process has left one of two processors to a controller, by itself and not by its
   * operator. Any thread.
   */
  public static boolean isApart() {
    return selfIsApart;
  }

  /** Lets a controller with several workers, and this process, run on all processors. */
  public static CpuPinning shared(long controllerPid) throws IOException {
    boolean fits = Runtime.getRuntime().availableProcessors() == SEPARATED_CORES;
    return new CpuPinning(fits && set(controllerPid, BOTH));
  }

  @Override
  public void close() throws IOException {
    if (apart) {
      set(SELF, BOTH); // the next controller inherits the processors of this process
      selfIsApart = false;
    }
  }

  /** Sets the processors of all threads of a process; false when that is not possible. */
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
    } catch (IOException e) { // without taskset
      return false;
    }
  }
}
