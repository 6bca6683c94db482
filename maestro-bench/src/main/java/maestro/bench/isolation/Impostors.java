package maestro.bench.isolation;

import java.io.IOException;
import java.util.List;

/** Connections that claim the datapath ids of other switches. */
final class Impostors {
  private static final int LIMIT_MS = 10_000;
  private static final int LOOK_MS = 20;

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "duplicate-datapath-id",
              "Nobody drives out a live switch by its datapath id.",
              "Joins with the datapath id of a switch that is connected and answers.",
              20,
              Impostors::claimTheSame),
          new Attack(
              "restarted-switch",
              "A switch that was restarted is let in although its old connection was never closed.",
              "Joins, falls silent, and joins again.",
              5,
              Impostors::comeAgain));

  private Impostors() {}

  private static void claimTheSame(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    long datapathId = target.nextDatapathId();
    try (RawSwitch live = target.connect(datapathId, counts);
        RawSwitch impostor = target.connect(datapathId, counts)) {
      live.handshake();
      Pressure.beside(
          () -> {
            while (!live.isClosed()) {
              live.pump(LOOK_MS);
              if (Thread.interrupted()) {
                return;
              }
            }
          },
          () -> {
            impostor.handshake();
            if (!impostor.awaitClosed(LIMIT_MS)) {
              counts.broken("a second switch with the datapath id of a live one was let in");
            }
          });
      if (!live.roundTrip()) {
        counts.broken("a live switch was driven out by its datapath id");
      }
    }
  }

  private static void comeAgain(Target target, AttackCounts counts) throws IOException {
    long datapathId = target.nextDatapathId();
    try (RawSwitch dead = target.connect(datapathId, counts)) {
      dead.handshake();
      try (RawSwitch again = target.connect(datapathId, counts)) {
        again.send(again.emulated().hello());
        long startNs = System.nanoTime();
        while (!again.emulated().barrierSeen() && !again.isClosed()) {
          again.pump(LOOK_MS);
          if (System.nanoTime() - startNs > LIMIT_MS * 1_000_000L) {
            break;
          }
        }
        if (!again.emulated().barrierSeen()) {
          counts.broken("a restarted switch was not let in");
        }
      }
    }
  }
}
