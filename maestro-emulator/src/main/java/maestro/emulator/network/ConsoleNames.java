package maestro.emulator.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How people call the switches, hosts and ports of a network: {@code s1}, or the name in the file
 * of the topology; {@code h1}, or its IPv4 address; {@code s1-eth2}. Immutable.
 */
final class ConsoleNames {
  private final NetworkPlan plan;

  /** What somebody typed is not right. */
  static final class MistakeException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param problem in one line: what was found and what is allowed
     */
    MistakeException(String problem) {
      super(problem, null, false, false);
    }
  }

  ConsoleNames(NetworkPlan plan) {
    this.plan = plan;
  }

  static String ofSwitch(int index) {
    return "s" + (index + 1);
  }

  static String ofHost(int index) {
    return "h" + (index + 1);
  }

  static String ofPort(int index, int port) {
    return ofSwitch(index) + "-eth" + port;
  }

  boolean isHost(String name) {
    return number("h", name, plan.hostCount()) >= 0 || address(name) >= 0;
  }

  /** The host with a name. */
  int host(String name) throws MistakeException {
    int index = number("h", name, plan.hostCount());
    int found = index >= 0 ? index : address(name);
    if (found < 0) {
      String allowed = plan.hostCount() == 0 ? "none" : "h1 to h" + plan.hostCount();
      throw new MistakeException("found host '" + name + "'; allowed: " + allowed);
    }
    return found;
  }

  private int address(String name) {
    for (int host = 0; host < plan.hostCount(); host++) {
      if (HostFrames.text(Host.ip(host)).equals(name)) {
        return host;
      }
    }
    return -1;
  }

  /** The switch with a name. */
  int switchIndex(String name) throws MistakeException {
    int index = number("s", name, plan.switchCount());
    for (int i = 0; i < plan.switchCount() && index < 0; i++) {
      index = plan.switchName(i).equals(name) ? i : -1;
    }
    if (index < 0) {
      throw new MistakeException(
          "found switch '" + name + "'; allowed: s1 to s" + plan.switchCount());
    }
    return index;
  }

  private static int number(String letter, String name, int most) {
    if (!name.toLowerCase(Locale.ROOT).matches(letter + "[0-9]{1,6}")) {
      return -1;
    }
    int number = Integer.parseInt(name.substring(1));
    return number >= 1 && number <= most ? number - 1 : -1;
  }

  /** A port of a switch. */
  int port(int index, String text) throws MistakeException {
    String digits = text.startsWith("eth") ? text.substring(3) : text;
    int port = digits.matches("[0-9]{1,4}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > plan.portCount(index)) {
      throw new MistakeException(
          "found port '"
              + text
              + "'; allowed: 1 to "
              + plan.portCount(index)
              + " of "
              + ofSwitch(index));
    }
    return port;
  }

  /**
   * The ports of the first node by which it is linked to the second one; at the switch of a host.
   */
  List<int[]> cables(String a, String b) throws MistakeException {
    if (isHost(a) != isHost(b)) {
      int host = host(isHost(a) ? a : b);
      int index = switchIndex(isHost(a) ? b : a);
      if (plan.switchOf(host) != index) {
        throw notLinked(a, b);
      }
      return List.of(new int[] {index, plan.portOf(host)});
    }
    if (isHost(a)) {
      throw notLinked(a, b);
    }
    int one = switchIndex(a);
    int other = switchIndex(b);
    List<int[]> cables = new ArrayList<>();
    for (int port = 1; port <= plan.portCount(one); port++) {
      if (plan.leadsToSwitch(one, port) && plan.neighbor(one, port) == other) {
        cables.add(new int[] {one, port});
      }
    }
    if (cables.isEmpty()) {
      throw notLinked(a, b);
    }
    return cables;
  }

  private static MistakeException notLinked(String a, String b) {
    return new MistakeException(
        "found no link between " + a + " and " + b + "; 'links' lists them");
  }
}
