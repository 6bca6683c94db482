package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import maestro.tls.CertificateAuthority;
import maestro.tls.CertificateAuthority.Signed;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenSSL comes back with the TLS session of a certificate that was good. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ResumedSessionIT {
  private static final Duration LIMIT = Commands.PATIENCE;
  private static final Duration DAY = Duration.ofDays(1);
  private static final List<String> PROTOCOLS = List.of("tls1_2", "tls1_3");
  private static final int SHORT_LIFE_S = 8;
  private static final int LONGEST_LIFE_S = 512;

  /** HELLO and FEATURES_REPLY of datapath id 42, and so long that it can be answered. */
  private static final String SAYS =
      "(printf '\\x01\\x00\\x00\\x08\\0\\0\\0\\x01\\x01\\x06\\x00\\x20\\0\\0\\0\\x02'; printf"
          + " '\\0\\0\\0\\0\\0\\0\\0\\x2a\\0\\0\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'; sleep"
          + " 1.5) | openssl s_client -connect 127.0.0.1:$PORT -$PROTOCOL";

  @TempDir Path folder;
  private CertificateAuthority ca;

  private void makeFiles() throws Exception {
    Instant from = Instant.now().minus(DAY);
    Instant until = Instant.now().plus(DAY);
    ca = CertificateAuthority.create("ca", from, until);
    Files.writeString(folder.resolve("ca.pem"), ca.own().certificatePem());
    write("controller", ca.signController("controller", List.of("localhost"), from, until));
    signSwitch(until);
  }

  private void signSwitch(Instant until) throws Exception {
    write("switch", ca.signSwitch("switch", Instant.now().minus(DAY), until));
  }

  private void write(String name, Signed signed) throws IOException {
    Files.writeString(folder.resolve(name + "-key.pem"), signed.keyPem());
    Files.writeString(folder.resolve(name + ".pem"), signed.certificatePem());
  }

  private StartedController start(String provider) throws IOException {
    List<String> options = new ArrayList<>();
    for (String setting :
        List.of(
            "enabled=true",
            "provider=" + provider,
            "private-key=" + folder.resolve("controller-key.pem"),
            "certificate=" + folder.resolve("controller.pem"),
            "ca-certificates=" + folder.resolve("ca.pem"))) {
      options.addAll(List.of("--set", "maestro.tls." + setting));
    }
    return StartedController.startWith("learning-switch.conf", options.toArray(String[]::new));
  }

  /** What OpenSSL says. */
  private String connect(StartedController controller, String protocol, String options)
      throws Exception {
    Map<String, String> environment = Map.of("PORT", controller.port(), "PROTOCOL", protocol);
    String command =
        SAYS
            + " -CAfile "
            + folder.resolve("ca.pem")
            + " "
            + options
            + " 2>&1 | tr -cd '[:print:]\\n'";
    return Commands.run(LIMIT, environment, List.of("bash", "-c", command)).output();
  }

  private String withCertificate() {
    return "-cert " + folder.resolve("switch.pem") + " -key " + folder.resolve("switch-key.pem");
  }

  private Path session(String protocol) {
    return folder.resolve(protocol + ".session");
  }

  /** Joins by one protocol after the other, and keeps each session that the controller gives. */
  private void joinAndKeepSessions(StartedController controller, Instant end) throws Exception {
    for (int i = 0; i < PROTOCOLS.size() && Instant.now().isBefore(end); i++) {
      Path session = session(PROTOCOLS.get(i));
      String said =
          connect(controller, PROTOCOLS.get(i), withCertificate() + " -sess_out " + session);
      if (Instant.now().isBefore(end)) {
        controller.awaitLog(" joined: OpenFlow 1.0", i + 1);
        assertThat(said).contains("New, TLSv1");
        assertThat(session).isRegularFile();
      }
    }
  }

  /** Comes back with each session, with and without showing a certificate, all at once. */
  private void comeBackInVain(StartedController controller, String certificate) throws Exception {
    List<Callable<String>> all = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      for (String shown : List.of("", certificate)) {
        String options = "-sess_in " + session(protocol) + " " + shown;
        all.add(() -> connect(controller, protocol, options));
      }
    }
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      for (Future<String> each : threads.invokeAll(all)) {
        assertThat(each.get()).isNotEmpty();
      }
    } finally {
      threads.shutdown();
    }
    controller.awaitLog("TLS handshake with 127.0.0.1 failed: ", 2);
    assertThat(controller.log().split(" joined: ", -1))
        .as(controller.log())
        .hasSize(1 + PROTOCOLS.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"boringssl", "jdk"})
  void shouldNotBeLetInWhenTheCertificateHasExpiredSince(String provider) throws Exception {
    Rigs.need("openssl", "bash");
    for (int lifeS = SHORT_LIFE_S; !isRefusedAfter(lifeS, provider); lifeS *= 4) {
      assertThat(lifeS).as("a machine that busy").isLessThan(LONGEST_LIFE_S);
    }
  }

  /** False when the certificate has expired before the switch has joined by each protocol. */
  private boolean isRefusedAfter(int lifeS, String provider) throws Exception {
    makeFiles();
    try (StartedController controller = start(provider)) {
      Instant end = Instant.now().plusSeconds(lifeS);
      signSwitch(end);
      joinAndKeepSessions(controller, end);
      if (Instant.now().isAfter(end)) {
        return false;
      }
      Awaitility.await().until(() -> Instant.now().isAfter(end.plusSeconds(1)));
      comeBackInVain(controller, withCertificate());
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"boringssl", "jdk"})
  void shouldNotBeLetInWhenItsCaIsNotTrustedAnyMore(String provider) throws Exception {
    Rigs.need("openssl", "bash");
    makeFiles();
    try (StartedController controller = start(provider)) {
      joinAndKeepSessions(controller, Instant.MAX);
      Path old = Files.move(folder.resolve("switch.pem"), folder.resolve("old.pem"));
      Path oldKey = Files.move(folder.resolve("switch-key.pem"), folder.resolve("old-key.pem"));
      makeFiles();
      controller.hangUp();
      controller.awaitLog("the new configuration is in force", 1);
      comeBackInVain(controller, "-cert " + old + " -key " + oldKey);
    }
  }
}
