package maestro.store;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import maestro.api.Store;
import maestro.metrics.OperatorEvent.Severity;
import maestro.metrics.OperatorEvents;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of all applications, by their names, in one file or in memory alone.
 *
 * <ol>
 *   <li>An application's store has all its values in memory. A change is noted there, and the first
 *       one calls for a commit.
 *   <li>Half a second later the thread {@code store} takes what has changed in all stores, and
 *       writes it as one commit.
 *   <li>When it cannot be written, the stores take it back, and it is tried again, each second. It
 *       is logged once, until it succeeds.
 * </ol>
 *
 * <p>The file is opened when the first application asks for its store. It stays with the controller
 * over reloads. Threads: any; {@link #of} and {@link #close} may wait for the disk.
 */
public final class Stores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Stores.class);
  private static final String KEY = "maestro.applications.store";
  private static final long COMMIT_MS = 500;
  private static final long RETRY_MS = 1_000;
  private static final long KEEP_THREAD_SECONDS = 10;
  private static final long END_MS = 500;

  private final Optional<Path> path;
  private final long limitBytes;
  private final OperatorEvents operatorEvents;
  private final ScheduledThreadPoolExecutor thread;

  /** Under the monitor, as the following ones. */
  private final Map<String, StoredValues> byApplication = new HashMap<>();

  private @Nullable StoreFile file;
  private boolean hasFailed;
  private boolean closed;

  /**
   * Opens nothing yet.
   *
   * @param path the file; empty when the stores end with the controller
   * @param limitBytes how large the store of an application may be
   * @param operatorEvents gets a failure to write, and its end
   */
  public Stores(Optional<Path> path, long limitBytes, OperatorEvents operatorEvents) {
    this.path = path;
    this.limitBytes = limitBytes;
    this.operatorEvents = operatorEvents;
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, "store");
              made.setDaemon(true);
              return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    thread.setKeepAliveTime(KEEP_THREAD_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Stores that nobody writes anywhere: for a check, and for virtual time. */
  public static Stores inMemory(long limitBytes) {
    return new Stores(Optional.empty(), limitBytes, new OperatorEvents());
  }

  /**
   * The store of an application, the same at each call.
   *
   * @throws BadStoreException when the file cannot be used
   */
  public synchronized Store of(String application) {
    StoredValues known = byApplication.get(application);
    if (known == null) {
      Map<String, byte[]> kept = path.isEmpty() ? Map.of() : opened(path.get()).read(application);
      Runnable whenChanged = path.isEmpty() ? () -> {} : () -> commitAfter(COMMIT_MS);
      known = new StoredValues(application, kept, limitBytes, whenChanged);
      byApplication.put(application, known);
    }
    return known;
  }

  private StoreFile opened(Path at) {
    StoreFile open = file;
    if (open == null) {
      open = new StoreFile(at);
      file = open;
    }
    return open;
  }

  private void commitAfter(long ms) {
    ScheduledFuture<?> unused = thread.schedule(this::commit, ms, TimeUnit.MILLISECONDS);
  }

  /** Writes what has changed. */
  synchronized void commit() {
    if (path.isEmpty() || closed) {
      return;
    }
    Map<String, Map<String, Optional<byte[]>>> changes = new HashMap<>();
    byApplication.forEach(
        (name, values) -> {
          Map<String, Optional<byte[]>> taken = values.takeChanges();
          if (!taken.isEmpty()) {
            changes.put(name, taken);
          }
        });
    if (changes.isEmpty()) {
      return;
    }
    try {
      opened(path.get()).write(changes);
      tellWritten(path.get());
    } catch (RuntimeException e) { // any failure: what is in memory stays true
      changes.forEach((name, taken) -> stored(name).giveBack(taken));
      closeFile();
      tellFailed(path.get(), e);
      commitAfter(RETRY_MS);
    }
  }

  private StoredValues stored(String application) {
    StoredValues values = byApplication.get(application);
    if (values == null) {
      throw new IllegalStateException("no store of " + application);
    }
    return values;
  }

  private void tellFailed(Path at, RuntimeException e) {
    if (!hasFailed) {
      hasFailed = true;
      String text =
          "the state of applications is in memory alone: %s: %s".formatted(at, e.getMessage());
      LOG.error("{} ({}); it is tried again each second", text, KEY);
      operatorEvents.add("store-failed", Severity.ERROR, text, Map.of("file", at.toString()));
    }
  }

  private void tellWritten(Path at) {
    if (hasFailed) {
      hasFailed = false;
      String text = "the state of applications is on the disk again: " + at;
      LOG.info("{}", text);
      operatorEvents.add("store-written", Severity.INFO, text, Map.of("file", at.toString()));
    }
  }

  /** Closes the file; the next commit opens it. */
  synchronized void closeFile() {
    StoreFile open = file;
    file = null;
    if (open != null) {
      try {
        open.close();
      } catch (RuntimeException e) {
        LOG.debug("not closed", e);
      }
    }
  }

  /** Writes what has changed, and closes the file. What is put later is in memory alone. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_MS, TimeUnit.MILLISECONDS)) {
        LOG.debug("the last commit takes long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      commit();
      closed = true;
      closeFile();
    }
  }
}
