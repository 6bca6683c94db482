package maestro.emulator.cli;

import java.util.Locale;
import java.util.function.LongSupplier;
import maestro.emulator.engine.Progress;
import maestro.emulator.format.Figures;
import maestro.emulator.scenario.Scenario;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * Draws how far the runs of a command are on stderr, when that is a terminal: {@code round 2 of 5,
 * fair-share, measuring [==== ] 42 % 3 min 20 s left 1.2 M answered}. The bar is the time of all
 * runs.
 *
 * <p>Used by one thread; the bar's own thread draws, and reads {@code said}.
 */
final class TerminalProgress implements Progress, AutoCloseable {
  private static final int UPDATE_MS = 200;
  private static final int LONGEST_NAME = 20;
  private static final int SHORTEST_BAR = 10;
  private static final int STEPS = 1000;

  private final boolean draws;
  private final int roundCount;
  private final TimeLeft left;
  private final LongSupplier clockNs;
  private final long beginNs;
  private ProgressBar bar;
  private String run = "";

  /** Volatile: written by the command's thread, read by the bar's. */
  private volatile String said = "";

  /**
   * Draws nothing until a run begins.
   *
   * @param draws whether somebody can see it
   * @param roundCount rounds of the command
   * @param runsPerRound runs in each
   */
  TerminalProgress(Scenario scenario, int roundCount, int runsPerRound, boolean draws) {
    this(scenario, roundCount, runsPerRound, draws, System::nanoTime);
  }

  TerminalProgress(
      Scenario scenario, int roundCount, int runsPerRound, boolean draws, LongSupplier clockNs) {
    this.draws = draws;
    this.roundCount = roundCount;
    this.left = new TimeLeft(scenario, roundCount * runsPerRound);
    this.clockNs = clockNs;
    this.beginNs = clockNs.getAsLong();
  }

  /** A run begins. */
  void begin(int round, String name) {
    String few = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME - 1) + "…" : name;
    run = (roundCount == 1 ? "" : "round " + round + " of " + roundCount + ", ") + few;
    left.begin(clockNs.getAsLong());
  }

  /** It has ended, well or not. */
  void end() {
    left.end(clockNs.getAsLong());
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    if (!draws) {
      return;
    }
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("")
              .setRenderer(
                  (now, width) ->
                      line(
                          said,
                          (double) now.getCurrent() / now.getMax(),
                          now.getExtraMessage(),
                          width))
              .setUpdateIntervalMillis(UPDATE_MS)
              .setInitialMax(STEPS)
              .build();
    }
    Drawn drawn = drawn(stage, done, total, answeredRequests);
    said = drawn.task();
    bar.stepTo(Math.round(STEPS * drawn.done()));
    bar.setExtraMessage(drawn.said());
  }

  /** What is drawn: the words before the bar, the part of the time that is over, and the rest. */
  record Drawn(String task, double done, String said) {}

  Drawn drawn(Stage stage, long done, long total, long answeredRequests) {
    long nowNs = clockNs.getAsLong();
    long leftNs = left.leftNs(nowNs, stage, done, total);
    long overNs = nowNs - beginNs;
    String task = run + ", " + stage.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String said = TimeLeft.text(leftNs) + " left, " + few(answeredRequests) + " answered";
    return new Drawn(task, (double) overNs / (overNs + leftNs), said);
  }

  /** A count in a few characters. */
  private static String few(long count) {
    return count < 1000 ? Figures.count(count) : Figures.rate((double) count);
  }

  /**
   * One line, of which the bar takes what the rest leaves. What is said after a comma is left out
   * when too little is left.
   */
  static String line(String task, double done, String said, int width) {
    String before = task + " [";
    String percent = String.format(Locale.ROOT, "] %3.0f %%  ", 100 * done);
    String after = percent + said;
    if (said.contains(", ") && width - before.length() - after.length() < SHORTEST_BAR) {
      after = percent + said.substring(0, said.indexOf(", "));
    }
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
