package maestro.emulator.cli;

import java.util.Locale;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.Figures;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Draws how far a run is on stderr, when that is a terminal. Used by one thread. */
final class TerminalProgress implements Progress, AutoCloseable {
  private static final int UPDATE_MS = 200;
  private static final int LONGEST_TASK = 20;

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
    this.task = task.length() > LONGEST_TASK ? task.substring(0, LONGEST_TASK - 1) + "…" : task;
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
              .setRenderer(
                  (now, width) ->
                      line(
                          now.getTaskName(),
                          now.getMax() <= 0 ? 0 : (double) now.getCurrent() / now.getMax(),
                          now.getExtraMessage(),
                          width))
              .setUpdateIntervalMillis(UPDATE_MS)
              .setInitialMax(total)
              .build();
    }
    bar.stepTo(Math.min(done, total));
    bar.setExtraMessage(few(answeredRequests) + " answered");
  }

  /** A count in a few characters. */
  private static String few(long count) {
    return count < 1000 ? Figures.count(count) : Figures.rate((double) count);
  }

  /** One line, of which the bar takes what the rest leaves. */
  static String line(String task, double done, String said, int width) {
    String before = task + " [";
    String after = String.format(Locale.ROOT, "] %3.0f %%  %s", 100 * done, said);
    int length = Math.max(1, width - before.length() - after.length());
    int filled = (int) Math.round(done * length);
    return before + "=".repeat(filled) + " ".repeat(length - filled) + after;
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
