package maestro.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The six ways in which TLS asks about a peer's certificate, as one. Any thread. */
abstract class PeerCheck extends X509ExtendedTrustManager {
  /**
   * Checks a certificate.
   *
   * @param isServer whether it is a server's
   * @param socket null unless TLS is over a socket
   * @param engine null unless TLS is over an engine
   * @throws CertificateException when the peer is not trusted
   */
  abstract void check(
      X509Certificate[] chain,
      String authType,
      boolean isServer,
      @Nullable Socket socket,
      @Nullable SSLEngine engine)
      throws CertificateException;

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, authType, false, null, null);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain, authType, false, socket, null);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain, authType, false, null, engine);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain, authType, true, null, null);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain, authType, true, socket, null);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain, authType, true, null, engine);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
