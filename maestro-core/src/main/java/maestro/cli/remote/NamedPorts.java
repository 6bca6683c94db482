package maestro.cli.remote;

/** Ports as an operator names them, which is as Open vSwitch prints them. */
final class NamedPorts {
  /** The number of the first name; the others follow. */
  private static final long FIRST = 0xffff_fff8L;

  private static final String[] NAMES = {
    "IN_PORT", "TABLE", "NORMAL", "FLOOD", "ALL", "CONTROLLER", "LOCAL", "ANY"
  };

  private NamedPorts() {}

  static String text(JsonValue port) {
    long place = (long) port.number(-1) - FIRST;
    return place >= 0 && place < NAMES.length ? NAMES[(int) place] : port.text();
  }
}
