package maestro.config;

/** The versions of TLS that are safe enough to offer. */
public enum TlsProtocol {
  TLS_1_2("TLSv1.2"),
  TLS_1_3("TLSv1.3");

  private final String text;

  TlsProtocol(String text) {
    this.text = text;
  }

  /** The version as Java, OpenSSL and Open vSwitch write it. */
  public String text() {
    return text;
  }
}
