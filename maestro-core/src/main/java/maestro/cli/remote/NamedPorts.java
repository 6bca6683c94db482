package maestro.cli.remote;

import maestro.openflow.PortNumber;

/** Ports as an operator names them. */
final class NamedPorts {
  /** The highest number of a physical port. */
  private static final double MOST_USUAL = 0xffff_ff00L;

  private NamedPorts() {}

  static String text(JsonValue port) {
    double number = port.number(-1);
    return number > MOST_USUAL ? PortNumber.text((int) (long) number) : port.text();
  }
}
