package maestro.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import maestro.api.Application;
import maestro.sequence.application.RunningApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the applications of a host, so that nothing of them is left when others take their place:
 *
 * <ol>
 *   <li>Interrupt the background tasks.
 *   <li>Call {@link Application#end} of each application, the last one that started first.
 *   <li>Wait for the background tasks. What 2 has closed ends those that an interrupt does not.
 *   <li>Name in the log what is still there, with the place where it is. Nothing can end it.
 * </ol>
 *
 * <p>Threads: that of the host.
 */
final class ApplicationEnds {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationEnds.class);

  /** In the order in which they started. */
  private final List<Ending> endings = new ArrayList<>();

  private final Set<Thread> background;

  /** Threads that the platform has made for them. */
  private final Set<Thread> known = new HashSet<>();

  /** An application that has started, or has tried to. */
  private record Ending(Application application, RunningApplication running) {}

  /**
   * Ends nobody yet.
   *
   * @param background the threads of background tasks; their names begin with the application's
   */
  ApplicationEnds(Set<Thread> background) {
    this.background = background;
  }

  /** Adds an application that has started. */
  void add(Application application, RunningApplication running) {
    endings.add(new Ending(application, running));
  }

  /**
   * Ends all of them.
   *
   * @param mostMs how long each end, and all background tasks together, are waited for
   * @param hasThreads whether the end may be called on a thread of its own, as it may hang
   */
  void end(long mostMs, boolean hasThreads) {
    background.forEach(Thread::interrupt); // 1
    for (int i = endings.size() - 1; i >= 0; i--) { // 2
      Ending each = endings.get(i);
      if (hasThreads) {
        Thread thread = new Thread(() -> call(each), each.running.name() + "-end");
        thread.setDaemon(true);
        thread.setContextClassLoader(each.application.getClass().getClassLoader());
        known.add(thread);
        thread.start();
        if (isLeft(thread, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs))) {
          tell("application " + each.running.name() + " has not come back from its end", thread);
        }
      } else {
        call(each);
      }
    }
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs); // 3
    for (Thread each : background) {
      if (isLeft(each, deadlineNs)) { // 4
        tell("the background task " + each.getName() + " has been interrupted and goes on", each);
      }
    }
    known.addAll(background);
    tellOfOthers();
    endings.clear();
  }

  private static void call(Ending each) {
    try {
      each.application.end();
    } catch (Throwable e) { // any failure: the others are to end, too
      each.running.failed(0, e);
    }
  }

  /** Waits for a thread; returns whether it is still there. */
  private static boolean isLeft(Thread thread, long deadlineNs) {
    try {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadlineNs - System.nanoTime()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return thread.isAlive();
  }

  /** Names threads that applications have made themselves. */
  private void tellOfOthers() {
    Map<ClassLoader, String> names =
        endings.stream()
            .filter(each -> isOwn(each.application.getClass().getClassLoader()))
            .collect(
                Collectors.toMap(
                    each -> each.application.getClass().getClassLoader(),
                    each -> each.running.name(),
                    (one, other) -> one + ", " + other));
    if (names.isEmpty()) {
      return;
    }
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      String name = names.get(each.getContextClassLoader());
      if (name != null && known.add(each) && each != Thread.currentThread()) {
        tell("the thread " + each.getName() + " outlives its application " + name, each);
      }
    }
  }

  private static boolean isOwn(ClassLoader loader) {
    return loader != ApplicationEnds.class.getClassLoader();
  }

  private static void tell(String what, Thread thread) {
    LOG.warn(
        "{}; its classes and what it holds, such as ports, stay until it ends; it is at{}",
        what,
        Arrays.stream(thread.getStackTrace())
            .map(at -> "\n    " + at)
            .collect(Collectors.joining()));
  }
}
