package maestro.bench.isolation;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import maestro.emulator.engine.connection.TlsDial;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;

/** Peers at a TLS port that the controller must refuse. */
final class TlsAttacks {
  private static final String PROMISE =
      "A connection without a certificate signed by the CA is not let in, and delays nobody.";

  /** Longer than the timeouts of the attacked controller. */
  private static final int LIMIT_MS = 15_000;

  private static final int GARBAGE_BYTES = 2_000;
  private static final int SILENT = 200;
  private static final int STORM = 5_000;

  /** Less than the controller takes to answer all of the storm. */
  private static final long SOON_NS = 2_000_000_000L;

  private static final long LOOK_NS = 200_000;
  private static final SharedBuffers BUFFERS = new SharedBuffers(OpenFlow.MAX_MESSAGE_BYTES + 1);

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
                  "tls-garbage",
                  PROMISE,
                  "Sends up to 2000 random bytes, or an OpenFlow HELLO, instead of TLS.",
                  1_000,
                  TlsAttacks::sendGarbage)
              .againstTls(),
          new Attack(
                  "tls-half-hello",
                  PROMISE,
                  "Sends a part of a ClientHello and resets the connection.",
                  2_000,
                  TlsAttacks::sendHalfHello)
              .againstTls(),
          new Attack(
                  "tls-silent",
                  PROMISE,
                  "Opens 200 connections and sends only the first byte of a ClientHello.",
                  2,
                  TlsAttacks::sayNothing)
              .againstTls(),
          new Attack(
                  "tls-wrong-certificate",
                  PROMISE,
                  "Shakes hands with a certificate of another CA, an expired one, or none.",
                  600,
                  TlsAttacks::showWrongCertificate)
              .againstTls(),
          new Attack(
                  "tls-handshake-and-reset",
                  "TLS handshakes that are thrown away delay nobody.",
                  "Shakes hands with a right certificate and resets the connection.",
                  1_000,
                  TlsAttacks::shakeHandsAndReset)
              .againstTls(),
          new Attack(
                  "tls-storm",
                  "A switch that connects is not behind those that only begin their handshakes.",
                  "Sends 5000 ClientHellos and no more, then shakes hands as a switch.",
                  1,
                  TlsAttacks::storm)
              .againstTls());

  private TlsAttacks() {}

  private static void sendGarbage(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch knocking = target.connect(counts)) {
      byte[] bytes = knocking.emulated().hello();
      if (target.random().nextBoolean()) {
        bytes = new byte[1 + target.random().nextInt(GARBAGE_BYTES)];
        target.random().nextBytes(bytes);
      }
      knocking.send(bytes);
      if (!knocking.awaitClosed(LIMIT_MS)) {
        counts.broken("a connection that speaks no TLS stays open");
      }
    }
  }

  private static void sendHalfHello(Target target, AttackCounts counts) throws IOException {
    RawSwitch knocking = target.connect(counts);
    byte[] hello = target.certificates().clientHello();
    knocking.send(hello, 0, 1 + target.random().nextInt(hello.length - 1));
    knocking.reset();
  }

  private static void sayNothing(Target target, AttackCounts counts) throws IOException {
    byte[] hello = target.certificates().clientHello();
    SlowAttacks.fallSilent(target, counts, SILENT, Arrays.copyOf(hello, 1));
  }

  private static void showWrongCertificate(Target target, AttackCounts counts) throws IOException {
    Certificates certificates = target.certificates();
    TlsContext wrong =
        switch (target.random().nextInt(3)) {
          case 0 -> certificates.foreign();
          case 1 -> certificates.expired();
          default -> certificates.bare();
        };
    try (TlsChannel channel = shakeHands(target, wrong)) {
      if (hears(channel, counts)) {
        counts.broken("a stranger was sent something");
      }
    } catch (IOException e) {
      counts.closed();
    }
  }

  private static void shakeHandsAndReset(Target target, AttackCounts counts) throws IOException {
    SocketChannel socket = SocketChannel.open(target.controller());
    TlsChannel channel = shakeHands(socket, target.certificates().known());
    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    socket.close();
    channel.close();
  }

  private static void storm(Target target, AttackCounts counts) throws IOException {
    byte[] hello = target.certificates().clientHello();
    List<RawSwitch> begun = new ArrayList<>();
    try {
      for (int i = 0; i < STORM; i++) {
        RawSwitch each = target.connect(counts);
        begun.add(each);
        each.send(hello);
      }
      getIn(target, counts);
    } finally {
      for (RawSwitch each : begun) {
        each.close();
      }
    }
  }

  private static void getIn(Target target, AttackCounts counts) {
    long beganNs = System.nanoTime();
    try {
      shakeHands(target, target.certificates().known()).close();
      long tookNs = System.nanoTime() - beganNs;
      counts.joined(tookNs);
      if (tookNs > SOON_NS) {
        counts.broken("a switch got in after more than 2 s");
      }
    } catch (IOException e) {
      counts.broken("a switch did not get in");
    }
  }

  private static TlsChannel shakeHands(Target target, TlsContext tls) throws IOException {
    return shakeHands(SocketChannel.open(target.controller()), tls);
  }

  private static TlsChannel shakeHands(SocketChannel channel, TlsContext tls) throws IOException {
    return TlsDial.shakeHands(channel, tls, BUFFERS, LIMIT_MS);
  }

  /** Whether anything comes before the controller closes. */
  private static boolean hears(TlsChannel channel, AttackCounts counts) throws IOException {
    ByteBuffer in = ByteBuffer.allocateDirect(OpenFlow.MAX_MESSAGE_BYTES);
    long endNs = System.nanoTime() + LIMIT_MS * 1_000_000L;
    while (System.nanoTime() - endNs < 0) {
      int count = channel.read(in);
      if (count != 0) {
        counts.closed();
        return count > 0;
      }
      LockSupport.parkNanos(LOOK_NS);
    }
    counts.broken("a stranger is not sent away");
    return false;
  }
}
