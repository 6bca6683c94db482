package maestro.bench.targets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.bench.targets.RowMethod.Over;
import maestro.bench.targets.TableResult.Run;

/** How rows are measured, by their names, in the order in which they are added. One thread. */
final class RowMethods {
  private final Map<String, RowMethod> methods = new LinkedHashMap<>();

  /** What has been added; it grows with this object. */
  Map<String, RowMethod> byName() {
    return Collections.unmodifiableMap(methods);
  }

  void add(String name, RowMethod method) {
    methods.put(name, method);
  }

  /**
   * Divides one subject's throughput by another's.
   *
   * @param compared what else runs in the same rounds
   */
  void ratio(String name, String group, Subject measured, Subject yardstick, Subject... compared) {
    List<Subject> needs = new ArrayList<>(List.of(measured, yardstick));
    needs.addAll(List.of(compared));
    add(
        name,
        new RowMethod(
            group,
            0,
            Over.MEDIAN,
            needs,
            runs ->
                runs.get(measured).throughputRequestsPerSecond()
                    / runs.get(yardstick).throughputRequestsPerSecond(),
            null));
  }

  /**
   * Takes a number of one subject.
   *
   * @param needs the subject, and then what runs in the same rounds to compare it with
   */
  void median(String name, String group, List<Subject> needs, ToDoubleFunction<Run> value) {
    add(
        name,
        new RowMethod(
            group,
            0,
            Over.MEDIAN,
            needs,
            runs -> value.applyAsDouble(runs.get(needs.get(0))),
            null));
  }

  /** Measures in one round. */
  static RowMethod once(
      String group, List<Subject> needs, ToDoubleFunction<Map<Subject, Run>> value) {
    return new RowMethod(group, 1, Over.WORST, needs, value, null);
  }

  static double probingMeanMs(Run run) {
    return run.waits().probing().meanNs() / 1e6;
  }

  static double probingP99Ms(Run run) {
    return run.waits().probing().p99Ns() / 1e6;
  }
}
