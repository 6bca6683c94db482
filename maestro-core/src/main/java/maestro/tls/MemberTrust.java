package maestro.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.BiPredicate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS between the members of a cluster: each side shows a certificate that a given CA has signed,
 * and that names a configured member at whose address the socket ends. Any thread.
 */
public final class MemberTrust extends PeerCheck {
  private static final String CERTIFICATE = "certificate";
  private static final String CAS = "ca-certificates";

  private final PeerTrust rules;
  private final BiPredicate<String, InetAddress> isMember;

  private MemberTrust(PeerTrust rules, BiPredicate<String, InetAddress> isMember) {
    this.rules = rules;
    this.isMember = isMember;
  }

  /**
   * Reads the files.
   *
   * @param isMember whether a member with this name is at this address
   * @throws BadTlsException when a file cannot be used
   */
  public static SSLContext context(
      Path privateKey, Path certificate, Path cas, BiPredicate<String, InetAddress> isMember) {
    PemFiles.Own own = PemFiles.own(privateKey, certificate);
    List<X509Certificate> trusted = PemFiles.certificates(CAS, cas);
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      char[] none = new char[0];
      store.setKeyEntry("own", own.key(), none, own.chain().toArray(X509Certificate[]::new));
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, none);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      TrustManager trust = new MemberTrust(PeerTrust.in(trusted, cas.toString()), isMember);
      context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw PemFiles.bad(CERTIFICATE, certificate, "cannot be used: " + e.getMessage());
    }
  }

  @Override
  void check(
      X509Certificate[] chain,
      String authType,
      boolean isServer,
      @Nullable Socket socket,
      @Nullable SSLEngine engine)
      throws CertificateException {
    if (socket == null) {
      throw new CertificateException("a member shows its certificate on a socket");
    }
    rules.check(chain, authType, isServer, socket, engine);
    List<String> names = PeerCertificate.of(chain[0]).names();
    InetAddress from = socket.getInetAddress();
    if (names.stream().noneMatch(name -> isMember.test(name, from))) {
      throw new CertificateException(
          "its certificate names "
              + String.join(", ", names)
              + ", and no such member is at "
              + from.getHostAddress());
    }
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return rules.getAcceptedIssuers();
  }
}
