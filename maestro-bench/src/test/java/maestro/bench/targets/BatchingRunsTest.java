package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.bench.batching.BatchingResult.Point;
import maestro.bench.batching.BatchingResult.Step;
import maestro.bench.batching.BatchingRuns;
import maestro.emulator.engine.Progress.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of a run over time and of what the controller told meanwhile. */
class BatchingRunsTest {
  private static final String TITLE = "ms,worker,ibt,requests,batches\n";

  @TempDir private Path folder;

  @Test
  void shouldPutTheTraceIntoTheTimeOfTheRun() throws IOException {
    Path trace = folder.resolve("a.csv");
    Files.writeString(trace, TITLE + "0,0,10,0,0\n100,0,20,50,5\n20");
    TraceStart start = new TraceStart(trace);
    start.at(Stage.WARMING_UP, 900, 1000, 0);
    start.at(Stage.MEASURING, 30, 1000, 0); // the last whole line is of 100 ms: it began at 70
    Files.writeString(trace, TITLE + "0,0,10,0,0\n100,0,20,50,5\n200,0,30,150,10\n");
    start.at(Stage.MEASURING, 130, 1000, 0);
    List<TraceSample> samples = start.samples();
    assertThat(samples).extracting(TraceSample::ibt).containsExactly(20.0, 30.0);
    assertThat(samples.get(0).atSeconds()).isCloseTo(0.03, within(1e-9));
    assertThat(samples.get(1).requests()).isEqualTo(150);
  }

  @Test
  void shouldTellOfAllWorkersTogetherAndLeaveAnIncompleteMomentOut() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("a.csv"),
            TITLE + "0,0,10,0,0\n0,1,30,8,2\n100,0,20,50,5\n100,1,60,30,7\n200,0,20,60,6\n");
    assertThat(TraceSample.read(trace))
        .containsExactly(new TraceSample(0, 20, 8, 2), new TraceSample(0.1, 40, 80, 12));
  }

  @Test
  void shouldTellNothingWhenTheControllerTellsNothing() throws IOException {
    Path trace = Files.writeString(folder.resolve("a.csv"), TITLE);
    TraceStart start = new TraceStart(trace);
    start.at(Stage.MEASURING, 30, 1000, 0);
    assertThat(start.samples()).isEmpty();
    Step step = BatchingRuns.step(0, 1, List.of(), List.of());
    assertThat(step.ibt()).isNaN();
    assertThat(step.batchRequests()).isNaN();
    assertThat(step.probingP99Ns()).isNaN();
  }

  @Test
  void shouldSumUpAStepFromWhatIsWithinIt() {
    List<Point> points = new ArrayList<>();
    List<TraceSample> samples = new ArrayList<>();
    for (int i = 0; i < 30; i++) { // one second of each rate
      double at = i / 10.0;
      double delay = i == 15 ? Double.NaN : 1000 * (i / 10 + 1);
      points.add(new Point(at, 500, 100 * (i / 10 + 1), Double.NaN, delay));
      samples.add(new TraceSample(at + 0.03, 10 * (i / 10), 200L * i, 4L * i));
    }
    Step step = BatchingRuns.step(1, 2, points, samples);
    assertThat(step.fromSeconds()).isEqualTo(1);
    assertThat(step.offeredPerSecond()).isEqualTo(500);
    assertThat(step.servedPerSecond()).isCloseTo(200, within(1e-6));
    assertThat(step.ibt()).isCloseTo(10, within(1e-6));
    assertThat(step.batchRequests()).isEqualTo(50);
    assertThat(step.probingMeanNs()).isCloseTo(2000, within(1e-6));
    assertThat(step.probingP99Ns()).isEqualTo(2000);
  }
}
