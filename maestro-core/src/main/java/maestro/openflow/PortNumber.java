package maestro.openflow;

import java.util.List;

/** Port numbers of OpenFlow 1.3 as operators read them, which is as Open vSwitch prints them. */
public final class PortNumber {
  private static final int FIRST_NAMED = OpenFlow.PORT_IN_PORT;
  private static final List<String> NAMES =
      List.of("IN_PORT", "TABLE", "NORMAL", "FLOOD", "ALL", "CONTROLLER", "LOCAL", "ANY");

  private PortNumber() {}

  /** The name of a reserved port, or the number. */
  public static String text(int port) {
    int place = port - FIRST_NAMED;
    return place >= 0 && place < NAMES.size() ? NAMES.get(place) : Integer.toUnsignedString(port);
  }

  /** Whether this is the name of a reserved port, in upper case. */
  public static boolean isName(String text) {
    return NAMES.contains(text);
  }
}
