package maestro.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;

/** The library that does the cryptography. */
public enum TlsLibrary {
  /** BoringSSL where it exists for this platform, else the JDK. */
  AUTO,
  /** BoringSSL by netty-tcnative: faster, and allocates far less. */
  BORINGSSL,
  /** The JDK's own implementation. */
  JDK;

  /**
   * The provider to use.
   *
   * @throws BadTlsException when BoringSSL is configured and does not run here
   */
  SslProvider provider() {
    if (this == JDK) {
      return SslProvider.JDK;
    }
    if (OpenSsl.isAvailable()) {
      return SslProvider.OPENSSL_REFCNT;
    }
    if (this == BORINGSSL) {
      throw new BadTlsException("provider", "found 'boringssl'; allowed: jdk, since " + missing());
    }
    return SslProvider.JDK;
  }

  /** The provider in use and the reason, for the log. */
  String describe(SslProvider used) {
    if (used != SslProvider.JDK) {
      return OpenSsl.versionString();
    }
    String jdk = "the JDK's, Java " + Runtime.version().feature();
    return this == JDK ? jdk : jdk + ", since " + missing();
  }

  private static String missing() {
    Throwable cause = OpenSsl.unavailabilityCause();
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return "BoringSSL does not run here: " + cause.getMessage();
  }
}
