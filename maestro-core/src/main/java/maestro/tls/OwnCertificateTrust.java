package maestro.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a peer that shows this controller's own certificate, as it is now, and no other: for
 * connections of the controller to itself. Any thread.
 */
public final class OwnCertificateTrust extends PeerCheck {
  private final Supplier<Optional<X509Certificate>> own;

  private OwnCertificateTrust(Supplier<Optional<X509Certificate>> own) {
    this.own = own;
  }

  /**
   * Makes the sockets for such connections, by the JDK's own TLS.
   *
   * @param own the certificate now
   * @throws GeneralSecurityException when the JDK has no TLS
   */
  public static SSLSocketFactory sockets(Supplier<Optional<X509Certificate>> own)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new OwnCertificateTrust(own)}, null);
    return context.getSocketFactory();
  }

  @Override
  void check(
      X509Certificate[] chain,
      String authType,
      boolean isServer,
      @Nullable Socket socket,
      @Nullable SSLEngine engine)
      throws CertificateException {
    if (!isServer) {
      throw new CertificateException("no clients here");
    }
    if (!own.get().equals(Optional.of(chain[0]))) {
      throw new CertificateException("not the certificate of this controller");
    }
  }
}
