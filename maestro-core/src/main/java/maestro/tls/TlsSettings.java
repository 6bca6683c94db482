package maestro.tls;

import java.nio.file.Path;
import java.util.List;

/**
 * How one side speaks TLS. Files are in PEM.
 *
 * @param privateKey the own key, not encrypted; null on a client that shows no certificate
 * @param certificate the own certificate, then those that lead to the CA, if any; null likewise
 * @param caCertificates whom to trust; null on a server that asks for no certificate
 * @param clientAuth on a server: whether each client must show a certificate
 * @param protocols such as {@code TLSv1.3}
 * @param library which implementation to use
 */
public record TlsSettings(
    Path privateKey,
    Path certificate,
    Path caCertificates,
    boolean clientAuth,
    List<String> protocols,
    TlsLibrary library) {
  /** Copies the list. */
  public TlsSettings {
    protocols = List.copyOf(protocols);
  }
}
