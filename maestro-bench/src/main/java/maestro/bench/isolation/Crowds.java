package maestro.bench.isolation;

import java.io.IOException;
import java.util.List;

/** Many switches at once that hold as much of the controller's memory or time as they can. */
final class Crowds {
  private static final String MEMORY =
      "Switches that hold memory, however many, cost the others nothing: those that hold most go.";

  /** Half of what a JVM with {@code -Xmx512m} gives to connections. */
  private static final String MEMORY_SETTING = "maestro.connections.memory";

  private static final String MEMORY_SIZE = "128 MiB";
  private static final String STALLED_SETTING = "maestro.connection.stalled-timeout";
  private static final String HANDSHAKE_SETTING = "maestro.connection.handshake-timeout";
  private static final int SWITCHES = 2_000;
  private static final String TURNS =
      "However many switches are ready at once, one more joins and gets its answer.";

  private static final String WORKERS_SETTING = "maestro.distribution.workers";
  private static final int LIGHT_SWITCHES = 1_000;
  private static final int FIRST_ANSWER_MS = 1_000;
  private static final long BETWEEN_NEW_MS = 100;
  private static final long PRESSURE_MS = 15_000;

  static final List<Attack> ATTACKS =
      List.of(
          crowd(
              "crowd-never-reads",
              "2,000 switches send requests as fast as they can and read no answer.",
              Crowd.Manner.NEVER_READ),
          crowd(
              "crowd-byte-a-second",
              "2,000 switches send requests and read a byte of the answers a second.",
              Crowd.Manner.READ_A_BYTE_A_SECOND),
          crowd(
              "crowd-half-message",
              "2,000 switches send half of the longest message and no more.",
              Crowd.Manner.SEND_HALF_A_MESSAGE),
          new Attack(
                  "crowd-asks-lightly",
                  TURNS,
                  "1,000 switches ask one by one, so that all are ready at once; new ones join.",
                  1,
                  Crowds::pressBesideNewcomers)
              .with(WORKERS_SETTING, "1"));

  private Crowds() {}

  /**
   * These timeouts stay the default: memory has to hold out as long, and 2,000 take time to join.
   */
  private static Attack crowd(String name, String what, Crowd.Manner manner) {
    return new Attack(
            name, MEMORY, what, 1, (target, counts) -> press(target, counts, manner, SWITCHES))
        .with(MEMORY_SETTING, MEMORY_SIZE)
        .with(STALLED_SETTING, "10 s")
        .with(HANDSHAKE_SETTING, "10 s");
  }

  /** Holds memory for a time. */
  private static void press(Target target, AttackCounts counts, Crowd.Manner manner, int switches)
      throws IOException {
    try (Crowd crowd = new Crowd(target, counts, manner, switches)) {
      crowd.press(PRESSURE_MS);
    }
  }

  private static void pressBesideNewcomers(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(target, counts, Crowd.Manner.ASK_ONE_BY_ONE, LIGHT_SWITCHES)) {
      Pressure.beside(() -> join(target, counts), () -> crowd.press(PRESSURE_MS));
    }
  }

  /** New switches join, ask once and leave, one after the other, until interrupted. */
  private static void join(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      try (RawSwitch joined = target.join(counts)) {
        joined.send(joined.packetIn(1, 1, 2));
        if (!joined.awaitAnswer(1, FIRST_ANSWER_MS)) {
          counts.broken("a new switch got no answer within " + FIRST_ANSWER_MS + " ms");
        }
      }
      Thread.sleep(BETWEEN_NEW_MS);
    }
  }
}
