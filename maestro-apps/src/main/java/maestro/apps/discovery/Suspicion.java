package maestro.apps.discovery;

/** The reason why an LLDP probe makes no link. */
enum Suspicion {
  /** Its seal does not match the key. */
  FORGED("a forged LLDP probe was ignored, or one of a controller with another probing.key"),
  /** It is genuine, but older than any probe that should still be under way. */
  REPLAYED("an old LLDP probe was ignored, replayed or much delayed"),
  /** It came in by the switch's own port. */
  BRIDGED(
      "an LLDP probe came in by the switch's own port, which the machine of the switch connects with"
          + " another port; it makes no link, and hosts there are not known");

  /** The text for the log. */
  final String text;

  Suspicion(String text) {
    this.text = text;
  }
}
