package maestro.metrics;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import maestro.thread.Duty;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the input batching threshold of each worker over time to a file: a header line, then one
 * line for each worker in each sample.
 *
 * <pre>
 * ms,worker,ibt,requests,batches
 * 100,0,3620,181534,52
 * </pre>
 *
 * <p>{@code ms} is the time since the first sample, {@code ibt} the current threshold in requests.
 * The other two count since the controller started. The trace overwrites the file. It ends at its
 * limit of lines or at the first I/O error; both are logged.
 *
 * <p>Threads: one, not a worker.
 */
public final class BatchingTrace implements Duty, AutoCloseable {
  /** The time between two samples. */
  static final long INTERVAL_NS = 100_000_000;

  /** Some 40 MB: more than a day with one worker. */
  public static final long MOST_LINES = 1_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(BatchingTrace.class);
  private static final long NS_PER_MS = 1_000_000;

  private final Path file;
  private final List<Counters> workers;
  private final long mostLines;
  private final Semaphore woken = new Semaphore(0);
  private long lines;
  private long firstNs;
  private long nextNs = System.nanoTime();

  /** Null before the first sample and after the last. */
  private @Nullable Writer out;

  private boolean ended;

  /**
   * Makes a trace; the first sample opens the file.
   *
   * @param workers the counters of each worker, in order
   * @param mostLines the limit of lines
   */
  public BatchingTrace(Path file, List<Counters> workers, long mostLines) {
    this.file = file;
    this.workers = List.copyOf(workers);
    this.mostLines = mostLines;
  }

  @Override
  public int doWork(long maxWaitNs) throws InterruptedException {
    long nowNs = System.nanoTime();
    if (nowNs - nextNs >= 0) {
      write(nowNs);
      nextNs = Math.max(nextNs + INTERVAL_NS, nowNs); // missed samples are lost
    }
    boolean unused = woken.tryAcquire(Math.min(maxWaitNs, nextNs - nowNs), TimeUnit.NANOSECONDS);
    return 0;
  }

  @Override
  public void wakeup() {
    woken.release();
  }

  @Override
  public void ended() {
    close();
  }

  /** Writes one sample, unless the trace has ended. */
  void write(long nowNs) {
    if (ended) {
      return;
    }
    try {
      if (out == null) {
        out = open();
        firstNs = nowNs;
      }
      if (lines + workers.size() > mostLines) {
        LOG.warn("{} ends: it has {} lines", file, lines);
        close();
        return;
      }
      for (int worker = 0; worker < workers.size(); worker++) {
        out.write(line((nowNs - firstNs) / NS_PER_MS, worker));
        lines++;
      }
      out.flush(); // so that a reader sees whole samples
    } catch (IOException e) {
      LOG.warn("{} ends: {}", file, e.toString());
      end(Level.DEBUG);
    }
  }

  private Writer open() throws IOException {
    BufferedWriter opened = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    opened.write("ms,worker,ibt,requests,batches\n");
    return opened;
  }

  private String line(long ms, int worker) {
    Counters counters = workers.get(worker);
    return ms
        + ","
        + worker
        + ","
        + counters.threshold()
        + ","
        + counters.get(Counter.REQUESTS)
        + ","
        + counters.get(Counter.BATCHES)
        + "\n";
  }

  /** Ends the trace. */
  @Override
  public void close() {
    end(Level.WARN);
  }

  /**
   * Ends the trace.
   *
   * @param level of the line when it is not complete; after an error another line has said so
   */
  private void end(Level level) {
    ended = true;
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        LOG.atLevel(level).log("{} is not complete: {}", file, e.toString());
      }
      out = null;
    }
  }
}
