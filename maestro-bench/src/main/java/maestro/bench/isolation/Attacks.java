package maestro.bench.isolation;

import java.util.List;
import java.util.stream.Stream;

/** The list of all attacks, in the order in which they are tried and shown. */
public final class Attacks {
  public static final List<Attack> ALL =
      Stream.of( //
              BadBytes.ATTACKS,
              ConnectionChurn.ATTACKS,
              SlowAttacks.ATTACKS,
              Crowds.ATTACKS,
              Floods.ATTACKS,
              Impostors.ATTACKS,
              Authors.ATTACKS,
              TlsAttacks.ATTACKS)
          .flatMap(List::stream)
          .toList();

  private Attacks() {}
}
