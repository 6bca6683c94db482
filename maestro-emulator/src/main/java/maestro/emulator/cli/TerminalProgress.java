package maestro.emulator.cli;

import java.util.Locale;
import maestro.emulator.engine.Progress;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Draws how far a run is on stderr, when that is a terminal. Used by one thread. */
final class TerminalProgress implements Progress, AutoCloseable {
  private static final int UPDATE_MS = 200;

  private final String task;
  private final boolean draws;
  private ProgressBar bar;
  private Stage shown;

  /**
   * Draws nothing until the run begins.
   *
   * @param task what the bar is called
   * @param draws whether somebody can see it
   */
  TerminalProgress(String task, boolean draws) {
    this.task = task;
    this.draws = draws;
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    if (!draws) {
      return;
    }
    if (stage != shown) {
      close();
      shown = stage;
      bar =
          new ProgressBarBuilder()
              .setTaskName(task + " " + stage.name().toLowerCase(Locale.ROOT).replace('_', ' '))
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(UPDATE_MS)
              .setInitialMax(total)
              .build();
    }
    bar.stepTo(Math.min(done, total));
    bar.setExtraMessage(String.format("%,d answered", answeredRequests));
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
