package maestro.sequence.application;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import maestro.api.ApplicationCounter;
import maestro.api.ApplicationGauge;

/**
 * The metrics that applications have declared, by name. Two applications may declare the same
 * metric; then it has a value of each.
 *
 * <p>Threads: the starting thread declares; later any thread reads, and what was declared is set by
 * any.
 */
public final class ApplicationMetrics {
  private static final int MOST = 200;
  private static final int MOST_HELP_CHARS = 200;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  /** What the formats of metrics put behind names themselves. */
  private static final Pattern RESERVED =
      Pattern.compile(".*_(total|info|count|sum|bucket|created)");

  /**
   * A metric of one application.
   *
   * @param name without the prefix of all of them
   * @param value read by any thread; not a number when there is none yet
   */
  public record Metric(
      String application, String name, boolean isCounter, String help, DoubleSupplier value) {}

  private final SortedMap<String, List<Metric>> byName = new TreeMap<>();

  /** Without an answer to a read while it is added to; exact when no thread adds. */
  private static final class Count implements ApplicationCounter {
    private final LongAdder sum = new LongAdder();

    @Override
    public void add(long count) {
      if (count > 0) {
        sum.add(count);
      }
    }
  }

  private static final class Level implements ApplicationGauge {
    private volatile double value = Double.NaN;

    @Override
    public void set(double next) {
      value = next;
    }
  }

  public ApplicationCounter counter(String application, String name, String help) {
    Count count = new Count();
    add(new Metric(application, name, true, help, count.sum::doubleValue));
    return count;
  }

  public ApplicationGauge gauge(String application, String name, String help) {
    Level level = new Level();
    add(new Metric(application, name, false, help, () -> level.value));
    return level;
  }

  private void add(Metric metric) {
    String name = metric.name();
    if (!NAME.matcher(name).matches() || RESERVED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "metric '%s'; allowed: a-z, 0-9 and _, 64 characters, with a letter first, and without"
                  .formatted(name)
              + " _total, _info, _count, _sum, _bucket, _created at the end");
    }
    String help = metric.help();
    if (help.isBlank()
        || help.length() > MOST_HELP_CHARS
        || help.chars().anyMatch(each -> Character.isISOControl(each) || each == '\\')) {
      throw new IllegalArgumentException(
          "the help of metric %s; allowed: 1 to %d characters in a line, without backslash"
              .formatted(name, MOST_HELP_CHARS));
    }
    List<Metric> same = byName.computeIfAbsent(name, any -> new ArrayList<>());
    for (Metric other : same) {
      if (other.application().equals(metric.application())) {
        throw new IllegalArgumentException("metric " + name + " is declared already");
      }
      if (other.isCounter() != metric.isCounter()) {
        throw new IllegalArgumentException(
            "metric %s is a %s of application %s already"
                .formatted(name, other.isCounter() ? "counter" : "gauge", other.application()));
      }
    }
    if (byName.size() > MOST) {
      throw new IllegalArgumentException("all applications have " + MOST + " metrics at most");
    }
    same.add(metric);
  }

  /** All of them, those of the same name together, the first of which says what it is. */
  public List<List<Metric>> all() {
    return List.copyOf(byName.values());
  }
}
