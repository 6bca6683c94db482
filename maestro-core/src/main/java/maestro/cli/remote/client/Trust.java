package maestro.cli.remote.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import maestro.tls.PeerTrust;

/** The certificates that a client trusts. */
final class Trust {
  /** How the JDK says that a certificate is for another host. */
  private static final Pattern OTHER_NAME =
      Pattern.compile("No subject alternative|No name matching");

  private Trust() {}

  /**
   * The TLS context of a client.
   *
   * @param ca a file with certificates in PEM; without one, those that Java trusts
   */
  static SSLContext context(Optional<Path> ca) throws ControlException {
    if (ca.isEmpty()) {
      try {
        return SSLContext.getDefault();
      } catch (NoSuchAlgorithmException e) {
        throw new ControlException("this Java has no TLS: " + e.getMessage());
      }
    }
    Path file = ca.get();
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      for (Certificate each : certificates) {
        trusted.setCertificateEntry("ca-" + trusted.size(), each);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return context(factory.getTrustManagers());
    } catch (IOException e) {
      throw new ControlException("--ca: cannot read " + file + ": " + e);
    } catch (GeneralSecurityException e) {
      throw new ControlException(
          "--ca: " + file + ": " + e.getMessage() + "; allowed: certificates in PEM");
    }
  }

  /** Why a handshake failed, and what to do about it. */
  static String explained(SSLException failure, String host) {
    String message = String.valueOf(failure.getMessage());
    if (OTHER_NAME.matcher(message).find()) {
      return "%s; the certificate needs the name that --control has, as of maestro tls init --host %s"
          .formatted(message, host);
    }
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (PeerTrust.isByUnknownIssuer(e)) {
        return message + "; --ca names the CA of the controller's certificate";
      }
    }
    return message;
  }

  /** A context that trusts nobody: for http, where the JDK wants one all the same. */
  static SSLContext nobody() throws ControlException {
    try {
      return context(new TrustManager[0]);
    } catch (GeneralSecurityException e) {
      throw new ControlException("this Java has no TLS: " + e.getMessage());
    }
  }

  private static SSLContext context(TrustManager[] trusted) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted, null);
    return context;
  }
}
