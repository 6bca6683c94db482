package maestro.bench.paper;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One round of a point. Immutable; travels as JSON. A number that is not known is not there.
 *
 * @param number from 1; in the simulator it is the seed
 * @param mark why its numbers are in doubt; empty when they are not
 * @param readings one for a point, more when one run has several points
 * @param curves for figures that are curves
 */
public record PaperRound(int number, String mark, List<Reading> readings, List<Curve> curves) {
  /** Keeps copies of the lists. */
  public PaperRound {
    readings = List.copyOf(readings);
    curves = List.copyOf(curves);
  }

  /**
   * The numbers of a subject at a place.
   *
   * @param values by metric, in its base unit
   */
  public record Reading(String subject, String at, Map<String, Double> values) {
    /** Keeps a copy of the map. */
    public Reading {
      values = new TreeMap<>(values);
    }
  }

  /** A line; x ascends. */
  public record Curve(String name, List<Double> x, List<Double> y) {
    /** Keeps copies of the lists. */
    public Curve {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }
  }
}
