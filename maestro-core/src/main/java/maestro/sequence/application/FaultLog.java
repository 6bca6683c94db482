package maestro.sequence.application;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each distinct error of an application once, with its stack. Any thread. */
public final class FaultLog {
  private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);
  private static final int MAX_DISTINCT = 1000;

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * Reports a failure of an application.
   *
   * @param lost how many requests are lost with it
   */
  void report(String application, int lost, Throwable fault) {
    StackTraceElement[] stack = fault.getStackTrace();
    String where = stack.length == 0 ? "" : stack[0].toString();
    String error = application + ' ' + fault.getClass().getName() + ' ' + where;
    if (logged.size() < MAX_DISTINCT && logged.add(error)) {
      LOG.error(
          "application {} failed; requests lost: {} (said once; repeats are counted)",
          application,
          lost,
          fault);
    }
  }
}
