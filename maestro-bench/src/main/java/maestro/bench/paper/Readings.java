package maestro.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.bench.paper.PaperRound.Curve;
import maestro.bench.paper.PaperRound.Reading;
import maestro.emulator.condition.Claim.Value;
import maestro.emulator.report.Rounds;

/** All numbers of a figure, by what claims call them. Used by one thread. */
final class Readings {
  private final Map<Value, List<Double>> byValue = new HashMap<>();
  private final Map<String, List<String>> marks = new HashMap<>();
  private final List<Curve> curves = new ArrayList<>();
  private final String first;
  private final int wanted;

  /**
   * Of a figure without points yet.
   *
   * @param wanted rounds of each point
   */
  Readings(PaperEntry entry, int wanted) {
    this.first = entry.sweep().names().stream().findFirst().orElse("");
    this.wanted = wanted;
  }

  /** Adds the rounds of a point. */
  void add(List<PaperRound> rounds) {
    for (PaperRound round : rounds) {
      for (Reading reading : round.readings()) {
        reading
            .values()
            .forEach(
                (metric, value) ->
                    byValue
                        .computeIfAbsent(
                            new Value(metric, reading.subject(), reading.at()),
                            key -> new ArrayList<>())
                        .add(value));
        if (!round.mark().isEmpty()) {
          marks
              .computeIfAbsent(place(reading.subject(), reading.at()), key -> new ArrayList<>())
              .add(round.mark());
        }
      }
    }
    if (!rounds.isEmpty()) {
      curves.addAll(rounds.get(0).curves());
    }
  }

  /** A number in each round; empty when it is not known in all of them. */
  Optional<double[]> of(Value value) {
    if (value.metric().equals(PaperMetric.SCALING.text())) {
      return scaling(value);
    }
    List<Double> all = byValue.getOrDefault(value, List.of());
    return all.size() < wanted
        ? Optional.empty()
        : Optional.of(all.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The median; NaN when it is not known. */
  double median(Value value) {
    return of(value).map(Rounds::median).orElse(Double.NaN);
  }

  /** The lowest of all rounds. */
  double lowest(Value value) {
    return of(value).map(all -> Arrays.stream(all).min().orElseThrow()).orElse(Double.NaN);
  }

  /** The highest of all rounds. */
  double highest(Value value) {
    return of(value).map(all -> Arrays.stream(all).max().orElseThrow()).orElse(Double.NaN);
  }

  /** Why a number is in doubt; empty when it is not. */
  String mark(Value value) {
    List<String> own = marks.getOrDefault(place(value.subject(), value.at()), List.of());
    return own.isEmpty() ? "" : own.get(0);
  }

  /** Those of the first round. */
  List<Curve> curves() {
    return List.copyOf(curves);
  }

  private Optional<double[]> scaling(Value value) {
    String rps = PaperMetric.RPS.text();
    Optional<double[]> here = of(new Value(rps, value.subject(), value.at()));
    Optional<double[]> base = of(new Value(rps, value.subject(), first));
    return here.flatMap(
        own ->
            base.map(
                other -> {
                  double[] ratios = new double[Math.min(own.length, other.length)];
                  Arrays.setAll(ratios, i -> own[i] / other[i]);
                  return ratios;
                }));
  }

  private static String place(String subject, String at) {
    return subject + " " + at;
  }
}
