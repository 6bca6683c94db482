package maestro.network.channel;

/** Something with a socket that a selector watches. */
public interface Selected {
  /** The socket is ready. */
  void ready(long nowNs);
}
