package maestro.emulator.cli;

import java.io.IOException;
import maestro.emulator.controller.CpuPinning;
import maestro.emulator.engine.Progress;

/**
 * Gives a controller with one worker a processor of its own, on a machine with two, from shortly
 * before measured time on; see {@link CpuPinning}. Not earlier: the JVM's compiler runs in the
 * warm-up, and would share the worker's processor.
 *
 * <p>Used by the one thread that runs the emulation.
 */
final class ApartWhenWarm implements Progress, AutoCloseable {
  /** The part of the warm-up after which they are separated, in per cent. */
  private static final long AFTER_PERCENT = 75;

  private final long controllerPid;
  private final Progress progress;
  private boolean tried;

  /** Null before, and when an interruption came first. */
  private CpuPinning apart;

  ApartWhenWarm(long controllerPid, Progress progress) {
    this.controllerPid = controllerPid;
    this.progress = progress;
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    boolean warm = stage == Stage.WARMING_UP && done * 100 >= total * AFTER_PERCENT;
    if (!tried && (warm || stage == Stage.MEASURING)) {
      tried = true;
      separate();
    }
    progress.at(stage, done, total, answeredRequests);
  }

  private void separate() {
    try {
      apart = CpuPinning.apart(controllerPid);
    } catch (IOException e) { // interrupted, which ends the run
      assert Thread.currentThread().isInterrupted() : e;
    }
  }

  @Override
  public void close() throws IOException {
    if (apart != null) {
      apart.close();
    }
  }
}
