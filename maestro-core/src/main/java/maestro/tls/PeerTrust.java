package maestro.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts certificates that the given CAs have signed, by the JDK's PKIX rules. It explains a
 * refusal in words for operators. Immutable, any thread.
 */
public final class PeerTrust extends PeerCheck {
  /** Why a certificate is refused, in one line that begins with its subject. */
  static final class Refused extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final int code;

    Refused(String reason, Throwable cause, int code) {
      super(reason, cause);
      this.reason = reason;
      this.code = code;
    }

    String reason() {
      return reason;
    }

    /**
     * The same for a library. BoringSSL makes the alert for the other side from a code; without one
     * it would tell of an internal error.
     */
    private CertificateException to(@Nullable SSLEngine engine) {
      return engine instanceof ReferenceCountedOpenSslEngine
          ? new OpenSslCertificateException(reason, this, code)
          : this;
    }
  }

  /** Results of a check, by OpenSSL's numbers (X509_V_ERR). */
  private static final int NOT_YET_VALID = 9;

  private static final int HAS_EXPIRED = 10;
  private static final int UNKNOWN_ISSUER = 20;
  private static final int REJECTED = 28;

  private final X509ExtendedTrustManager rules;
  private final String file;

  private PeerTrust(X509ExtendedTrustManager rules, String file) {
    this.rules = rules;
    this.file = file;
  }

  /**
   * Trusts these CAs.
   *
   * @param file the file with the CAs, for messages
   */
  static PeerTrust in(List<X509Certificate> cas, String file) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    for (int i = 0; i < cas.size(); i++) {
      store.setCertificateEntry("ca-" + i, cas.get(i));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return new PeerTrust(extended, file);
      }
    }
    throw new GeneralSecurityException("this Java knows no PKIX");
  }

  private Refused refused(X509Certificate[] chain, CertificateException cause) {
    X509Certificate own = chain[0];
    String whose = "its certificate (" + own.getSubjectX500Principal() + ") ";
    try {
      own.checkValidity();
    } catch (CertificateExpiredException e) {
      return new Refused(
          whose + "has expired on " + own.getNotAfter().toInstant(), cause, HAS_EXPIRED);
    } catch (CertificateNotYetValidException e) {
      return new Refused(
          whose + "is not valid before " + own.getNotBefore().toInstant(), cause, NOT_YET_VALID);
    }
    Throwable deepest = cause;
    for (Throwable e = cause; e != null; e = e.getCause()) {
      deepest = e;
      if (isByUnknownIssuer(e)) {
        return new Refused(whose + "is not signed by a CA of " + file, cause, UNKNOWN_ISSUER);
      }
    }
    return new Refused(whose + "is refused: " + deepest.getMessage(), cause, REJECTED);
  }

  /** Whether an exception says that no CA that is trusted has signed a certificate. */
  public static boolean isByUnknownIssuer(Throwable e) {
    return e instanceof CertPathBuilderException
        || (e instanceof CertPathValidatorException invalid
            && invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR);
  }

  @Override
  void check(
      X509Certificate[] chain,
      String authType,
      boolean isServer,
      @Nullable Socket socket,
      @Nullable SSLEngine engine)
      throws CertificateException {
    try {
      if (isServer) {
        rules.checkServerTrusted(chain, authType, engine);
      } else {
        rules.checkClientTrusted(chain, authType, engine);
      }
    } catch (CertificateException e) {
      throw refused(chain, e).to(engine);
    }
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return rules.getAcceptedIssuers();
  }
}
