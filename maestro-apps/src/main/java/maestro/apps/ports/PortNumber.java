package maestro.apps.ports;

import maestro.api.PortInfo;

/** Port numbers of OpenFlow 1.3 for log lines. Stateless. */
public final class PortNumber {
  private PortNumber() {}

  /** {@code port 2}, or {@code port LOCAL}. */
  public static String text(int number) {
    return new PortInfo(number, 0, "", true, 0).text();
  }
}
