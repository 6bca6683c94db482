package maestro.bench.paper;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import maestro.config.Spelled;
import maestro.emulator.condition.Claim;

/**
 * One figure or table of a paper, as {@code config/papers} describes it. Immutable.
 *
 * @param id a word, such as {@code maestro-12}
 * @param paper its paper
 * @param figure as the paper calls it
 * @param title what it shows, in a few words
 * @param section of the paper, in which the text speaks of it
 * @param kind how points are made
 * @param needs what that takes
 * @param run what is run
 * @param subjects the lines
 * @param sweep the places along the axis
 * @param shown how it is drawn
 * @param stated numbers that the paper states, in words or in a table
 * @param claims what the paper says of it
 * @param differs what is different here
 */
public record PaperEntry(
    String id,
    Paper paper,
    String figure,
    String title,
    String section,
    PaperKind kind,
    Needs needs,
    Run run,
    List<Line> subjects,
    Sweep sweep,
    Shown shown,
    List<Claim.Equation> stated,
    List<Claimed> claims,
    String differs) {
  private static final double QUICK_SECONDS = 60;

  /** Keeps copies of the lists. */
  public PaperEntry {
    subjects = List.copyOf(subjects);
    stated = List.copyOf(stated);
    claims = List.copyOf(claims);
  }

  /** Where it stands: paper and figure. */
  String place() {
    return paper.name() + ", " + figure;
  }

  /** The same with what it shows. */
  String heading() {
    return place() + ": " + title;
  }

  /**
   * A paper.
   *
   * @param name one word or two
   * @param cite authors, title, place and year
   */
  public record Paper(String name, String cite) {}

  /**
   * What all points of a figure take.
   *
   * @param seconds with three rounds, on the authors' machine
   * @param cores that have to be free
   * @param memoryBytes of all processes
   */
  public record Needs(double seconds, int cores, long memoryBytes) {}

  /**
   * What is run.
   *
   * @param scenario its file; empty for the defaults
   * @param set settings of it
   * @param controller settings of the controller
   * @param costs a file, for the simulator
   * @param inOrder whether a switch is served by one worker at a time
   * @param duration measured time, as written
   * @param workers where the sweep says nothing else
   */
  public record Run(
      Optional<Path> scenario,
      List<String> set,
      List<String> controller,
      Optional<Path> costs,
      boolean inOrder,
      String duration,
      int workers) {
    /** Keeps copies of the lists. */
    public Run {
      set = List.copyOf(set);
      controller = List.copyOf(controller);
    }
  }

  /**
   * A subject.
   *
   * @param strategy by its name; of the data plane, a technique
   * @param set settings of the scenario of its own
   * @param controller settings of its own
   * @param workers where the sweep says nothing else; empty for those of the run
   * @param jvm flags for the controller's JVM; empty for none
   * @param isStandIn whether it stands for a controller that is not here
   * @param isPeer whether it is a controller that somebody else has started
   */
  public record Line(
      String name,
      String strategy,
      List<String> set,
      List<String> controller,
      OptionalInt workers,
      String jvm,
      boolean isStandIn,
      boolean isPeer) {
    /** Keeps copies of the lists. */
    public Line {
      set = List.copyOf(set);
      controller = List.copyOf(controller);
    }
  }

  /**
   * Where subjects are looked at.
   *
   * @param label of the axis
   * @param places in order
   * @param isOneRun whether one run has all places: they are steps of its schedule
   */
  public record Sweep(String label, List<Place> places, boolean isOneRun) {
    /** Keeps a copy of the list. */
    public Sweep {
      places = List.copyOf(places);
    }

    /** Their names. */
    Set<String> names() {
      return places.stream().map(Place::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  /**
   * A place along the axis.
   *
   * @param at its number on the axis; empty for a word
   * @param set settings of the scenario there
   * @param controller settings of the controller there
   * @param jvm flags for the controller's JVM there; empty for none
   */
  public record Place(
      String name,
      OptionalDouble at,
      OptionalInt workers,
      List<String> set,
      List<String> controller,
      String jvm) {
    /** Keeps copies of the lists. */
    public Place {
      set = List.copyOf(set);
      controller = List.copyOf(controller);
    }
  }

  /**
   * How it is drawn.
   *
   * @param metrics a chart for each
   * @param isLogarithmic whether the charts' vertical axis is
   * @param curve drawn instead of points, when there is one
   */
  public record Shown(List<PaperMetric> metrics, boolean isLogarithmic, Optional<CurveKind> curve) {
    /** Keeps a copy of the list. */
    public Shown {
      metrics = List.copyOf(metrics);
    }
  }

  /** What a curve shows. */
  public enum CurveKind implements Spelled {
    /** Which part of the switches deviates by so much or less. */
    DEVIATIONS("deviation from the fair share, %", "switches, %"),

    /** What each switch offers, the heaviest first. */
    RATES("switch", "requests a second"),

    /** The threshold over time. */
    THRESHOLDS("time, s", "input batching threshold"),

    /** Which part of the thresholds is so large or less, for each step. */
    THRESHOLD_SHARES("input batching threshold", "thresholds, %");

    private final String x;
    private final String y;

    CurveKind(String x, String y) {
      this.x = x;
      this.y = y;
    }

    /** Label of the horizontal axis. */
    public String x() {
      return x;
    }

    /** Label of the vertical axis. */
    String y() {
      return y;
    }
  }

  /**
   * What the paper says.
   *
   * @param says in its words, or nearly
   * @param section where
   * @param claim the same in numbers
   * @param text of the claim as written
   * @param expected the verdict that is known
   * @param because why it does not hold; empty when it does
   */
  public record Claimed(
      String says, String section, Claim claim, String text, Verdict expected, String because) {}

  /** The command that repeats it. */
  String command() {
    return "./maestro paper " + id;
  }

  /** The controllers that somebody else has to start. */
  public List<String> peers() {
    return subjects.stream().filter(Line::isPeer).map(Line::name).toList();
  }

  /** Whether one worker for a minute is all that it needs, or no processor of its own at all. */
  public boolean isQuick() {
    return !kind.isMeasured()
        || (peers().isEmpty()
            && needs.seconds() <= QUICK_SECONDS
            && PaperPoint.of(this).stream().allMatch(p -> p.workers() == 1));
  }
}
