package maestro.sequence;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What applications throw: each distinct error is logged once, with its stack, and counted from
 * then on. Any thread.
 */
final class FaultLog {
  private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);
  private static final int MAX_DISTINCT = 1000;

  private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

  /**
   * An application has failed.
   *
   * @param lost how many requests of the batch are not handled
   */
  void report(String application, int lost, Throwable fault) {
    StackTraceElement[] stack = fault.getStackTrace();
    String where = stack.length == 0 ? "" : stack[0].toString();
    String key = application + ' ' + fault.getClass().getName() + ' ' + where;
    LongAdder count = counts.get(key);
    if (count == null && counts.size() < MAX_DISTINCT) {
      LongAdder fresh = new LongAdder();
      count = counts.putIfAbsent(key, fresh);
      if (count == null) { // no other worker was quicker
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

  /** How often anything of this application failed. */
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
