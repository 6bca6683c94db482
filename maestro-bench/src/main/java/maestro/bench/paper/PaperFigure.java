package maestro.bench.paper;

import java.util.List;

/**
 * A figure that was repeated. Immutable.
 *
 * @param failure why a point could not be made; empty when all were
 */
public record PaperFigure(
    PaperEntry entry, Readings readings, List<Judged> claims, String failure) {
  /** The badge of a line that stands for what is not here. */
  static final String STAND_IN = "stand-in";

  /** Keeps a copy of the list. */
  public PaperFigure {
    claims = List.copyOf(claims);
  }

  /** Of a figure's numbers. */
  static PaperFigure of(PaperEntry entry, Readings readings, String failure) {
    List<Judged> claims =
        entry.claims().stream().map(claimed -> Judged.of(claimed, readings)).toList();
    return new PaperFigure(entry, readings, claims, failure);
  }

  /** Of all claims. */
  Verdict verdict() {
    return Verdict.of(claims.stream().map(Judged::verdict).toList());
  }

  /** How it was made. */
  String badge() {
    return !entry.subjects().isEmpty()
            && entry.subjects().stream().allMatch(PaperEntry.Line::isStandIn)
        ? STAND_IN
        : entry.kind().badge();
  }

  /** How many claims hold, of how many. */
  String score() {
    long holding = claims.stream().filter(each -> each.verdict() == Verdict.HOLDS).count();
    return claims.isEmpty() ? "–" : holding + " of " + claims.size();
  }
}
