package maestro.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);
  private static final Cleaner CLEANER = Cleaner.create();
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final String CERTIFICATE = "certificate";
  private static final String CAS = "ca-certificates";

  private final SslContext context;
  private final CertificateBinding binding;
  private final Optional<X509Certificate> certificate;
  private final Map<String, CertificateEnd> ends;
  private final String library;

  private TlsContext(
      SslContext context,
      CertificateBinding binding,
      Optional<X509Certificate> certificate,
      Map<String, CertificateEnd> ends,
      String library) {
    this.context = context;
    this.binding = binding;
    this.certificate = certificate;
    this.ends = ends;
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
    PemFiles.Own own =
        own(settings)
            .orElseThrow(() -> new IllegalArgumentException("a server needs a key and a chain"));
    PrivateKey key = own.key();
    List<X509Certificate> chain = own.chain();
    checkValidity(own.file(), chain.get(0));
    warnWithoutNames(own.file(), chain.get(0));
    SslContextBuilder builder =
        SslContextBuilder.forServer(key, chain.toArray(X509Certificate[]::new));
    if (settings.clientAuth()) {
      builder.clientAuth(ClientAuth.REQUIRE);
    }
    return build(builder, settings, binding, chain, provider);
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
    own(settings)
        .ifPresent(
            own -> builder.keyManager(own.key(), own.chain().toArray(X509Certificate[]::new)));
    return build(builder, settings, new CertificateBinding(false, Map.of()), List.of(), provider);
  }

  private static TlsContext build(
      SslContextBuilder builder,
      TlsSettings settings,
      CertificateBinding binding,
      List<X509Certificate> ownOfServer,
      SslProvider provider) {
    builder.sslProvider(provider).protocols(settings.protocols());
    Path cas = settings.caCertificates();
    Map<String, CertificateEnd> ends = new TreeMap<>();
    addFirstEnd(ends, CERTIFICATE, ownOfServer);
    if (cas != null) {
      List<X509Certificate> trusted = PemFiles.certificates(CAS, cas);
      builder.trustManager(trust(trusted, cas));
      addFirstEnd(ends, CAS, trusted);
    }
    try {
      String library = settings.library().describe(provider);
      return new TlsContext(
          builder.build(),
          binding,
          ownOfServer.stream().findFirst(),
          Collections.unmodifiableMap(ends),
          library);
    } catch (SSLException | RuntimeException e) { // for example, a kind of key that BoringSSL lacks
      throw PemFiles.bad(CERTIFICATE, settings.certificate(), "cannot be used: " + e.getMessage());
    }
  }

  private static void addFirstEnd(
      Map<String, CertificateEnd> ends, String setting, List<X509Certificate> certificates) {
    certificates.stream()
        .map(each -> new CertificateEnd(each.getNotAfter().toInstant()))
        .min(Comparator.naturalOrder())
        .ifPresent(first -> ends.put(setting, first));
  }

  /** Reads the own key and its certificates; empty when the settings name none. */
  private static Optional<PemFiles.Own> own(TlsSettings settings) {
    Path keyFile = settings.privateKey();
    Path chainFile = settings.certificate();
    return keyFile == null || chainFile == null
        ? Optional.empty()
        : Optional.of(PemFiles.own(keyFile, chainFile));
  }

  private static void checkValidity(Path file, X509Certificate own) {
    try {
      own.checkValidity();
    } catch (CertificateExpiredException e) {
      throw PemFiles.bad(CERTIFICATE, file, "has expired on " + own.getNotAfter().toInstant());
    } catch (CertificateException e) {
      throw PemFiles.bad(
          CERTIFICATE, file, "is not valid before " + own.getNotBefore().toInstant());
    }
  }

  private static void warnWithoutNames(Path file, X509Certificate own) {
    if (own.getExtensionValue(ALTERNATIVE_NAMES) == null) {
      LOG.warn(
          "{} names no host (subjectAltName), so clients that compare names refuse it. If `maestro"
              + " tls init` made it before 0.3.0, the key of one switch can play the controller of"
              + " others: docs/security.md says how to renew all",
          file);
    }
  }

  private static PeerTrust trust(List<X509Certificate> cas, Path file) {
    try {
      return PeerTrust.in(cas, file.toString());
    } catch (GeneralSecurityException e) {
      throw PemFiles.bad(CAS, file, "cannot be used: " + e.getMessage());
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

  /**
   * Makes the engine of a connection that the controller has opened to itself: a peer that needs no
   * certificate. The caller releases it.
   */
  public SSLEngine newEngineForOwn() {
    SSLEngine engine = newEngine();
    engine.setNeedClientAuth(false);
    return engine;
  }

  /** The own certificate of a server. */
  public Optional<X509Certificate> certificate() {
    return certificate;
  }

  /**
   * When the certificates of each file end, the first of them: by the setting that names the file,
   * those of a server and the CAs.
   */
  Map<String, CertificateEnd> ends() {
    return ends;
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
