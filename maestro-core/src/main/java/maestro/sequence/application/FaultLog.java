package maestro.sequence.application;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each distinct error of an application once, with its stack, and counts repeats. Any thread.
 */
public final class FaultLog {
  private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);
  private static final int MAX_DISTINCT = 1000;

  private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

  /**
   * Reports a failure of an application.
   *
   * @param lost how many requests are lost with it
   */
  void report(String application, int lost, Throwable fault) {
    StackTraceElement[] stack = fault.getStackTrace();
    String where = stack.length == 0 ? "" : stack[0].toString();
    String key = application + ' ' + fault.getClass().getName() + ' ' + where;
    LongAdder count = counts.get(key);
    if (count == null && counts.size() < MAX_DISTINCT) {
      LongAdder fresh = new LongAdder();
      count = counts.putIfAbsent(key, fresh);
      if (count == null) { // no other thread was faster
        count = fresh;
        LOG.error(
            "application {} failed; requests lost: {} (said once; repeats are counted)",
            application,
            lost,
            fault);
      }
    }
    if (count != null) {
      count.increment();
    }
  }

  /** How often this application failed. */
  long count(String application) {
    long sum = 0;
    for (var entry : counts.entrySet()) {
      if (entry.getKey().startsWith(application + ' ')) {
        sum += entry.getValue().sum();
      }
    }
    return sum;
  }
}
