package maestro.bench.isolation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** Switches that send one kind of message at full speed. */
final class Floods {
  private static final String PROMISE = "A switch that floods costs only itself.";
  private static final String LIMITED =
      "A switch gets no more than its rate limit, whether or not others want anything.";
  private static final String FULL =
      "A switch whose flow table is full is not sent entries in a loop.";
  private static final long FLOOD_NS = 1_000_000_000;
  private static final int CHUNK_BYTES = 60_000;
  private static final int LIMIT = 5_000;
  private static final int ERROR_BYTES = 12;

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "request-flood",
              PROMISE,
              "Sends requests for a second, as fast as it can, and reads the answers.",
              5,
              (target, counts) -> flood(target, counts, (peer, number) -> peer.packetIn(1, 1, 2))),
          new Attack(
              "address-flood",
              PROMISE,
              "Sends requests for a second, each from an address that was never heard of.",
              5,
              (target, counts) ->
                  flood(target, counts, (peer, number) -> peer.packetIn(1, number * 31, 2))),
          new Attack(
              "echo-storm",
              PROMISE,
              "Sends echo requests for a second.",
              5,
              (target, counts) ->
                  flood(
                      target, counts, (peer, number) -> peer.message(OpenFlow.ECHO_REQUEST, 8, 8))),
          new Attack(
              "error-storm",
              PROMISE,
              "Sends errors of all kinds for a second.",
              5,
              (target, counts) -> flood(target, counts, Floods::error)),
          new Attack(
              "port-flapping",
              PROMISE,
              "Says for a second that ports come and go.",
              5,
              (target, counts) ->
                  flood(target, counts, (peer, n) -> portStatus(target.version(), peer, n))),
          new Attack(
              "flow-removed-storm",
              PROMISE,
              "Says for a second that flow entries are gone.",
              5,
              (target, counts) ->
                  flood(target, counts, (peer, n) -> flowRemoved(target.version(), peer))),
          new Attack(
                  "limited-flood",
                  LIMITED,
                  "Sends requests for a second where 5000 a second are allowed, and counts answers.",
                  5,
                  Floods::floodWithLimit)
              .with("maestro.rate-limit.requests", "" + LIMIT),
          new Attack(
              "full-table",
              FULL,
              "Answers each flow entry with the error that its table is full, for a second.",
              5,
              Floods::fillTable));

  private Floods() {}

  /** Makes one of many messages. */
  @FunctionalInterface
  private interface Maker {
    byte[] message(RawSwitch peer, int number);
  }

  private static void flood(Target target, AttackCounts counts, Maker maker)
      throws IOException, InterruptedException {
    try (RawSwitch joined = target.join(counts)) {
      Pressure.beside(() -> readAll(joined), () -> send(joined, maker));
    }
  }

  private static void readAll(RawSwitch peer) throws IOException {
    byte[] some = new byte[1 << 16];
    int count = 0;
    while (count >= 0) {
      count = peer.socket().getInputStream().read(some);
    }
  }

  private static void send(RawSwitch peer, Maker maker) throws IOException {
    long startNs = System.nanoTime();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    for (int number = 1; !peer.isClosed() && System.nanoTime() - startNs < FLOOD_NS; number++) {
      byte[] message = maker.message(peer, number);
      if (chunk.remaining() < message.length) {
        peer.send(chunk.array(), 0, chunk.position());
        chunk.clear();
      }
      chunk.put(message);
    }
    peer.socket().shutdownOutput(); // so that the reader gets the end of the stream
  }

  private static byte[] error(RawSwitch peer, int number) {
    byte[] error = peer.message(OpenFlow.ERROR, ERROR_BYTES, ERROR_BYTES);
    error[9] = (byte) (number % 14);
    error[11] = (byte) (number / 14 % 20);
    return error;
  }

  private static byte[] portStatus(int version, RawSwitch peer, int number) {
    int bytes = version == OpenFlow.VERSION_10 ? 64 : 80;
    byte[] status = peer.message(OpenFlow.PORT_STATUS, bytes, bytes);
    status[8] = (byte) (number / 100 % 2); // added, deleted
    int lowest = version == OpenFlow.VERSION_10 ? 17 : 19;
    status[lowest] = (byte) (100 + number % 100);
    return status;
  }

  private static byte[] flowRemoved(int version, RawSwitch peer) {
    int bytes = version == OpenFlow.VERSION_10 ? 88 : 56;
    byte[] removed = peer.message(OpenFlow.FLOW_REMOVED, bytes, bytes);
    if (version != OpenFlow.VERSION_10) {
      removed[49] = 1; // an OXM match without fields
      removed[51] = 4;
    }
    return removed;
  }

  private static void floodWithLimit(Target target, AttackCounts counts)
      throws IOException, InterruptedException {
    try (RawSwitch joined = target.join(counts)) {
      int[] answers = new int[1];
      Pressure.beside(
          () -> send(joined, (peer, number) -> peer.packetIn(1, 1, 2)),
          () -> {
            while (joined.read(500) != null) {
              answers[0]++;
            }
          });
      if (answers[0] < LIMIT || answers[0] > 5 * LIMIT) { // a burst, and what came meanwhile
        counts.broken(answers[0] + " answers where " + LIMIT + " a second are allowed");
      }
    }
  }

  private static void fillTable(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch joined = target.join(counts)) {
      joined.send(joined.packetIn(2, 2, 1)); // so that the destination is known
      byte[] request = joined.packetIn(1, 1, 2);
      long startNs = System.nanoTime();
      int entries = 0;
      while (!joined.isClosed() && System.nanoTime() - startNs < FLOOD_NS) {
        joined.send(request);
        for (byte[] answer = joined.read(20); answer != null; answer = joined.read(1)) {
          if (Header.type(ByteBuffer.wrap(answer), 0) == OpenFlow.FLOW_MOD) {
            entries++;
            joined.send(tableFull(target.version(), joined));
          }
        }
      }
      if (joined.isClosed()) {
        counts.broken("a switch whose table is full was disconnected");
      } else if (entries == 0 || entries > 10) {
        counts.broken(entries + " entries were sent to a switch whose table is full");
      }
    }
  }

  private static byte[] tableFull(int version, RawSwitch peer) {
    byte[] error = peer.message(OpenFlow.ERROR, ERROR_BYTES, ERROR_BYTES);
    error[9] = (byte) (version == OpenFlow.VERSION_10 ? 3 : 5);
    error[11] = (byte) (version == OpenFlow.VERSION_10 ? 0 : 1);
    return error;
  }
}
