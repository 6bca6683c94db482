package maestro.bench.isolation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** Bytes that no switch should send. */
final class BadBytes {
  private static final String PROMISE =
      "No bytes from a switch crash, hang or stall the controller, or hurt another switch.";

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
              "bad-lengths",
              PROMISE,
              "Joins and sends a message of any type whose length is any from 0 to 127.",
              5_000,
              BadBytes::sendBadLength),
          new Attack(
              "mutated-streams",
              PROMISE,
              "Replays what Open vSwitch said, with messages damaged, cut, missing or doubled.",
              5_000,
              BadBytes::sendMutatedStream),
          new Attack(
              "hostile-frames",
              PROMISE,
              "Joins and sends 50 requests with damaged LLDP, ARP, VLAN, IPv4 and IPv6 frames.",
              2_000,
              BadBytes::sendHostileFrames),
          new Attack(
              "byte-at-a-time",
              PROMISE,
              "Joins and sends an echo request of 65 535 bytes one byte at a time.",
              10,
              BadBytes::sendByteByByte),
          new Attack(
              "http-and-tls-bytes",
              PROMISE,
              "Connects and speaks HTTP, TLS or SSH, or says anything that is no HELLO.",
              5_000,
              BadBytes::speakSomethingElse));

  private static final int HIGHEST_TYPE = 31;
  private static final int MOST_BYTES = 128;
  private static final int FRAMES_PER_TRY = 50;
  private static final int PATIENCE_MS = 10_000;

  private static final byte[] RECORDED_10 = recorded("ovs-10.bin");
  private static final byte[] RECORDED_13 = recorded("ovs-13.bin");

  private static final List<byte[]> STRANGERS =
      List.of(
          text("GET / HTTP/1.1\r\nHost: controller\r\n\r\n"),
          text("POST /flows HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"),
          text("SSH-2.0-OpenSSH_9.2p1\r\n"),
          hex("16030100c8010000c40303" + "5a".repeat(194)), // a TLS ClientHello
          hex("0105000800000001"), // what a controller asks
          hex("ffffffffffffffffffffffff"));

  /** Frames of several protocols, whole. */
  private static final List<byte[]> FRAMES =
      List.of(
          hex("0180c200000e02000000000188cc02070402000000000104050700000001060200780000"),
          hex("ffffffffffff020000000001894202070402000000000104050700000001060200780000"),
          hex(
              "ffffffffffff02000000000108060001080006040001020000000001"
                  + "0a0000010000000000000a000002"
                  + "00".repeat(18)),
          hex(
              "02000000000202000000000188a800018100000208004600002400010000401100000a0000010a000002"
                  + "01010101c0000035000c0000deadbeef"),
          hex(
              "02000000000202000000000186dd6000000000340040"
                  + "20010db8000000000000000000000001"
                  + "fe800000000000000000000000000002"
                  + "3c000000000000002c01000000000000"
                  + "00000000000000003300000100000000"
                  + "110100000000000000000000"
                  + "c000003500080000"));

  private BadBytes() {}

  private static void sendBadLength(Target target, AttackCounts counts) throws IOException {
    Random random = target.random();
    try (RawSwitch bad = target.join(counts)) {
      int claimed = random.nextInt(MOST_BYTES);
      bad.send(bad.message(random.nextInt(HIGHEST_TYPE + 1), claimed, claimed));
      expectAnswerOrClose(bad, counts, "a bad length");
    }
  }

  private static void sendMutatedStream(Target target, AttackCounts counts) throws IOException {
    Random random = target.random();
    byte[] recorded = (target.version() == OpenFlow.VERSION_10 ? RECORDED_10 : RECORDED_13).clone();
    try (RawSwitch bad = target.connect(counts)) {
      byte[] stream = new Mutator(random).stream(withDatapathId(recorded, target.nextDatapathId()));
      for (int from = 0; from < stream.length && !bad.isClosed(); ) {
        int count = Math.min(stream.length - from, 1 + random.nextInt(stream.length));
        bad.send(stream, from, count);
        from += count;
      }
      bad.read(1);
    }
  }

  /** The stream of another switch, so that one that takes its place is not what is tried here. */
  private static byte[] withDatapathId(byte[] stream, long datapathId) {
    ByteBuffer all = ByteBuffer.wrap(stream);
    for (int at = 0; at + OpenFlow.HEADER_BYTES <= stream.length; at += Header.length(all, at)) {
      if (Header.type(all, at) == OpenFlow.FEATURES_REPLY) {
        all.putLong(at + OpenFlow.HEADER_BYTES, datapathId);
      }
    }
    return stream;
  }

  private static void sendHostileFrames(Target target, AttackCounts counts) throws IOException {
    Mutator mutator = new Mutator(target.random());
    try (RawSwitch bad = target.join(counts)) {
      for (int i = 0; i < FRAMES_PER_TRY; i++) {
        byte[] frame = FRAMES.get(target.random().nextInt(FRAMES.size()));
        bad.send(bad.packetIn(1, mutator.damaged(frame)));
      }
      if (!bad.roundTrip()) {
        counts.broken("a switch was closed for the frames that its hosts sent");
      }
    }
  }

  private static void sendByteByByte(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch slow = target.join(counts)) {
      int bytes = OpenFlow.MAX_MESSAGE_BYTES;
      byte[] message = slow.message(OpenFlow.ECHO_REQUEST, bytes, bytes);
      for (int i = 0; i < bytes; i++) {
        slow.send(message, i, 1);
      }
      if (!slow.roundTrip()) {
        counts.broken("the longest message there is was not taken");
      }
    }
  }

  private static void speakSomethingElse(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch stranger = target.connect(counts)) {
      stranger.send(STRANGERS.get(target.random().nextInt(STRANGERS.size())));
      if (!stranger.awaitClosed(PATIENCE_MS)) {
        counts.broken("a connection that speaks no OpenFlow was not closed");
      }
    }
  }

  private static void expectAnswerOrClose(RawSwitch bad, AttackCounts counts, String what)
      throws IOException {
    if (!bad.roundTrip() && !bad.isClosed()) {
      counts.broken("nothing came after " + what + ", not even the end");
    }
  }

  private static byte[] recorded(String name) {
    try (InputStream in = BadBytes.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
