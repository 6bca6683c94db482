package maestro.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A CA and what it has signed, as files in a folder. */
public final class TestCertificates {
  public static final List<String> BOTH_PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final Duration DAY = Duration.ofDays(1);

  private final Path folder;
  private final CertificateAuthority ca;
  private final Instant now = Instant.now();

  public TestCertificates(Path folder) {
    this.folder = folder;
    try {
      ca = CertificateAuthority.create("test CA", now.minus(DAY), now.plus(DAY));
      Files.writeString(ca(), ca.own().certificatePem());
      Files.writeString(folder.resolve("ca-key.pem"), ca.own().keyPem());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
    make("controller").make("switch");
  }

  public Path ca() {
    return folder.resolve("ca-cert.pem");
  }

  public Path key(String name) {
    return folder.resolve(name.replace(":", "") + "-key.pem");
  }

  public Path certificate(String name) {
    return folder.resolve(name.replace(":", "") + "-cert.pem");
  }

  /** Makes a certificate that is valid now. */
  public TestCertificates make(String name) {
    return make(name, now.minus(DAY), now.plus(DAY));
  }

  /** Makes one that has expired. */
  public TestCertificates makeExpired(String name) {
    return make(name, now.minus(DAY.multipliedBy(3)), now.minus(DAY.multipliedBy(2)));
  }

  /** Makes one that is not valid yet. */
  public TestCertificates makeTooNew(String name) {
    return make(name, now.plus(DAY), now.plus(DAY.multipliedBy(2)));
  }

  private TestCertificates make(String name, Instant from, Instant until) {
    try {
      CertificateAuthority.Signed signed =
          name.equals("controller")
              ? ca.signController(name, List.of("localhost", "127.0.0.1"), from, until)
              : ca.signSwitch(name, from, until);
      Files.writeString(key(name), signed.keyPem());
      Files.writeString(certificate(name), signed.certificatePem());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** The settings with which such a one trusts this CA. */
  public TlsSettings settings(String name, TlsLibrary library, List<String> protocols) {
    return new TlsSettings(key(name), certificate(name), ca(), true, protocols, library);
  }

  public TlsContext server(TlsLibrary library) {
    return server(library, new CertificateBinding(false, Map.of()));
  }

  public TlsContext server(TlsLibrary library, CertificateBinding binding) {
    return TlsContext.server(settings("controller", library, BOTH_PROTOCOLS), binding);
  }

  public TlsContext client(TlsLibrary library, String name) {
    return TlsContext.client(settings(name, library, BOTH_PROTOCOLS));
  }
}
