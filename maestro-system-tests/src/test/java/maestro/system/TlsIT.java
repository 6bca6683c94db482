package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.system.Commands.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Open vSwitch connects over TLS, with the certificates that {@code tls init} has made. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("try") // the rigs are held, not used
class TlsIT {
  private static final String[] PROGRAMS = {"ovs-vswitchd", "ovsdb-server", "ovs-vsctl"};
  private static final Duration LIMIT = Commands.PATIENCE;
  private static final String DATAPATH_ID = "00:00:00:00:00:00:00:2a";

  @TempDir Path folder;
  private Path pki;

  @BeforeEach
  void makeCertificates() throws Exception {
    pki = folder.resolve("pki");
    Result made = maestro("tls", "init", pki.toString(), "--switch", "0x2a");
    assertThat(made.code()).as(made.output()).isZero();
    assertThat(made.output()).contains("bind-datapath-id = true", "ovs-vsctl set-ssl " + pki);
  }

  private static Result maestro(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Rigs.PROJECT.resolve("maestro").toString());
    command.addAll(List.of(arguments));
    return Commands.run(LIMIT, Map.of("JAVA_HOME", System.getProperty("java.home")), command);
  }

  private static List<String> tls(Path key, Path certificate, Path ca, String... more) {
    return Stream.of(
            List.of(
                "enabled=true",
                "private-key=" + key,
                "certificate=" + certificate,
                "ca-certificates=" + ca),
            List.of(more))
        .flatMap(Collection::stream)
        .flatMap(setting -> Stream.of("--set", "maestro.tls." + setting))
        .toList();
  }

  private StartedController controller(String... more) throws IOException {
    List<String> options =
        tls(
            pki.resolve("controller-key.pem"),
            pki.resolve("controller-cert.pem"),
            pki.resolve("ca-cert.pem"),
            more);
    return StartedController.startWith("learning-switch.conf", options.toArray(String[]::new));
  }

  /** A switch without hosts that connects over TLS. */
  private void connect(
      PrivateOpenVSwitch ovs, StartedController controller, String version, Path from)
      throws IOException, InterruptedException {
    Path key = from.resolve("switch-000000000000002a-key.pem");
    Path certificate = from.resolve("switch-000000000000002a-cert.pem");
    connect(ovs, controller, version, key, certificate, pki.resolve("ca-cert.pem"));
  }

  private static void connect(
      PrivateOpenVSwitch ovs,
      StartedController controller,
      String version,
      Path key,
      Path certificate,
      Path ca)
      throws IOException, InterruptedException {
    run(ovs, "set-ssl", key.toString(), certificate.toString(), ca.toString());
    run(
        ovs,
        "--may-exist",
        "add-br",
        "s1",
        "--",
        "set",
        "bridge",
        "s1",
        "datapath_type=dummy",
        "protocols=" + version,
        "fail-mode=secure",
        "other-config:datapath-id=000000000000002a",
        "--",
        "set-controller",
        "s1",
        "ssl:127.0.0.1:" + controller.port());
  }

  private static void run(PrivateOpenVSwitch ovs, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ovs-vsctl", "--no-wait"));
    command.addAll(List.of(arguments));
    ovs.run(command.toArray(String[]::new));
  }

  private Path privateFolder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  @ParameterizedTest
  @CsvSource({
    "OpenFlow10, boringssl, TLSv1.3",
    "OpenFlow13, boringssl, TLSv1.2",
    "OpenFlow10, jdk, TLSv1.2",
    "OpenFlow13, jdk, TLSv1.3"
  })
  void shouldJoinWhenBothShowCertificates(String version, String provider, String protocol)
      throws Exception {
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(privateFolder("ovs"));
        StartedController controller =
            controller(
                "bind-datapath-id=true", "provider=" + provider, "protocols=[" + protocol + "]")) {
      connect(ovs, controller, version, pki);
      controller.awaitLog("switch " + DATAPATH_ID, 1);
      controller.awaitLog(version.equals("OpenFlow10") ? "OpenFlow 1.0" : "OpenFlow 1.3", 1);
      run(ovs, "del-controller", "s1");
      controller.awaitLog(" left: closed by the switch", 1);
      controller.stopCleanly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"boringssl", "jdk"})
  void shouldRefuseWithOneLineWhenTheSwitchIsNotWhoItSays(String provider) throws Exception {
    Path strange = folder.resolve("strange");
    assertThat(maestro("tls", "init", strange.toString(), "--switch", "42").code()).isZero();
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(privateFolder("ovs"))) {
      try (StartedController controller = controller("provider=" + provider)) {
        connect(ovs, controller, "OpenFlow13", strange);
        controller.awaitLog("failed: its certificate (CN=" + DATAPATH_ID + ") is not signed by", 1);
        run(ovs, "set-controller", "s1", "tcp:127.0.0.1:" + controller.port());
        controller.awaitLog("it speaks OpenFlow without TLS", 1);
        assertThat(controller.log()).doesNotContain("joined", "\tat ");
      }
      try (StartedController controller =
          controller("provider=" + provider, "identity={\"0x2a\":\"somebody-else\"}")) {
        connect(ovs, controller, "OpenFlow13", pki);
        controller.awaitLog(") is not for " + DATAPATH_ID, 1);
        assertThat(controller.log()).doesNotContain("joined", "\tat ");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "TLSv1.2|it ends the handshake, alert unsupported certificate",
        "TLSv1.3|it ends the handshake, as one that refuses the controller's certificate"
      })
  void shouldTakeNobodyForTheControllerWhoHasTheKeyOfAnotherSwitch(String protocol, String line)
      throws Exception {
    assertThat(maestro("tls", "add", pki.toString(), "--switch", "0x2b").code()).isZero();
    List<String> stolen =
        tls(
            pki.resolve("switch-000000000000002b-key.pem"),
            pki.resolve("switch-000000000000002b-cert.pem"),
            pki.resolve("ca-cert.pem"),
            "provider=boringssl",
            "protocols=[" + protocol + "]");
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(privateFolder("ovs"));
        StartedController thief =
            StartedController.startWith("learning-switch.conf", stolen.toArray(String[]::new))) {
      connect(ovs, thief, "OpenFlow13", pki);
      thief.awaitLog(line, 1);
      assertThat(thief.log()).doesNotContain("joined");
    }
  }

  @Test
  void shouldTakeRenewedCertificatesWhenToldSo() throws Exception {
    Path renewed = folder.resolve("renewed");
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(privateFolder("ovs"));
        StartedController controller = controller()) {
      assertThat(maestro("tls", "init", renewed.toString(), "--switch", "0x2a").code()).isZero();
      connect(ovs, controller, "OpenFlow13", renewed);
      controller.awaitLog("is not signed by", 1);
      try (Stream<Path> files = Files.list(renewed)) {
        for (Path file : files.collect(Collectors.toList())) {
          Files.copy(file, pki.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      controller.hangUp();
      controller.awaitLog("the new configuration is in force", 1);
      connect(ovs, controller, "OpenFlow13", pki);
      controller.awaitLog("switch " + DATAPATH_ID, 1);
      Files.writeString(pki.resolve("controller-cert.pem"), "no certificate");
      controller.hangUp();
      controller.awaitLog("maestro.tls.certificate: " + pki.resolve("controller-cert.pem"), 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"boringssl", "jdk"})
  void shouldJoinWhenCertificatesAreMadeByOpenssl(String provider) throws Exception {
    Rigs.need("openssl");
    Path made = privateFolder("openssl");
    openssl(
        made,
        "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=ca -keyout ca-key.pem -out ca.pem");
    sign(made, "controller");
    sign(made, "switch");
    List<String> options =
        tls(
            made.resolve("controller-key.pem"),
            made.resolve("controller.pem"),
            made.resolve("ca.pem"),
            "provider=" + provider);
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(privateFolder("ovs"));
        StartedController controller =
            StartedController.startWith("learning-switch.conf", options.toArray(String[]::new))) {
      connect(
          ovs,
          controller,
          "OpenFlow13",
          made.resolve("switch-key.pem"),
          made.resolve("switch.pem"),
          made.resolve("ca.pem"));
      controller.awaitLog("joined: OpenFlow 1.3", 1);
      String asked =
          openssl(
              made,
              "s_client -connect 127.0.0.1:%s -CAfile ca.pem -cert switch.pem -key switch-key.pem"
                  .formatted(controller.port()));
      assertThat(asked).contains("Verify return code: 0 (ok)");
      // No clean stop: s_client leaves at the end of its input, now and then within the handshake.
    }
  }

  /** Makes the key and the certificate of a name. */
  private static void sign(Path folder, String name) throws IOException, InterruptedException {
    openssl(
        folder,
        "req -newkey rsa:2048 -nodes -subj /CN=%s -keyout %s-key.pem -out %s.csr"
            .formatted(name, name, name));
    openssl(
        folder,
        "x509 -req -in %s.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 30 -out %s.pem"
            .formatted(name, name));
  }

  private static String openssl(Path folder, String arguments)
      throws IOException, InterruptedException {
    String command = "cd '" + folder + "' && openssl " + arguments + " </dev/null";
    return Commands.succeed("sh", "-c", command);
  }
}
