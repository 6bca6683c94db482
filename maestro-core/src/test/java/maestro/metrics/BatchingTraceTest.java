package maestro.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the file, and what ends it. */
class BatchingTraceTest {
  private static final String TITLE = "ms,worker,ibt,requests,batches";
  private static final long TURN_NS = BatchingTrace.INTERVAL_NS;

  private final Counters one = new Counters();
  private final Counters two = new Counters();
  @AutoClose private final LogOf log = new LogOf(BatchingTrace.class);

  @TempDir private Path folder;

  private BatchingTrace trace(Path file, long mostLines) {
    return new BatchingTrace(file, List.of(one, two), mostLines);
  }

  @Test
  void shouldWriteOneLineForEachWorkerWhenATurnComes() throws IOException {
    Path file = Files.writeString(folder.resolve("ibt.csv"), "of an earlier start");
    BatchingTrace trace = trace(file, 100);
    long startNs = -5; // the clock may have any value
    trace.write(startNs);
    one.threshold(40);
    one.add(Counter.REQUESTS, 120);
    one.add(Counter.BATCHES, 3);
    two.threshold(8192);
    trace.write(startNs + TURN_NS);
    assertThat(file)
        .as("a reader sees whole turns before the end")
        .hasContent(
            String.join("\n", TITLE, "0,0,0,0,0", "0,1,0,0,0", "100,0,40,120,3", "100,1,8192,0,0"));
    trace.close();
    trace.write(startNs + 2 * TURN_NS);
    assertThat(Files.readAllLines(file)).hasSize(5);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void shouldEndWithALineOfTheLogWhenTheLinesAreUsedUp() throws IOException {
    Path file = folder.resolve("ibt.csv");
    BatchingTrace trace = trace(file, 3);
    for (int turn = 0; turn < 5; turn++) {
      trace.write(turn * TURN_NS);
    }
    assertThat(Files.readAllLines(file)).containsExactly(TITLE, "0,0,0,0,0", "0,1,0,0,0");
    assertThat(log.lines()).containsExactly(file + " ends: it has 2 lines");
  }

  @Test
  void shouldEndWithALineOfTheLogWhenTheDiskFails() {
    Path missing = folder.resolve("was-removed").resolve("ibt.csv");
    BatchingTrace trace = trace(missing, 100);
    trace.write(0);
    trace.write(TURN_NS);
    trace.close();
    assertThat(log.lines()).singleElement().asString().startsWith(missing + " ends: ");
    assertThat(missing).doesNotExist();
  }

  @Test
  void shouldLeaveTheThresholdOutOfAllSumsWhenItIsSet() {
    Metrics metrics = new Metrics();
    Counters counters = metrics.newThread();
    counters.threshold(7);
    assertThat(counters.threshold()).isEqualTo(7);
    assertThat(metrics.describe()).isEqualTo("nothing happened");
  }
}
