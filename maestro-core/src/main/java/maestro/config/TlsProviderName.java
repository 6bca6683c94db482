package maestro.config;

/** Who does the cryptography. */
public enum TlsProviderName implements Spelled {
  /** BoringSSL where it runs, else the JDK. */
  AUTO,
  BORINGSSL,
  JDK
}
