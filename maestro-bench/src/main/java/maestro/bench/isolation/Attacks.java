package maestro.emulator.attack;

import java.util.List;
import java.util.stream.Stream;

/** All attacks there are, in the order in which they are tried and shown. */
public final class Attacks {
  public static final List<Attack> ALL =
      Stream.of( //
              BadBytes.ATTACKS,
              Churn.ATTACKS,
              Slow.ATTACKS,
              Floods.ATTACKS,
              Impostors.ATTACKS,
              Strangers.ATTACKS)
          .flatMap(List::stream)
          .toList();

  private Attacks() {}
}
