package maestro.emulator.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.emulator.format.Json;
import maestro.emulator.report.RunResult.Capacity;
import maestro.emulator.report.RunResult.Completion;
import maestro.emulator.report.RunResult.EmulatorState;
import maestro.emulator.report.RunResult.OtherPrograms;
import maestro.emulator.report.RunResult.Processors;

/**
 * The runs of one controller in all rounds, and the numbers between which they lie. Immutable.
 *
 * <ol>
 *   <li>Each number of the median is the median of that number over the rounds; of an even count it
 *       is the mean of the two in the middle.
 *   <li>Counts of errors and of flooded answers are those of the worst round: what happens in one
 *       round of five is still an error.
 *   <li>A number that is unknown in one round is unknown.
 *   <li>Rounds that did not go to their end do not count, as long as another one did.
 *   <li>From the lowest value that is a lower bound in some round, values are lower bounds.
 * </ol>
 *
 * @param controller its name
 * @param runs one or more, by round
 */
public record Rounds(String controller, List<RunResult> runs) {
  private static final String BOUND = "atLeastFromNs";
  private static final Set<String> FAULTS =
      Set.of("errors", "probingErrors", "warmUpErrors", "lost", "floodedRequests");

  /** Keeps a copy of the list. */
  public Rounds {
    runs = List.copyOf(runs);
  }

  /** Groups results by controller, in the order in which these come first. */
  public static List<Rounds> of(List<RunResult> results) {
    Map<String, List<RunResult>> byName = new LinkedHashMap<>();
    for (RunResult result : results) {
      byName.computeIfAbsent(result.controller(), name -> new ArrayList<>()).add(result);
    }
    return byName.entrySet().stream().map(e -> new Rounds(e.getKey(), e.getValue())).toList();
  }

  /** How many there are. */
  int count() {
    return runs.size();
  }

  /** Those that count. */
  public List<RunResult> counted() { // 4
    List<RunResult> complete = runs.stream().filter(r -> r.completion().complete()).toList();
    return complete.isEmpty() ? runs : complete;
  }

  /** How many went to their end. */
  public int completeCount() {
    return (int) runs.stream().filter(r -> r.completion().complete()).count();
  }

  /** What the numbers are of, such as {@code median of 3}, with the rounds that do not count. */
  String medianOf() {
    int broken = count() - completeCount();
    String text = "median of " + counted().size();
    return broken == 0 ? text : text + " (" + broken(broken, count()) + ")";
  }

  /** That some of all rounds were cut short. */
  public static String broken(int some, int all) {
    return some + " of " + all + " rounds did not go to " + (some == 1 ? "its" : "their") + " end";
  }

  /** The run whose throughput is nearest to the median, for curves and for numbers by switch. */
  public RunResult typical() {
    List<RunResult> byThroughput =
        counted().stream()
            .filter(r -> !Double.isNaN(r.throughputRequestsPerSecond()))
            .sorted(Comparator.comparingDouble(RunResult::throughputRequestsPerSecond))
            .toList();
    return byThroughput.isEmpty() ? runs.get(0) : byThroughput.get((byThroughput.size() - 1) / 2);
  }

  /** The medians. It is marked with what any round is marked with. */
  RunResult median() {
    RunResult median = combined((values, faults) -> faults ? max(values) : median(values));
    Completion completion = completion();
    String bound = reasons(r -> r.emulator().bound(), r -> r.emulator().reason());
    EmulatorState emulator = new EmulatorState(!bound.isEmpty(), bound);
    boolean disturbing = runs.stream().anyMatch(RunResult::isDisturbed);
    double others = median.processors().otherPrograms().processors();
    String doubt = reasons(r -> r.sending().isDoubtful(), r -> r.sending().doubt());
    Capacity capacity = median.subject().scenario().capacity();
    boolean settled = capacity.settled() && runs.stream().noneMatch(Rounds::hasDoubtfulCapacity);
    return marked(
        median.relativeTo(
            new Capacity(capacity.requestsPerSecond(), capacity.measuredSeconds(), settled)),
        new OtherPrograms(others, disturbing),
        median.sending().saying("", doubt),
        emulator,
        completion);
  }

  /** The lowest of each number, without marks. */
  RunResult lowest() {
    return unmarked(combined((values, faults) -> Arrays.stream(values).min().orElseThrow()));
  }

  /** The highest of each number, without marks. */
  RunResult highest() {
    return unmarked(combined((values, faults) -> max(values)));
  }

  /** Complete when all are; else the reasons of those that are not, with their numbers. */
  Completion completion() {
    if (completeCount() == count()) {
      return Completion.COMPLETE;
    }
    return new Completion(
        false, reasons(r -> !r.completion().complete(), r -> r.completion().reason()));
  }

  /** For what tables mark the numbers: a line a reason and round, and one for other programs. */
  public List<String> marks() {
    List<String> marks = new ArrayList<>();
    runs.forEach(r -> doubts(r).forEach(text -> marks.add(ofRound(r) + text)));
    String others = reasons(RunResult::isDisturbed, Rounds::others);
    if (!others.isEmpty()) {
      marks.add("other programs used processors meanwhile: " + others);
    }
    return marks;
  }

  /** Why a run is marked, except for other programs. */
  static Stream<String> doubts(RunResult run) {
    Stream.Builder<String> doubts = Stream.builder();
    if (!run.completion().complete()) {
      doubts.add("partial: " + run.completion().reason());
    }
    if (run.emulator().bound()) {
      doubts.add("the emulator was the bottleneck: " + run.emulator().reason());
    }
    if (hasDoubtfulCapacity(run)) {
      doubts.add(run.subject().scenario().capacity().note());
    }
    if (run.sending().isDoubtful()) {
      doubts.add(run.sending().doubt());
    }
    return doubts.build();
  }

  /** What a reason begins with when there are several rounds. */
  private String ofRound(RunResult run) {
    return count() == 1 ? "" : "round " + run.subject().round() + ": ";
  }

  private static String others(RunResult run) {
    return String.format(Locale.ROOT, "%.1f", run.processors().otherPrograms().processors());
  }

  private static boolean hasDoubtfulCapacity(RunResult run) {
    return run.subject().scenario().capacity().isDoubtful();
  }

  /** The reasons of the rounds of which something holds; with their numbers if there are more. */
  private String reasons(Predicate<RunResult> holds, Function<RunResult, String> reason) {
    return runs.stream()
        .filter(holds)
        .map(r -> ofRound(r) + reason.apply(r))
        .collect(Collectors.joining("; "));
  }

  /** The median of some values; NaN when one of them is, or when there is none. */
  public static double median(double[] values) { // 1, 3
    double[] sorted = values.clone();
    Arrays.sort(sorted); // NaN comes last
    int n = sorted.length;
    if (n == 0 || Double.isNaN(sorted[n - 1])) {
      return Double.NaN;
    }
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static RunResult unmarked(RunResult run) {
    return marked(
        run,
        OtherPrograms.UNKNOWN,
        run.sending().saying("", ""),
        EmulatorState.NOT_BOUND,
        Completion.COMPLETE);
  }

  private static RunResult marked(
      RunResult run,
      OtherPrograms others,
      Sending sending,
      EmulatorState emulator,
      Completion completion) {
    OptionalDouble cpu = run.processors().cpuSecondsPerMillionRequests();
    return new RunResult(
        run.subject(),
        run.switches(),
        run.answers(),
        run.fairness(),
        run.waits(),
        run.timeline(),
        run.windows(),
        run.events(),
        new Processors(cpu, others),
        sending,
        emulator,
        completion);
  }

  private RunResult combined(Aggregate aggregate) {
    RunResult typical = typical();
    List<RunResult> others = new ArrayList<>(counted());
    others.remove(typical);
    List<JsonNode> trees = new ArrayList<>(List.of(Json.treeOf(typical)));
    others.forEach(run -> trees.add(Json.treeOf(run)));
    return ResultJson.ofTree(combined(trees, false, aggregate));
  }

  /** Combines numbers at all depths; lists, texts and marks are those of the first tree. */
  private static JsonNode combined(List<JsonNode> trees, boolean faults, Aggregate aggregate) {
    JsonNode first = trees.get(0);
    if (first.isObject()) {
      ObjectNode all = JsonNodeFactory.instance.objectNode();
      Iterator<String> names = first.fieldNames();
      while (names.hasNext()) {
        String name = names.next();
        List<JsonNode> below = trees.stream().map(t -> t.get(name)).toList();
        if (name.equals(BOUND) && below.stream().anyMatch(JsonNode::isNumber)) { // 5
          all.put(
              name,
              below.stream()
                  .filter(JsonNode::isNumber)
                  .mapToDouble(JsonNode::doubleValue)
                  .min()
                  .orElseThrow());
          continue;
        }
        all.set(name, combined(below, faults || FAULTS.contains(name), aggregate)); // 2
      }
      return all;
    }
    if (trees.stream().noneMatch(JsonNode::isNumber)) {
      return first;
    }
    if (!trees.stream().allMatch(JsonNode::isNumber)) {
      return JsonNodeFactory.instance.nullNode(); // 3
    }
    double value =
        aggregate.of(trees.stream().mapToDouble(JsonNode::doubleValue).toArray(), faults);
    return first.isIntegralNumber()
        ? JsonNodeFactory.instance.numberNode(Math.round(value))
        : JsonNodeFactory.instance.numberNode(value);
  }

  /** Makes one number of those of all rounds. */
  @FunctionalInterface
  private interface Aggregate {
    /**
     * The number.
     *
     * @param values one or more
     * @param faults whether they count what must not happen
     */
    double of(double[] values, boolean faults);
  }
}
