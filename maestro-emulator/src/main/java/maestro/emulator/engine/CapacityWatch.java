package maestro.emulator.engine;

import java.util.ArrayList;
import java.util.List;
import maestro.emulator.report.RunResult.Capacity;

/**
 * Watches a run at full load until the controller's throughput has settled.
 *
 * <ol>
 *   <li>Measured time is cut into windows. A window has the throughput of the right answers in it.
 *   <li>The throughput has settled when the best of the last three windows is at most 5 % above the
 *       best of the three before. The best is compared, since other programs slow single windows
 *       down; only a rise counts, since compilers and host tables make a controller faster.
 *   <li>The capacity is the mean of the last three windows, or of all when there are fewer.
 * </ol>
 *
 * <p>Used by the thread that runs the load.
 */
final class CapacityWatch implements Progress {
  private static final double SETTLED_RISE = 1.05;
  private static final double MS_PER_SECOND = 1e3;

  private final Progress progress;
  private final long windowMs;
  private final List<Window> windows = new ArrayList<>();
  private boolean begun;
  private long beginMs;
  private long beginAnswered;
  private boolean settled;

  private record Window(long lengthMs, long answeredRequests) {
    double perSecond() {
      return answeredRequests / (lengthMs / MS_PER_SECOND);
    }
  }

  /**
   * Nothing is measured yet.
   *
   * @param progress is told the same
   */
  CapacityWatch(CapacityTimes times, Progress progress) {
    this.windowMs = times.windowNs() / 1_000_000;
    this.progress = progress;
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    if (stage == Stage.MEASURING && !settled) {
      if (!begun) {
        begun = true;
        begin(done, answeredRequests);
      } else if (done - beginMs >= windowMs) {
        windows.add(new Window(done - beginMs, answeredRequests - beginAnswered)); // 1
        begin(done, answeredRequests);
        settled = hasSettled();
      }
    }
    progress.at(stage, done, total, answeredRequests);
  }

  private void begin(long nowMs, long answeredRequests) {
    beginMs = nowMs;
    beginAnswered = answeredRequests;
  }

  private boolean hasSettled() {
    int last = windows.size() - CapacityTimes.COMPARED_WINDOWS;
    int before = last - CapacityTimes.COMPARED_WINDOWS;
    return before >= 0
        && best(last, windows.size()) > 0
        && best(last, windows.size()) <= SETTLED_RISE * best(before, last); // 2
  }

  private double best(int from, int to) {
    return windows.subList(from, to).stream().mapToDouble(Window::perSecond).max().orElse(0);
  }

  @Override
  public boolean isEnough() {
    return settled;
  }

  /**
   * What was measured.
   *
   * @param ofRun the throughput of the whole run, which stands when not even one window is over
   */
  Capacity capacity(double ofRun) {
    int from = Math.max(0, windows.size() - CapacityTimes.COMPARED_WINDOWS);
    List<Window> last = windows.subList(from, windows.size()); // 3
    long lengthMs = last.stream().mapToLong(Window::lengthMs).sum();
    long answered = last.stream().mapToLong(Window::answeredRequests).sum();
    double perSecond = last.isEmpty() ? ofRun : answered / (lengthMs / MS_PER_SECOND);
    double seconds = windows.stream().mapToLong(Window::lengthMs).sum() / MS_PER_SECOND;
    return new Capacity(perSecond, seconds, settled);
  }
}
