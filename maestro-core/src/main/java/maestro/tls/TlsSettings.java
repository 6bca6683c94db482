package maestro.tls;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of one side. Files are in PEM.
 *
 * @param privateKey the own key, not encrypted; null on a client that has no certificate
 * @param certificate the own certificate, then the certificates that lead to the CA, if any; null
 *     likewise
 * @param caCertificates the trusted CAs; null on a server that requests no certificate
 * @param clientAuth on a server: whether each client must have a certificate
 * @param protocols for example {@code TLSv1.3}
 * @param library which implementation to use
 */
public record TlsSettings(
    @Nullable Path privateKey,
    @Nullable Path certificate,
    @Nullable Path caCertificates,
    boolean clientAuth,
    List<String> protocols,
    TlsLibrary library) {
  /** Copies the list. */
  public TlsSettings {
    protocols = List.copyOf(protocols);
  }
}
