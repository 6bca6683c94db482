package maestro.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The identity that a peer has proven by its certificate.
 *
 * @param subject the distinguished name
 * @param names the common name and the DNS names
 * @param sha256 fingerprint, 64 hexadecimal digits
 * @param issuer the distinguished name of the CA
 * @param mayServe whether clients take it for the certificate of a server
 * @param end when it ends to be valid
 */
public record PeerCertificate(
    String subject,
    List<String> names,
    String sha256,
    String issuer,
    boolean mayServe,
    CertificateEnd end) {
  private static final int DNS_NAME = 2;

  /** The purposes that let a certificate serve: serverAuth, and any. */
  private static final Set<String> SERVING = Set.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

  /** Copies the list. */
  public PeerCertificate {
    names = List.copyOf(names);
  }

  /** The peer's certificate after a successful handshake; empty when none was requested. */
  public static Optional<PeerCertificate> of(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate own
          ? Optional.of(of(own))
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /**
   * Checks the validity dates again: a resumed session has the certificate of its first handshake,
   * which may have expired since.
   *
   * @throws SSLException when a certificate of the chain is not valid now; the message is for
   *     operators
   */
  public static void checkValidity(SSLSession session) throws SSLException {
    Certificate[] chain;
    try {
      chain = session.getPeerCertificates();
    } catch (SSLPeerUnverifiedException e) {
      return; // none was requested
    }
    for (Certificate each : chain) {
      if (each instanceof X509Certificate shown && !isRoot(shown)) {
        String whose = "its certificate (" + shown.getSubjectX500Principal() + ") ";
        try {
          shown.checkValidity();
        } catch (CertificateExpiredException e) {
          throw new SSLException(whose + "has expired on " + shown.getNotAfter().toInstant(), e);
        } catch (CertificateNotYetValidException e) {
          throw new SSLException(
              whose + "is not valid before " + shown.getNotBefore().toInstant(), e);
        }
      }
    }
  }

  /** Roots are trusted as they are in their file. */
  private static boolean isRoot(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
  }

  static PeerCertificate of(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName();
    List<String> names = new ArrayList<>();
    try {
      for (Rdn part : new LdapName(subject).getRdns()) {
        if (part.getType().equalsIgnoreCase("CN")) {
          names.add(String.valueOf(part.getValue()));
        }
      }
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        alternatives.stream()
            .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
            .forEach(name -> names.add(String.valueOf(name.get(1))));
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      List<String> purposes = certificate.getExtendedKeyUsage();
      return new PeerCertificate(
          subject,
          names,
          HexFormat.of().formatHex(digest),
          certificate.getIssuerX500Principal().getName(),
          purposes == null || purposes.stream().anyMatch(SERVING::contains),
          new CertificateEnd(certificate.getNotAfter().toInstant()));
    } catch (InvalidNameException
        | CertificateParsingException
        | CertificateEncodingException
        | NoSuchAlgorithmException e) {
      throw new IllegalArgumentException("a certificate that cannot be read: " + e, e);
    }
  }
}
