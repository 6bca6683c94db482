package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.TlsDial;
import maestro.net.SharedBuffers;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * SIGTERM while switches send as fast as they can and some of them hardly read: every other one's
 * stream ends where a message ends. How long it takes is printed; {@code
 * -Dmaestro.shutdown.repetitions=10} does it so often, and {@code -Dmaestro.shutdown.readers=79}
 * with so many.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShutdownIT {
  private static final int REPETITIONS = Integer.getInteger("maestro.shutdown.repetitions", 1);
  private static final int READERS = Integer.getInteger("maestro.shutdown.readers", 12);
  private static final int SLOW_READERS = 4;
  private static final int SLOW_READ_BYTES = 8 * 1024;
  private static final long SLOW_READ_EVERY_NS = 50_000_000;
  private static final int SLOW_RECEIVE_BYTES = 32 * 1024;
  private static final long ENOUGH_MESSAGES = 10_000;
  private static final int HANDSHAKE_MS = 10_000;
  private static final SharedBuffers BUFFERS = new SharedBuffers(OpenFlow.MAX_MESSAGE_BYTES + 1);

  @TempDir static Path folder;
  private static Path pki;

  @BeforeAll
  static void makeCertificates() throws Exception {
    pki = folder.resolve("pki");
    InProcess.makeCertificates(pki);
  }

  @ParameterizedTest
  @CsvSource({
    "shared-queue, false",
    "static-partition, false",
    "dynamic-partition, false",
    "round-robin, false",
    "fair-share, false",
    "shared-queue, true",
    "static-partition, true",
    "dynamic-partition, true",
    "round-robin, true",
    "fair-share, true",
  })
  void shouldEndStreamsBetweenMessagesWhenStoppedUnderLoad(String strategy, boolean secure)
      throws Exception {
    long[] tookMs = new long[REPETITIONS];
    int slowOnesCut = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      List<LoadingSwitch> switches = new ArrayList<>();
      tookMs[i] = stopUnderLoad(strategy, secure, switches);
      assertThat(switches.subList(0, READERS)).allMatch(LoadingSwitch::endedBetweenMessages);
      for (LoadingSwitch slow : switches.subList(READERS, switches.size())) {
        slowOnesCut += slow.endedBetweenMessages() ? 0 : 1;
      }
    }
    Arrays.sort(tookMs);
    System.out.printf(
        "SIGTERM, %s, %s: to exit %d times, median %d ms, worst %d ms; slow readers cut in a"
            + " message: %d of %d%n",
        strategy,
        secure ? "TLS" : "plain",
        REPETITIONS,
        tookMs[REPETITIONS / 2],
        tookMs[REPETITIONS - 1],
        slowOnesCut,
        SLOW_READERS * REPETITIONS);
  }

  /** How long it took from SIGTERM to the end of the process, in milliseconds. */
  private static long stopUnderLoad(String strategy, boolean secure, List<LoadingSwitch> switches)
      throws Exception {
    try (ControllerProcess controller = start(strategy, secure)) {
      for (int i = 0; i < READERS + SLOW_READERS; i++) {
        switches.add(connect(Integer.parseInt(controller.port()), secure, i));
      }
      CountDownLatch loaded = new CountDownLatch(1);
      Thread load = new Thread(() -> work(switches, loaded), "load");
      load.start();
      loaded.await();
      long startNs = System.nanoTime();
      controller.terminate();
      final long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
      load.join();
      for (LoadingSwitch each : switches) {
        each.close();
      }
      assertThat(controller.log()).contains(" stopped: ");
      return tookMs;
    }
  }

  private static ControllerProcess start(String strategy, boolean secure) throws IOException {
    List<String> options = new ArrayList<>(List.of("--strategy", strategy));
    if (secure) {
      for (String setting :
          List.of(
              "enabled=true",
              "private-key=" + pki.resolve("controller-key.pem"),
              "certificate=" + pki.resolve("controller-cert.pem"),
              "ca-certificates=" + pki.resolve("ca-cert.pem"))) {
        options.addAll(List.of("--set", "maestro.tls." + setting));
      }
    }
    return ControllerProcess.startWith("learning-switch.conf", options.toArray(String[]::new));
  }

  private static LoadingSwitch connect(int port, boolean secure, int number) throws IOException {
    SocketChannel socket = SocketChannel.open();
    boolean slow = number >= READERS;
    if (slow) {
      socket.setOption(StandardSocketOptions.SO_RCVBUF, SLOW_RECEIVE_BYTES);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.configureBlocking(false);
    TlsContext tls = secure ? InProcess.tlsSwitches(pki) : null;
    ByteChannel channel = secure ? TlsDial.shakeHands(socket, tls, BUFFERS, HANDSHAKE_MS) : socket;
    return slow
        ? new LoadingSwitch(channel, number + 1, SLOW_READ_BYTES, SLOW_READ_EVERY_NS)
        : new LoadingSwitch(channel, number + 1, OpenFlow.MAX_MESSAGE_BYTES, 0);
  }

  /** Until all streams have ended. */
  private static void work(List<LoadingSwitch> switches, CountDownLatch loaded) {
    while (!switches.stream().allMatch(LoadingSwitch::hasEnded)) {
      switches.forEach(LoadingSwitch::work);
      boolean isLoaded =
          switches.subList(0, READERS).stream()
              .allMatch(each -> each.messages() >= ENOUGH_MESSAGES);
      if (isLoaded) {
        loaded.countDown();
      }
    }
  }
}
