package maestro.emulator.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C and SIGTERM end a command's runs, and gives it the time to show what was measured.
 *
 * <p>The thread that calls {@link #watch} is interrupted by a signal until {@link #endRuns}; after
 * that, or after {@link #note}, a signal only waits until {@link #end}. Then the process ends with
 * the status that the signal has: 130 for Ctrl-C, 143 for SIGTERM.
 */
public final class Interruption {
  private static final int SHOW_SECONDS = 20;

  private final CountDownLatch shown = new CountDownLatch(1);
  private Thread hook;
  private Thread running;
  private boolean requested;

  /** From now on a signal interrupts the calling thread. */
  public synchronized void watch() {
    running = Thread.currentThread();
    note();
  }

  /** From now on {@link #isRequested} tells of a signal; no thread is interrupted. */
  public synchronized void note() {
    hook = new Thread(this::onSignal, "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether a signal came. */
  public synchronized boolean isRequested() {
    return requested;
  }

  /** No run is left to be interrupted; results are being written. */
  public synchronized void endRuns() {
    running = null;
    boolean late = Thread.interrupted(); // or writing files would fail
    assert !late || requested;
  }

  /** Everything is shown. */
  void end() {
    shown.countDown();
    synchronized (this) {
      if (hook == null || requested) {
        return;
      }
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        requested = true; // a signal came this moment, and finds everything shown
      }
    }
  }

  /**
   * Ends the process with {@code status}, or returns when a signal came: the JVM is ending with the
   * signal's status then. Java 17 would take {@code status} instead if the thread asked for it
   * between the end of the hooks and the end of the process.
   */
  void exit(int status) {
    if (!isRequested()) {
      System.exit(status);
    }
  }

  /** Interrupts a thread that ends then within moments, and waits for its end in any case. */
  public static void stop(Thread thread) {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void onSignal() {
    synchronized (this) {
      requested = true;
      if (running != null) {
        running.interrupt();
      }
    }
    try {
      boolean inTime = shown.await(SHOW_SECONDS, TimeUnit.SECONDS);
      assert inTime
          : "the result is not shown within " + SHOW_SECONDS + " s; the process ends without it";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
