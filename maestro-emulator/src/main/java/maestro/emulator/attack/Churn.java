package maestro.emulator.attack;

import java.io.IOException;
import java.util.List;

/** Switches that come and go. */
final class Churn {
  private static final String PROMISE =
      "Switches that come and go leave nothing behind and delay nobody.";

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "connect-reset",
              PROMISE,
              "Connects, does the handshake and resets the connection.",
              2_000,
              Churn::connectAndReset),
          new Attack(
              "mid-message-disconnect",
              PROMISE,
              "Connects, does the handshake and disconnects in the middle of a request.",
              2_000,
              Churn::disconnectMidMessage));

  private Churn() {}

  private static void connectAndReset(Target target, Tally tally) throws IOException {
    try (RawSwitch joined = target.join(tally)) {
      joined.reset();
    }
  }

  private static void disconnectMidMessage(Target target, Tally tally) throws IOException {
    try (RawSwitch joined = target.join(tally)) {
      byte[] request = joined.packetIn(1, 1, 2);
      joined.send(request, 0, 1 + target.random().nextInt(request.length - 1));
      joined.reset();
    }
  }
}
