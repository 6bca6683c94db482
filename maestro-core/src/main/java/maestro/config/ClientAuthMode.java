package maestro.config;

/** Whether switches that connect over TLS need a certificate. */
public enum ClientAuthMode implements Spelled {
  /** Each switch needs a certificate signed by a trusted CA. */
  REQUIRED,
  /** No certificate is requested; any peer that reaches the port is served. */
  NONE
}
