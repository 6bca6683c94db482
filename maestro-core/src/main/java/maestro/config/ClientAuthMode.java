package maestro.config;

/** Whether those who connect over TLS have to show who they are. */
public enum ClientAuthMode implements Spelled {
  /** Each needs a certificate signed by a CA that is trusted. */
  REQUIRED,
  /** Nobody is asked; whoever reaches the port is served. */
  NONE
}
