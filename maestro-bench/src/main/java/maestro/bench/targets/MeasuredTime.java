package maestro.bench.targets;

import java.io.IOException;
import maestro.emulator.engine.Progress;

/**
 * Looks at something when measured time begins and when it has ended. Used by one thread, that of
 * the load.
 */
public abstract class MeasuredTime implements Progress {
  private Stage seen = Stage.CONNECTING;
  private IOException failure;

  /** For subclasses. */
  protected MeasuredTime() {}

  /**
   * Measured time begins.
   *
   * @param answered requests until now
   * @throws IOException when it cannot be looked at; {@link #check} tells
   */
  protected abstract void begin(long answered) throws IOException;

  /** Measured time has ended; otherwise like {@link #begin}. */
  protected abstract void end(long answered) throws IOException;

  @Override
  public final void at(Stage stage, long done, long total, long answered) {
    if (stage == seen) {
      return;
    }
    seen = stage;
    try {
      if (stage == Stage.MEASURING) {
        begin(answered);
      } else if (stage == Stage.DRAINING) {
        end(answered);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  /**
   * Call it when measured time has ended.
   *
   * @throws IOException why it could not be looked at
   */
  protected final void check() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }
}
