package maestro.bench.targets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.engine.Progress;

/**
 * Notes the time in the controller's trace at which measured time began. The trace is written every
 * tenth of a second, and the note is as exact as that.
 */
public final class TraceStart implements Progress {
  private final Path trace;
  private double startSeconds = Double.NaN;
  private IOException failure;

  public TraceStart(Path trace) {
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

  /** The samples since measured time began, by the time since then. */
  public List<TraceSample> samples() throws IOException {
    if (failure != null) {
      throw failure;
    }
    return TraceSample.read(trace).stream()
        .map(sample -> sample.earlierBy(startSeconds))
        .filter(sample -> sample.atSeconds() >= 0)
        .toList();
  }
}
