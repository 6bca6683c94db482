package maestro.emulator.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.engine.Progress;

/**
 * Notes where the controller's trace was when measured time began, to a tenth of a second, which is
 * how often it is written.
 */
final class TraceStart implements Progress {
  private final Path trace;
  private double startSeconds = Double.NaN;
  private IOException failure;

  TraceStart(Path trace) {
    this.trace = trace;
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    if (stage == Stage.MEASURING && Double.isNaN(startSeconds) && failure == null) {
      try {
        List<TraceSample> samples = TraceSample.read(trace);
        if (!samples.isEmpty()) {
          startSeconds = samples.get(samples.size() - 1).atSeconds() - done / 1e3;
        }
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** What was told since measured time began, by the time since then. */
  List<TraceSample> samples() throws IOException {
    if (failure != null) {
      throw failure;
    }
    return TraceSample.read(trace).stream()
        .map(sample -> sample.earlierBy(startSeconds))
        .filter(sample -> sample.atSeconds() >= 0)
        .toList();
  }
}
