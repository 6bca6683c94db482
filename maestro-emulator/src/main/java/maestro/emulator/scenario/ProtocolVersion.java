package maestro.emulator.scenario;

import maestro.config.Spelled;

/** The OpenFlow version that the emulated switches speak. */
public enum ProtocolVersion implements Spelled {
  OPENFLOW_1_0("1.0", 1),
  OPENFLOW_1_3("1.3", 4);

  private final String text;
  private final int wireVersion;

  ProtocolVersion(String text, int wireVersion) {
    this.text = text;
    this.wireVersion = wireVersion;
  }

  @Override
  public String text() {
    return text;
  }

  /** The first byte of every message. */
  public int wireVersion() {
    return wireVersion;
  }
}
