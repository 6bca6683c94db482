package maestro.bench.isolation;

import java.io.IOException;
import java.util.List;

/** Switches that connect and disconnect again and again. */
final class ConnectionChurn {
  private static final String PROMISE =
      "Switches that come and go leave nothing behind and delay nobody.";
  private static final int REQUESTS = 8;

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "connect-close",
              PROMISE,
              "Connects, does the handshake and closes the connection in order.",
              4_000,
              ConnectionChurn::connectAndClose),
          new Attack(
              "connect-reset",
              PROMISE,
              "Connects, does the handshake and resets the connection.",
              4_000,
              ConnectionChurn::connectAndReset),
          new Attack(
              "mid-handshake-disconnect",
              PROMISE,
              "Connects and resets the connection in the middle of its HELLO.",
              4_000,
              ConnectionChurn::disconnectMidHandshake),
          new Attack(
              "mid-message-disconnect",
              PROMISE,
              "Connects, does the handshake and disconnects in the middle of a request.",
              4_000,
              ConnectionChurn::disconnectMidMessage),
          new Attack(
              "ask-and-reset",
              PROMISE,
              "Connects, does the handshake, sends eight requests and resets without reading.",
              4_000,
              ConnectionChurn::askAndReset));

  private ConnectionChurn() {}

  private static void connectAndClose(Target target, AttackCounts counts) throws IOException {
    target.join(counts).close();
  }

  private static void connectAndReset(Target target, AttackCounts counts) throws IOException {
    target.join(counts).reset();
  }

  private static void disconnectMidHandshake(Target target, AttackCounts counts)
      throws IOException {
    RawSwitch connected = target.connect(counts);
    sendPart(connected, connected.emulated().hello(), target);
    connected.reset();
  }

  private static void disconnectMidMessage(Target target, AttackCounts counts) throws IOException {
    RawSwitch joined = target.join(counts);
    sendPart(joined, joined.packetIn(1, 1, 2), target);
    joined.reset();
  }

  private static void askAndReset(Target target, AttackCounts counts) throws IOException {
    RawSwitch joined = target.join(counts);
    for (int i = 0; i < REQUESTS; i++) {
      joined.send(joined.packetIn(1 + i % 2, 1 + i % 2, 2 - i % 2));
    }
    joined.reset();
  }

  /** At least the first byte, and not the last. */
  private static void sendPart(RawSwitch sw, byte[] message, Target target) {
    sw.send(message, 0, 1 + target.random().nextInt(message.length - 1));
  }
}
