package maestro.bench.isolation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** Switches that are slow, silent, or do not read. */
final class SlowAttacks {
  private static final String NOT_READING =
      "A switch that does not read costs bounded memory, and is disconnected after a time.";
  private static final String NOT_SAYING =
      "A connection whose handshake is not over in time is closed.";
  private static final String DEAD = "A switch that is gone without a word is found out.";
  private static final String PLACES =
      "Connections that do nothing keep no switch out, and one address cannot take all places.";

  /** Longer than each timeout of the attacked controller. */
  private static final int LIMIT_MS = 15_000;

  private static final int HOARDED = 300;
  private static final int CHUNK_REQUESTS = 500;

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "never-reads",
              NOT_READING,
              "Joins, sends requests as fast as it can and reads no answer.",
              3,
              SlowAttacks::neverRead),
          new Attack(
              "byte-a-second",
              NOT_READING,
              "Joins, sends requests as fast as it can and reads a byte of the answers a second.",
              3,
              SlowAttacks::readAByteASecond),
          new Attack(
              "dripping-handshake",
              NOT_SAYING,
              "Connects and sends its HELLO a byte each half second.",
              3,
              SlowAttacks::dripHello),
          new Attack(
              "no-ports",
              NOT_SAYING,
              "Tells its features, sends requests, and, with 1.3, never tells its ports.",
              3,
              SlowAttacks::neverTellPorts),
          new Attack(
              "silent-connections",
              NOT_SAYING,
              "Opens 300 connections and says nothing.",
              2,
              SlowAttacks::sayNothing),
          new Attack(
                  "connection-hoarding",
                  PLACES,
                  "Opens 300 connections where 100 are allowed, then joins as a switch.",
                  3,
                  SlowAttacks::hoard)
              .with("maestro.connection.max-per-address", "100"),
          new Attack(
              "vanished-switch",
              DEAD,
              "Joins and is silent from then on, as after a power failure.",
              3,
              SlowAttacks::vanish));

  private SlowAttacks() {}

  private static void neverRead(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    try (RawSwitch joined = target.join(counts)) {
      sendUntilClosed(joined, counts);
    }
  }

  private static void readAByteASecond(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    try (RawSwitch joined = target.join(counts)) {
      Pressure.beside(
          () -> {
            while (joined.socket().getInputStream().read() >= 0) {
              Thread.sleep(1_000);
            }
          },
          () -> sendUntilClosed(joined, counts));
    }
  }

  private static void sendUntilClosed(RawSwitch joined, AttackCounts counts)
      throws InterruptedException {
    byte[] requests = requests(joined);
    Pressure.untilClosed(
        joined,
        LIMIT_MS,
        counts,
        "one that does not read was not disconnected",
        () -> {
          while (!joined.isClosed()) {
            joined.send(requests);
          }
        });
  }

  private static byte[] requests(RawSwitch from) {
    byte[] one = from.packetIn(1, 1, 2);
    byte[] many = new byte[CHUNK_REQUESTS * one.length];
    for (int i = 0; i < CHUNK_REQUESTS; i++) {
      System.arraycopy(one, 0, many, i * one.length, one.length);
    }
    return many;
  }

  private static void dripHello(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch peer = target.connect(counts)) {
      byte[] hello = peer.emulated().hello();
      for (int i = 0; i < LIMIT_MS / 500; i++) {
        peer.send(hello, Math.min(i, hello.length - 2), 1); // never the last one
        if (peer.awaitClosed(500)) {
          return;
        }
      }
      counts.broken("a handshake that drips was not ended");
    }
  }

  private static void neverTellPorts(Target target, AttackCounts counts) throws IOException {
    int ports = OpenFlow.statsReply(target.version());
    try (RawSwitch peer = target.connect(counts)) {
      peer.send(peer.emulated().hello());
      byte[] request = peer.packetIn(1, 1, 2);
      long untilNs = System.nanoTime() + LIMIT_MS * 1_000_000L;
      while (System.nanoTime() - untilNs < 0 && !peer.isClosed()) {
        byte[] message = peer.read(10);
        if (message == null && target.version() == OpenFlow.VERSION_10) {
          return; // it has no more bytes
        }
        if (message != null) {
          peer.emulated()
              .handle(
                  ByteBuffer.wrap(message),
                  0,
                  message.length,
                  reply -> {
                    if (Header.type(ByteBuffer.wrap(reply), 0) != ports) {
                      peer.send(reply);
                    }
                  });
        }
        peer.send(request);
      }
      boolean hadToTell = target.version() != OpenFlow.VERSION_10;
      if (hadToTell && !peer.isClosed()) {
        counts.broken("a switch that never told its ports stayed");
      }
    }
  }

  private static void sayNothing(Target target, AttackCounts counts) throws IOException {
    fallSilent(target, counts, HOARDED, new byte[0]);
  }

  /** Connections that send these bytes and no more must be closed. */
  static void fallSilent(Target target, AttackCounts counts, int connections, byte[] first)
      throws IOException {
    List<RawSwitch> silent = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        RawSwitch connected = target.connect(counts);
        silent.add(connected);
        connected.send(first);
      }
      for (RawSwitch each : silent) {
        if (!each.awaitClosed(LIMIT_MS)) {
          counts.broken("a connection that said nothing stayed");
        }
      }
    } finally {
      closeAll(silent);
    }
  }

  private static void hoard(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    List<RawSwitch> silent = new ArrayList<>();
    try {
      for (int i = 0; i < HOARDED; i++) {
        silent.add(target.connect(counts));
      }
      Thread.sleep(
          1_200); // no handshake takes this long, so the controller may close them to make room
      try (RawSwitch joined = target.connect(counts)) {
        if (!joined.handshake()) {
          counts.broken("there was no place for a switch");
        }
      }
    } finally {
      closeAll(silent);
    }
  }

  private static void closeAll(List<RawSwitch> peers) throws IOException {
    for (RawSwitch each : peers) {
      each.close();
    }
  }

  private static void vanish(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch joined = target.join(counts)) {
      if (!joined.awaitClosed(LIMIT_MS)) {
        counts.broken("a switch that is gone was not found out");
      }
    }
  }
}
