package maestro.emulator.network;

/** Something with a socket that a selector watches. */
interface Selected {
  /** The socket is ready. */
  void ready(long nowNs);
}
