package maestro.emulator.condition;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import maestro.emulator.metrics.Measured;
import maestro.emulator.metrics.Metric;

/**
 * A condition on the numbers of a result, such as {@code p99(probing) > 2 ms or errors > 0}.
 *
 * <ol>
 *   <li>A metric that was not measured makes the whole condition hold, wherever it stands: nobody
 *       can tell that it does not.
 *   <li>A value that is known as "at least" counts as larger than any limit.
 * </ol>
 *
 * <p>Immutable.
 */
public final class Condition {
  private final Term term;

  private Condition(Term term) {
    this.term = term;
  }

  /**
   * Reads a condition.
   *
   * @throws ConditionException with the column, what was found and what is allowed
   */
  public static Condition parse(String text) throws ConditionException {
    return parse(text, Metric.all());
  }

  /**
   * Reads a condition on other numbers than those of a run.
   *
   * @param metrics all that there are
   * @throws ConditionException with the column, what was found and what is allowed
   */
  public static Condition parse(String text, List<Metric> metrics) throws ConditionException {
    return new Condition(new ConditionParser(text, metrics).parse());
  }

  /** Judges what was measured. */
  public Judgement judge(Function<Metric, Measured> measured) {
    Set<String> unknown = new LinkedHashSet<>(); // 1
    term.comparisons()
        .filter(c -> !measured.apply(c.metric).isKnown())
        .forEach(c -> unknown.add(c.metric.name() + ": not measured, so nobody can tell"));
    if (!unknown.isEmpty()) {
      return new Judgement(true, List.copyOf(unknown));
    }
    List<String> reasons = new ArrayList<>();
    if (term.holds(measured, reasons)) {
      return new Judgement(true, reasons);
    }
    Set<String> all = new LinkedHashSet<>();
    term.comparisons().forEach(c -> all.add(c.said(measured)));
    return new Judgement(false, List.copyOf(all));
  }

  /** A part of a condition. */
  sealed interface Term {
    /** Whether it holds; if so, adds the comparisons that make it hold. */
    boolean holds(Function<Metric, Measured> measured, List<String> reasons);

    /** All comparisons in it. */
    Stream<Comparison> comparisons();
  }

  /** A metric against a limit. */
  record Comparison(Metric metric, Operator operator, double limit, String limitText)
      implements Term {
    @Override
    public boolean holds(Function<Metric, Measured> measured, List<String> reasons) {
      boolean holds = operator.holds(measured.apply(metric).worst(), limit); // 2
      if (holds) {
        reasons.add(
            metric.name()
                + " "
                + operator.sign()
                + " "
                + limitText
                + ": measured "
                + measured.apply(metric).text(metric.quantity()));
      }
      return holds;
    }

    String said(Function<Metric, Measured> measured) {
      return metric.name() + " " + measured.apply(metric).text(metric.quantity());
    }

    @Override
    public Stream<Comparison> comparisons() {
      return Stream.of(this);
    }
  }

  /** Holds when each part does. */
  record All(List<Term> terms) implements Term {
    @Override
    public boolean holds(Function<Metric, Measured> measured, List<String> reasons) {
      List<String> own = new ArrayList<>();
      boolean holds = terms.stream().allMatch(t -> t.holds(measured, own));
      if (holds) {
        reasons.addAll(own);
      }
      return holds;
    }

    @Override
    public Stream<Comparison> comparisons() {
      return terms.stream().flatMap(Term::comparisons);
    }
  }

  /** Holds when some part does. */
  record Any(List<Term> terms) implements Term {
    @Override
    public boolean holds(Function<Metric, Measured> measured, List<String> reasons) {
      boolean holds = false;
      for (Term each : terms) {
        holds |= each.holds(measured, reasons);
      }
      return holds;
    }

    @Override
    public Stream<Comparison> comparisons() {
      return terms.stream().flatMap(Term::comparisons);
    }
  }
}
