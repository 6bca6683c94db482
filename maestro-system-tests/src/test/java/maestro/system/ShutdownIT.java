package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.bench.shutdown.LoadedSwitches;
import maestro.tls.TlsContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * SIGTERM while switches send as fast as they can and some of them hardly read. The streams of the
 * others end between two messages. {@code ./maestro bench shutdown} measures how long it takes.
 */
@Tag("soak")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ShutdownIT {
  private static final int READERS = 12;

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
    TlsContext tls = secure ? InProcess.tlsSwitches(pki) : null;
    try (StartedController controller = start(strategy, secure)) {
      InetSocketAddress address =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), Integer.parseInt(controller.port()));
      try (LoadedSwitches switches = LoadedSwitches.start(address, tls, READERS)) {
        switches.awaitLoad();
        controller.terminate();
        switches.awaitEnd();
        assertThat(switches.cutReaders()).isEmpty();
      }
      assertThat(controller.log()).contains(" stopped: ");
    }
  }

  private static StartedController start(String strategy, boolean secure) throws IOException {
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
    return StartedController.startWith("learning-switch.conf", options.toArray(String[]::new));
  }
}
