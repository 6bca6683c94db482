package maestro.cli.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import maestro.cli.Main;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TlsCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path pki;

  @BeforeEach
  void chooseFolder() {
    pki = folder.resolve("pki");
  }

  private int maestro(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  private X509Certificate certificate(String name) throws Exception {
    try (var in = Files.newInputStream(pki.resolve(name + "-cert.pem"))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private void assertSignedByTheCa(String name) throws Exception {
    certificate(name).verify(certificate("ca").getPublicKey());
  }

  @Test
  void shouldMakeWhatControllerAndSwitchesNeed() throws Exception {
    assertThat(maestro("tls", "init", pki.toString(), "--switch", "0x2a", "--switch", "leaf-3"))
        .isZero();

    assertSignedByTheCa("ca");
    assertSignedByTheCa("controller");
    assertSignedByTheCa("switch-000000000000002a");
    assertSignedByTheCa("switch-leaf-3");
    assertThat(certificate("switch-000000000000002a").getSubjectX500Principal().getName())
        .isEqualTo("CN=00:00:00:00:00:00:00:2a");
    assertThat(certificate("ca").getBasicConstraints()).isZero();
    assertThat(certificate("controller").getBasicConstraints()).isNegative();
    assertThat(out.toString())
        .contains(
            "private-key = \"" + pki.resolve("controller-key.pem") + "\"",
            "ovs-vsctl set-ssl " + pki.resolve("switch-leaf-3-key.pem"))
        .doesNotContain("bind-datapath-id");
    assertThat(err.toString()).isEmpty();
  }

  private List<String> alternativeNames(String name) throws Exception {
    return certificate(name).getSubjectAlternativeNames().stream()
        .map(each -> String.valueOf(each.get(1)))
        .toList();
  }

  @Test
  void shouldNameTheHostsOfAController() throws Exception {
    String[] wanted = {"--host", "c.example", "--host", "192.0.2.7", "--host", "2001:db8::7"};
    assertThat(maestro(join("tls", "init", pki.toString(), wanted))).isZero();
    assertThat(alternativeNames("controller"))
        .containsExactly(
            "c.example",
            "192.0.2.7",
            "2001:db8:0:0:0:0:0:7",
            "localhost",
            "127.0.0.1",
            "0:0:0:0:0:0:0:1");

    assertThat(maestro("tls", "add", pki.toString(), "--controller", "c2")).isZero();
    assertThat(alternativeNames("controller-c2")).contains("localhost", "127.0.0.1");
    assertThat(certificate("controller-c2").getSubjectX500Principal().getName()).isEqualTo("CN=c2");
    assertThat(pki.resolve("switch-cert.pem")).as("of init").exists();
    assertThat(out.toString()).contains(pki.resolve("controller-c2-key.pem").toString());
    assertThat(err.toString()).isEmpty();
  }

  private static String[] join(String first, String second, String third, String... more) {
    return Stream.concat(Stream.of(first, second, third), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void shouldMakeNoKeyOfASwitchGoodForAController() throws Exception {
    String pkix = "1.3.6.1.5.5.7.3.";
    assertThat(maestro("tls", "init", pki.toString(), "--switch", "0x2a")).isZero();
    assertThat(maestro("tls", "add", pki.toString(), "--switch", "leaf", "--controller", "b"))
        .isZero();
    for (String each : List.of("switch-000000000000002a", "switch-leaf")) {
      assertThat(certificate(each).getExtendedKeyUsage()).containsExactly(pkix + 2);
    }
    for (String each : List.of("controller", "controller-b")) {
      assertThat(certificate(each).getExtendedKeyUsage()).containsExactly(pkix + 1, pkix + 2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "10.0.0.300", "[::1]", "fe80::1%lo", "http://c", "c:9653", "-c"})
  void shouldRefuseAHostThatIsNone(String wrong) {
    assertThat(maestro("tls", "init", pki.toString(), "--host", wrong)).isEqualTo(2);
    assertThat(err.toString()).contains("--host: found '" + wrong + "'; allowed: a DNS name");
    assertThat(maestro("tls", "add", pki.toString(), "--host", "c.example")).isEqualTo(2);
    assertThat(err.toString()).contains("--host: found without --controller");
    assertThat(pki).doesNotExist();
  }

  @Test
  void shouldLetTheOwnerAloneReadKeys() throws IOException {
    assertThat(maestro("tls", "init", pki.toString())).isZero();
    try (Stream<Path> files = Files.list(pki)) {
      assertThat(files.filter(file -> file.toString().endsWith("-key.pem")))
          .hasSize(3)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pki)))
        .isEqualTo("rwx------");
  }

  @Test
  void shouldLetTheUserOfTheControllerReadItsKeyAlone() throws IOException {
    String user = System.getProperty("user.name");
    assertThat(maestro("tls", "init", pki.toString(), "--owner", user)).isZero();

    assertThat(permissions(pki)).isEqualTo("rwx--x--x");
    for (String name : List.of("ca", "controller", "switch")) {
      assertThat(permissions(pki.resolve(name + "-key.pem"))).isEqualTo("rw-------");
      assertThat(permissions(pki.resolve(name + "-cert.pem"))).isEqualTo("rw-r--r--");
    }
    assertThat(Files.getOwner(pki.resolve("controller-key.pem")).getName()).isEqualTo(user);

    String other = folder.resolve("other").toString();
    assertThat(maestro("tls", "init", other, "--owner", "no-such-user")).isEqualTo(2);
    assertThat(err.toString()).contains("--owner: found 'no-such-user'; allowed: a user of this");
    assertThat(folder.resolve("other")).doesNotExist();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void shouldSayToRootWhichKeysRootAloneCanRead() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "not root");
    Path file = folder.resolve("c.conf");
    Path key = pki.resolve("controller-key.pem");
    Path certificate = pki.resolve("controller-cert.pem");
    Files.writeString(
        file,
        """
        sequences.s { on = flow-request, run = [echo] }
        maestro.control { private-key = "%s", certificate = "%s" }
        """
            .formatted(key, certificate));
    Path apps = Files.createDirectory(folder.resolve("apps"));
    new JarBuilder().application("Echo", "echo").write(apps.resolve("echo.jar"));
    String[] check = {"check", file.toString(), "--apps", apps.toString()};
    assertThat(maestro("tls", "init", pki.toString())).isZero();
    assertThat(maestro(check)).as(err.toString()).isZero();
    assertThat(out.toString()).contains(key + ": root alone can read it");

    Files.setPosixFilePermissions(pki, PosixFilePermissions.fromString("rwx--x--x"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    out.getBuffer().setLength(0);
    assertThat(maestro(check)).isZero();
    assertThat(out.toString()).isEqualTo(file + ": ok\n");
  }

  @Test
  void shouldOverwriteNothingAndAddSwitches() throws Exception {
    assertThat(maestro("tls", "init", pki.toString(), "--switch", "a")).isZero();
    byte[] ca = Files.readAllBytes(pki.resolve("ca-cert.pem"));

    assertThat(maestro("tls", "init", pki.toString(), "--switch", "b")).isEqualTo(1);
    assertThat(maestro("tls", "add", pki.toString(), "--switch", "b", "--switch", "a"))
        .isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "maestro: " + pki.resolve("ca-key.pem") + " is there already; nothing was written",
            "maestro: "
                + pki.resolve("switch-a-key.pem")
                + " is there already; nothing was written");
    assertThat(pki.resolve("switch-b-key.pem")).doesNotExist();
    assertThat(maestro("tls", "add", pki.toString(), "--switch", "b")).isZero();
    assertSignedByTheCa("switch-b");
    assertThat(pki.resolve("ca-cert.pem")).hasBinaryContent(ca);
  }

  @Test
  void shouldObeyTheValidityAskedFor() throws Exception {
    assertThat(maestro("tls", "init", pki.toString(), "--days", "3", "--ca-days", "10")).isZero();
    Date inTwo = Date.from(Instant.now().plus(2, ChronoUnit.DAYS));
    Date inFour = Date.from(Instant.now().plus(4, ChronoUnit.DAYS));
    assertThat(certificate("switch").getNotAfter()).isBetween(inTwo, inFour);
    assertThat(certificate("controller").getNotAfter()).isBetween(inTwo, inFour);
    assertThat(certificate("ca").getNotAfter()).isAfter(inFour);
  }

  @Test
  void shouldLetNoTwoCertificatesEndOnOneDay() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("tls", "init", pki.toString()));
    List<String> names = new ArrayList<>(List.of("controller"));
    for (int i = 0; i < 20; i++) {
      arguments.addAll(List.of("--switch", "leaf" + i));
      names.add("switch-leaf" + i);
    }
    assertThat(maestro(arguments.toArray(String[]::new))).isZero();

    Set<Long> days = new HashSet<>();
    for (String name : names) {
      Instant end = certificate(name).getNotAfter().toInstant();
      long left = ChronoUnit.DAYS.between(Instant.now(), end);
      assertThat(left).as(name).isBetween(984L, 1095L);
      days.add(left);
    }
    assertThat(days).hasSameSizeAs(names);
  }

  @Test
  void shouldSayWhatIsAllowedWhenOptionsAreWrong() {
    String folderName = pki.toString();
    assertThat(maestro("tls")).isEqualTo(2);
    assertThat(maestro("tls", "init")).isEqualTo(2);
    assertThat(maestro("tls", "init", folderName, "--days", "0")).isEqualTo(2);
    assertThat(maestro("tls", "init", folderName, "--switch", "../x")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--days: found 0; allowed: 1 to 36500", "--switch: found '../x'; allowed: ");
    assertThat(pki).doesNotExist();
    assertThat(maestro("tls", "add", folderName, "--switch", "a")).isEqualTo(1);
    assertThat(err.toString()).contains("ca-key.pem does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x1ffffffffffffffffff",
        "0X2g",
        "99999999999999999999",
        "0:2a",
        "00000000000002a",
        "00000000000000042"
      })
  void shouldRefuseADatapathIdThatIsWrongInsteadOfTakingItForAName(String wrong) {
    assertThat(maestro("tls", "init", pki.toString(), "--switch", wrong)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--switch: found '"
                + wrong
                + "'; allowed: a datapath id such as \"00:00:00:00:00:00:00:2a\", 000000000000002a,"
                + " 0x2a or 42, or a name of letters, digits, '.', '_' and '-'");
    assertThat(pki).doesNotExist();
  }

  @Test
  void shouldNameTheLineWhenAFileCannotBeUsed() throws IOException {
    assertThat(maestro("tls", "init", pki.toString())).isZero();
    Path apps = Files.createDirectory(folder.resolve("apps"));
    new JarBuilder().application("Echo", "echo").write(apps.resolve("echo.jar"));
    Path file = folder.resolve("tls.conf");
    String text =
        """
        sequences.s { on = flow-request, run = [echo] }
        maestro.tls {
          enabled = true
          private-key = "pki/controller-key.pem"
          certificate = "pki/controller-cert.pem"
          ca-certificates = "pki/ca-cert.pem"
        }
        """;
    Files.writeString(file, text);
    assertThat(maestro("check", file.toString(), "--apps", apps.toString()))
        .as(err.toString())
        .isZero();
    Files.writeString(file, text.replace("controller-key", "ca-key"));
    assertThat(maestro("check", file.toString(), "--apps", apps.toString())).isEqualTo(1);
    assertThat(maestro("run", "--config", file.toString(), "--apps", apps.toString())).isEqualTo(1);
    String problem =
        file
            + ":4: maestro.tls.private-key: "
            + pki.resolve("ca-key.pem")
            + " is not the key of "
            + pki.resolve("controller-cert.pem");
    assertThat(err.toString().lines()).containsExactly(problem, problem);
  }
}
