package maestro.config;

/** The library that does the cryptography. */
public enum TlsProviderName implements Spelled {
  /** BoringSSL where it runs, else the JDK. */
  AUTO,
  BORINGSSL,
  JDK
}
