package maestro;

import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import maestro.config.ClientAuthMode;
import maestro.config.MaestroConfig;
import maestro.config.TlsProtocol;
import maestro.tls.CertificateBinding;
import maestro.tls.OwnCertificateTrust;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;

/** Makes the TLS context from the configuration. */
final class TlsFromConfig {
  private TlsFromConfig() {}

  /**
   * Reads the files; empty when the port is plain TCP.
   *
   * @throws maestro.tls.BadTlsException when a file cannot be used
   */
  static Optional<TlsContext> context(MaestroConfig config) {
    return config.tls().map(TlsFromConfig::context);
  }

  private static TlsContext context(MaestroConfig.Tls tls) {
    boolean clientAuth = tls.clientAuth() == ClientAuthMode.REQUIRED;
    TlsSettings settings =
        new TlsSettings(
            tls.privateKey(),
            tls.certificate(),
            clientAuth ? tls.caCertificates() : null,
            clientAuth,
            tls.protocols().stream().map(TlsProtocol::text).toList(),
            switch (tls.provider()) {
              case AUTO -> TlsLibrary.AUTO;
              case BORINGSSL -> TlsLibrary.BORINGSSL;
              case JDK -> TlsLibrary.JDK;
            });
    return TlsContext.server(
        settings, new CertificateBinding(tls.bindDatapathId(), tls.identity()));
  }

  /**
   * Makes the sockets by which the controller connects to its own port.
   *
   * @param now the context in force
   */
  static SSLSocketFactory ownSockets(Supplier<Optional<TlsContext>> now) {
    try {
      return OwnCertificateTrust.sockets(() -> now.get().flatMap(TlsContext::certificate));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }
}
