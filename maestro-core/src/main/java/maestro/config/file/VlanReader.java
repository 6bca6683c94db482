package maestro.config.file;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import maestro.config.DeclaredPort;
import maestro.config.MaestroConfig.Vlans;

/** Reads the section {@code maestro.vlans}. */
final class VlanReader {
  private static final int MAX_VLAN = 4094;

  /** The highest port number in OpenFlow 1.3; higher numbers are reserved. */
  private static final long MAX_PORT = 0xffff_ff00L;

  /** The name of the switch's own port, and its number. */
  private static final String LOCAL = "LOCAL";

  private static final long LOCAL_PORT = 0xffff_fffeL;
  static final String A_PORT = LOCAL + ", or a whole number from 1 to " + MAX_PORT;

  private static final String ALL = "all";
  static final String A_VLAN = "a whole number from 1 to " + MAX_VLAN;
  private static final String VLANS = ALL + ", or a list of whole numbers from 1 to " + MAX_VLAN;
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,9}");

  private final Section section;

  VlanReader(Section section) {
    this.section = section;
  }

  Vlans read() {
    return new Vlans(
        section.bySwitch("its ports in one section", key -> ports(section.section(key))));
  }

  private static Map<Integer, DeclaredPort> ports(Section ofSwitch) {
    Map<Integer, DeclaredPort> ports = new HashMap<>();
    for (String key : ofSwitch.keys()) {
      DeclaredPort port = port(ofSwitch.section(key));
      Optional<Integer> number = portNumber(key);
      if (number.isEmpty()) {
        ofSwitch.problem(key, "not a port; allowed: " + A_PORT);
      } else if (ports.put(number.get(), port) != null) {
        ofSwitch.problem(key, "the same port twice; allowed: each port once");
      }
    }
    return ports;
  }

  static Optional<Integer> portNumber(String key) {
    if (key.equalsIgnoreCase(LOCAL)) {
      return Optional.of((int) LOCAL_PORT);
    }
    return Optional.of(key)
        .filter(each -> NUMBER.matcher(each).matches())
        .map(Long::parseLong)
        .filter(number -> number <= MAX_PORT || number == LOCAL_PORT)
        .map(Long::intValue);
  }

  private static DeclaredPort port(Section port) {
    boolean isAccess = port.has("access");
    boolean isTrunk = port.has("trunk");
    OptionalInt access = isAccess ? vlan(port, "access") : OptionalInt.empty();
    Optional<Set<Integer>> trunk = isTrunk ? trunk(port) : Optional.empty();
    OptionalInt ofUntagged = port.has("native") ? vlan(port, "native") : OptionalInt.empty();
    if (isAccess && isTrunk) {
      port.problem("trunk", "beside access; allowed: one of access, trunk");
    } else if (!isAccess && !isTrunk) {
      port.missing("access", "access = VLAN, or trunk = " + ALL + " or [VLAN, ...]");
    }
    if (isAccess && port.has("native")) {
      port.problem("native", "of no use; allowed: only with trunk");
    }
    port.noOtherKeys();
    return new DeclaredPort(isAccess ? access : ofUntagged, trunk);
  }

  private static OptionalInt vlan(Section port, String key) {
    return OptionalInt.of(port.parsed(key, A_VLAN, 1, VlanReader::vlan));
  }

  static Optional<Integer> vlan(String text) {
    return NUMBER.matcher(text).matches() && Long.parseLong(text) <= MAX_VLAN
        ? Optional.of(Integer.parseInt(text))
        : Optional.empty();
  }

  /** The VLANs with a tag; {@code all} gives {@link DeclaredPort#ALL}. */
  private static Optional<Set<Integer>> trunk(Section port) {
    List<Section.Item> items = port.textOrTexts("trunk");
    Set<Integer> vlans = new TreeSet<>();
    if (items.size() == 1 && items.get(0).text().equals(ALL)) {
      return Optional.of(DeclaredPort.ALL);
    }
    if (items.isEmpty() && port.isRight("trunk")) {
      port.problem("trunk", "found []; allowed: " + VLANS);
    }
    for (Section.Item item : items) {
      Optional<Integer> vlan = vlan(item.text());
      if (vlan.isEmpty()) {
        port.problem(item, "trunk", "found " + Values.show(item.at()) + "; allowed: " + VLANS);
      } else if (!vlans.add(vlan.get())) {
        port.problem(item, "trunk", vlan.get() + " twice; allowed: each VLAN once");
      }
    }
    return Optional.of(vlans);
  }
}
