package maestro.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are right, and files that are wrong and said to be. */
class TlsContextTest {
  @TempDir Path folder;
  private TestCertificates files;

  @BeforeEach
  void makeFiles() {
    files = new TestCertificates(folder);
  }

  private void assertRefused(TlsSettings settings, String key, String text) {
    assertThatThrownBy(() -> TlsContext.server(settings, new CertificateBinding(false, Map.of())))
        .isInstanceOfSatisfying(
            BadTlsException.class,
            e -> {
              assertThat(e.key()).isEqualTo(key);
              assertThat(e).hasMessageContaining(text).hasMessageNotContaining("\n");
            });
  }

  private TlsSettings with(Path key, Path certificate, Path ca) {
    return new TlsSettings(
        key, certificate, ca, true, TestCertificates.BOTH_PROTOCOLS, TlsLibrary.AUTO);
  }

  @ParameterizedTest
  @EnumSource(TlsLibrary.class)
  void shouldMakeEnginesWhenFilesAreRight(TlsLibrary library) {
    assertThat(files.server(library).newEngine().getUseClientMode()).isFalse();
    assertThat(files.client(library, "switch").newEngine().getUseClientMode()).isTrue();
    assertThat(files.server(TlsLibrary.BORINGSSL).library()).contains("BoringSSL");
    assertThat(files.server(TlsLibrary.JDK).library()).contains("JDK");
  }

  @Test
  void shouldReleaseTheContextWhenNobodyNeedsItAnyMore() {
    TlsContext context = files.server(TlsLibrary.BORINGSSL);
    ReferenceCounted counted = (ReferenceCounted) context.context();
    SSLEngine engine = context.newEngine();
    assertThat(counted.refCnt()).as("the context's own and the engine's").isEqualTo(2);

    context = null; // certificates were renewed
    await("the garbage collector finds it")
        .until(
            () -> {
              System.gc();
              return counted.refCnt() == 1;
            });
    assertThat(engine.getSupportedProtocols()).as("a connection goes on").isNotEmpty();

    ReferenceCountUtil.release(engine);
    assertThat(counted.refCnt()).isZero();
  }

  @Test
  void shouldWarnOfACertificateWithoutHostsAsOldReleasesMadeThem() {
    try (LogOf log = new LogOf(TlsContext.class)) {
      TlsContext.server(
          with(files.key("switch"), files.certificate("switch"), files.ca()),
          new CertificateBinding(false, Map.of()));

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith(files.certificate("switch") + " names no host (subjectAltName)")
          .endsWith("docs/security.md says how to renew all");
    }
  }

  @Test
  void shouldSayWhichFileWhenOneIsMissing() {
    Path none = folder.resolve("none.pem");
    Path key = files.key("controller");
    Path certificate = files.certificate("controller");
    assertRefused(with(none, certificate, files.ca()), "private-key", none + " does not exist");
    assertRefused(with(key, none, files.ca()), "certificate", none + " does not exist");
    assertRefused(with(key, certificate, none), "ca-certificates", none + " does not exist");
  }

  @Test
  void shouldSayItWhenFilesAreExchangedBrokenOrDoNotBelongTogether() throws IOException {
    Path key = files.key("controller");
    Path certificate = files.certificate("controller");
    assertRefused(with(certificate, certificate, files.ca()), "private-key", "no private key");
    assertRefused(with(key, key, files.ca()), "certificate", "has no certificate");
    assertRefused(
        with(files.key("switch"), certificate, files.ca()), "private-key", "is not the key of");
    Path broken = folder.resolve("broken.pem");
    Files.writeString(broken, Files.readString(certificate).substring(0, 100));
    assertRefused(with(key, broken, files.ca()), "certificate", broken.toString());
    Path binary = Files.write(folder.resolve("binary.pem"), new byte[] {(byte) 0xff, 0, 7});
    assertRefused(with(binary, certificate, files.ca()), "private-key", binary + " is no text");
    Path encrypted = folder.resolve("encrypted.pem");
    Files.writeString(
        encrypted,
        """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjTAML3oDJgOQICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGdlEB7GQg/vIyddXYH3eW4EgZB/
        e20Q4Qzv2edx/jymuDUl41JBzS4PDlSyZveRJMraHBmGoQ2MXTl9pbq2EdAQj8JP
        SaMYJlfk6l+w4OB9LLVXB97n1riVZTmBxcrHYOg4A/683VnkVV3/2rWr+BpNU/Es
        O8cl2+x2ugoorGmx95vXe3cifYsKLSSoiaB3+6AoYptiOnfJEOJggZVgqF8xSpg=
        -----END ENCRYPTED PRIVATE KEY-----
        """);
    assertRefused(with(encrypted, certificate, files.ca()), "private-key", "is encrypted");
  }

  @Test
  void shouldSayItWhenTheOwnCertificateIsNotValidNow() {
    files.makeExpired("old").makeTooNew("new");
    assertRefused(
        with(files.key("old"), files.certificate("old"), files.ca()), "certificate", "has expired");
    assertRefused(
        with(files.key("new"), files.certificate("new"), files.ca()),
        "certificate",
        "is not valid before");
  }

  @Test
  void shouldBindCertificatesToDatapathIds() {
    PeerCertificate named = peer("00:00:00:00:00:00:00:2a", "aa".repeat(32));
    PeerCertificate leaf = peer("Leaf-3", "bb".repeat(32));
    PeerCertificate other = peer("other", "cc".repeat(32));

    CertificateBinding byName = new CertificateBinding(true, Map.of());
    assertThat(byName.refusal(0x2a, named)).isEmpty();
    assertThat(byName.refusal(0x2b, named)).isPresent();
    assertThat(byName.refusal(0x2a, leaf)).isPresent();
    assertThat(byName.refusal(0x2a, peer("000000000000002A", "dd".repeat(32)))).isEmpty();

    CertificateBinding listed =
        new CertificateBinding(
            false, Map.of(1L, "leaf-3", 2L, "SHA256:" + "CC:".repeat(31) + "CC"));
    assertThat(listed.refusal(1, leaf)).isEmpty();
    assertThat(listed.refusal(1, other)).isPresent();
    assertThat(listed.refusal(2, other)).isEmpty();
    assertThat(listed.refusal(2, leaf)).isPresent();
    assertThat(listed.refusal(3, leaf)).as("it is switch 1's").isPresent();
    assertThat(listed.refusal(3, named)).as("nobody's").isEmpty();
  }

  private static PeerCertificate peer(String name, String sha256) {
    return new PeerCertificate(
        "CN=" + name, List.of(name), sha256, "CN=ca", false, new CertificateEnd(Instant.EPOCH));
  }
}
