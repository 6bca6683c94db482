package maestro.cli.remote;

/** Ports as an operator names them. */
final class NamedPorts {
  private static final double LOCAL = 0xffff_fffeL;

  private NamedPorts() {}

  static String text(JsonValue port) {
    return port.number(-1) == LOCAL ? "LOCAL" : port.text();
  }
}
