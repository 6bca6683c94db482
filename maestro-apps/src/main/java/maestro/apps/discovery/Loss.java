package maestro.apps.discovery;

/** The reason why a link is gone. */
enum Loss {
  PORT("a port of it is down or removed"),
  SWITCH("a switch of it left"),
  SILENCE("its probes come no more"),
  REPLACED("a port of it leads elsewhere now");

  /** The text for the log. */
  final String text;

  Loss(String text) {
    this.text = text;
  }
}
