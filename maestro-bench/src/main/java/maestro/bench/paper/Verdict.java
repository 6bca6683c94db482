package maestro.bench.paper;

import java.util.Collection;
import maestro.config.Spelled;

/** What the numbers say of a claim. */
public enum Verdict implements Spelled {
  /** It is true in each round. */
  HOLDS,

  /** It is true in no round. */
  DISAGREES,

  /** Rounds differ, or a number is missing or in doubt. */
  NOT_SHOWN;

  /** For people. */
  String words() {
    return text().replace('-', ' ');
  }

  /** Of several claims: it disagrees when one does, and holds when there are some and all do. */
  static Verdict of(Collection<Verdict> claims) {
    if (claims.contains(DISAGREES)) {
      return DISAGREES;
    }
    return claims.isEmpty() || claims.contains(NOT_SHOWN) ? NOT_SHOWN : HOLDS;
  }
}
