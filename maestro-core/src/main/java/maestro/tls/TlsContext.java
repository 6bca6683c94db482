package maestro.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * The keys and certificates read from their files at one time; makes the engines of connections.
 * Immutable, any thread.
 *
 * <p>An engine of BoringSSL keeps memory outside the heap: its owner releases it with {@code
 * ReferenceCountUtil.release}. A context keeps such memory, too, and each engine retains its
 * context. After a renewal the old context stays until its last connection ends. This object's own
 * reference to that memory is released when the object is garbage.
 */
public final class TlsContext {
  private static final Cleaner CLEANER = Cleaner.create();

  private final SslContext context;
  private final CertificateBinding binding;
  private final String library;

  private TlsContext(SslContext context, CertificateBinding binding, String library) {
    this.context = context;
    this.binding = binding;
    this.library = library;
    CLEANER.register(this, () -> ReferenceCountUtil.release(context));
  }

  /**
   * Reads the files for the server side.
   *
   * @param binding which certificate permits which datapath id
   * @throws BadTlsException when a file cannot be used
   */
  public static TlsContext server(TlsSettings settings, CertificateBinding binding) {
    SslProvider provider = settings.library().provider();
    PrivateKey key = PemFiles.privateKey("private-key", settings.privateKey());
    List<X509Certificate> chain = chain(settings, key);
    checkValidity(settings, chain.get(0));
    SslContextBuilder builder =
        SslContextBuilder.forServer(key, chain.toArray(X509Certificate[]::new));
    if (settings.clientAuth()) {
      builder.clientAuth(ClientAuth.REQUIRE);
    }
    return build(builder, settings, binding, provider);
  }

  /**
   * Reads the files for the client side. It trusts any server that the CA has signed, as switches
   * do, and does not compare host names.
   *
   * @throws BadTlsException when a file cannot be used
   */
  public static TlsContext client(TlsSettings settings) {
    SslProvider provider = settings.library().provider();
    SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm(null);
    if (settings.privateKey() != null) {
      PrivateKey key = PemFiles.privateKey("private-key", settings.privateKey());
      builder.keyManager(key, chain(settings, key).toArray(X509Certificate[]::new));
    }
    return build(builder, settings, new CertificateBinding(false, Map.of()), provider);
  }

  private static TlsContext build(
      SslContextBuilder builder,
      TlsSettings settings,
      CertificateBinding binding,
      SslProvider provider) {
    builder.sslProvider(provider).protocols(settings.protocols());
    if (settings.caCertificates() != null) {
      builder.trustManager(trust(settings));
    }
    try {
      return new TlsContext(builder.build(), binding, settings.library().describe(provider));
    } catch (SSLException | RuntimeException e) { // for example, a kind of key that BoringSSL lacks
      throw PemFiles.bad(
          "certificate", settings.certificate(), "cannot be used: " + e.getMessage());
    }
  }

  private static List<X509Certificate> chain(TlsSettings settings, PrivateKey key) {
    List<X509Certificate> chain = PemFiles.certificates("certificate", settings.certificate());
    X509Certificate own = chain.get(0);
    if (!PemFiles.belongTogether(key, own.getPublicKey())) {
      throw PemFiles.bad(
          "private-key", settings.privateKey(), "is not the key of " + settings.certificate());
    }
    return chain;
  }

  private static void checkValidity(TlsSettings settings, X509Certificate own) {
    try {
      own.checkValidity();
    } catch (CertificateExpiredException e) {
      throw PemFiles.bad(
          "certificate", settings.certificate(), "has expired on " + own.getNotAfter().toInstant());
    } catch (CertificateException e) {
      throw PemFiles.bad(
          "certificate",
          settings.certificate(),
          "is not valid before " + own.getNotBefore().toInstant());
    }
  }

  private static PeerTrust trust(TlsSettings settings) {
    List<X509Certificate> cas = PemFiles.certificates("ca-certificates", settings.caCertificates());
    try {
      return PeerTrust.in(cas, settings.caCertificates().toString());
    } catch (GeneralSecurityException e) {
      throw PemFiles.bad(
          "ca-certificates", settings.caCertificates(), "cannot be used: " + e.getMessage());
    }
  }

  /** Makes the engine of one connection; the caller releases it. */
  public SSLEngine newEngine() {
    try {
      return context.newEngine(ByteBufAllocator.DEFAULT);
    } finally {
      Reference.reachabilityFence(this); // not released before the engine retains it
    }
  }

  /** Netty's context, for tests: a reference to it does not prevent its release. */
  SslContext context() {
    return context;
  }

  /** Which certificate permits which datapath id. */
  public CertificateBinding binding() {
    return binding;
  }

  /** The library that does the cryptography, for the log. */
  public String library() {
    return library;
  }
}
