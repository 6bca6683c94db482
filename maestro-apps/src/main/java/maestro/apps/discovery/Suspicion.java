package maestro.apps.discovery;

/** Why a probe of ours makes no link. */
enum Suspicion {
  /** Its seal is not that of our key. */
  FORGED("a forged LLDP probe was ignored, or one of a controller with another probing.key"),
  /** It is genuine, but older than any that should still be under way. */
  REPLAYED("an old LLDP probe was ignored, replayed or much delayed"),
  /** It says that a link leads here which others say leads elsewhere. */
  CONTRADICTING("an LLDP probe was ignored that contradicts a link that works, relayed perhaps");

  /** What a log line says. */
  final String text;

  Suspicion(String text) {
    this.text = text;
  }
}
