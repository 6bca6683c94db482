package maestro.bench.isolation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import maestro.tls.CertificateAuthority;
import maestro.tls.CertificateAuthority.Signed;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;

/**
 * Certificates of a controller, of a known switch, and of switches that it must refuse. Immutable;
 * any thread.
 */
public final class Certificates {
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final Duration DAY = Duration.ofDays(1);

  private final Path folder;
  private final TlsContext known;
  private final TlsContext expired;
  private final TlsContext foreign;
  private final TlsContext bare;
  private final byte[] clientHello;

  private Certificates(
      Path folder, TlsContext known, TlsContext expired, TlsContext foreign, TlsContext bare)
      throws SSLException {
    this.folder = folder;
    this.known = known;
    this.expired = expired;
    this.foreign = foreign;
    this.bare = bare;
    SSLEngine engine = known.newEngine();
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.beginHandshake();
    engine.wrap(ByteBuffer.allocate(0), hello);
    this.clientHello = Arrays.copyOf(hello.array(), hello.position());
  }

  /** Makes all of them, in a folder that may exist. */
  public static Certificates make(Path folder) throws IOException {
    Files.createDirectories(folder);
    Instant now = Instant.now();
    Instant until = now.plus(DAY);
    try {
      CertificateAuthority ours = CertificateAuthority.create("ca", now.minus(DAY), until);
      CertificateAuthority other = CertificateAuthority.create("ca", now.minus(DAY), until);
      Files.writeString(folder.resolve("ca.pem"), ours.own().certificatePem());
      write(
          folder,
          "controller",
          ours.signController("controller", List.of("localhost"), now.minus(DAY), until));
      write(folder, "known", ours.signSwitch("switch", now.minus(DAY), until));
      write(folder, "expired", ours.signSwitch("switch", now.minus(DAY), now.minusSeconds(60)));
      write(folder, "foreign", other.signSwitch("switch", now.minus(DAY), until));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make certificates: " + e.getMessage(), e);
    }
    return new Certificates(
        folder,
        client(folder, "known"),
        client(folder, "expired"),
        client(folder, "foreign"),
        client(folder, null));
  }

  /** The settings of a controller with these certificates. */
  public Map<String, String> controllerSettings() {
    return Map.of(
        "maestro.tls.enabled", "true",
        "maestro.tls.private-key", quoted("controller-key.pem"),
        "maestro.tls.certificate", quoted("controller.pem"),
        "maestro.tls.ca-certificates", quoted("ca.pem"));
  }

  /** The certificate of a switch that the controller accepts. */
  public TlsContext known() {
    return known;
  }

  /** A certificate that expired a minute ago. */
  TlsContext expired() {
    return expired;
  }

  /** A certificate of another CA with the same name. */
  TlsContext foreign() {
    return foreign;
  }

  /** No certificate. */
  TlsContext bare() {
    return bare;
  }

  /** The first bytes that a switch sends. */
  byte[] clientHello() {
    return clientHello.clone();
  }

  private String quoted(String file) {
    return '"' + folder.resolve(file).toAbsolutePath().toString() + '"';
  }

  private static void write(Path folder, String name, Signed signed) throws IOException {
    Files.writeString(folder.resolve(name + "-key.pem"), signed.keyPem());
    Files.writeString(folder.resolve(name + ".pem"), signed.certificatePem());
  }

  private static TlsContext client(Path folder, String name) {
    return TlsContext.client(
        new TlsSettings(
            name == null ? null : folder.resolve(name + "-key.pem"),
            name == null ? null : folder.resolve(name + ".pem"),
            folder.resolve("ca.pem"),
            false,
            PROTOCOLS,
            TlsLibrary.AUTO));
  }
}
