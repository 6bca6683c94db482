package maestro.apps.ports;

import maestro.api.PortInfo;

/** Port numbers of OpenFlow 1.3 for log lines. Stateless. */
public final class PortText {
  private PortText() {}

  /** {@code port 2}, or {@code port LOCAL}. */
  public static String of(int number) {
    return new PortInfo(number, 0, "", true, 0).text();
  }
}
