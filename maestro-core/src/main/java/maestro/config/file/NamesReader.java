package maestro.config.file;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import maestro.config.DatapathIds;
import maestro.config.SwitchNames;

/** Reads the section {@code maestro.switches}. */
final class NamesReader {
  private static final String NAME = "name";
  private static final String PORTS = "ports";

  private final Section section;
  private final Map<Long, String> switches = new HashMap<>();
  private final Map<Long, Map<Integer, String>> ports = new HashMap<>();

  NamesReader(Section section) {
    this.section = section;
  }

  SwitchNames read() {
    for (String key : section.keys()) {
      Section ofSwitch = section.section(key);
      Optional<Long> datapathId = DatapathIds.parse(key);
      if (datapathId.isEmpty()) {
        section.problem(key, "not a datapath id; allowed: " + DatapathIds.ALLOWED);
      } else if (ports.containsKey(datapathId.get())) {
        section.problem(key, "the same switch twice; allowed: each switch once");
      }
      long id = datapathId.orElse(0L);
      if (ofSwitch.has(NAME)) {
        addName(switches, id, ofSwitch);
      }
      ports.put(id, ofSwitch.has(PORTS) ? ports(ofSwitch) : Map.of());
      ofSwitch.noOtherKeys();
    }
    ports.values().removeIf(Map::isEmpty);
    return new SwitchNames(switches, ports);
  }

  private static Map<Integer, String> ports(Section ofSwitch) {
    Map<Integer, String> names = new HashMap<>();
    Section all = ofSwitch.section(PORTS);
    for (String key : all.keys()) {
      Section port = all.section(key);
      Optional<Integer> number = VlanReader.portNumber(key);
      if (number.isEmpty()) {
        all.problem(key, "not a port; allowed: " + VlanReader.A_PORT);
      } else if (names.containsKey(number.get())) {
        all.problem(key, "the same port twice; allowed: each port once");
      }
      addName(names, number.orElse(0), port);
      port.noOtherKeys();
    }
    return names;
  }

  private static <K> void addName(Map<K, String> names, K key, Section of) {
    String name =
        of.parsed(
            NAME, SwitchNames.ALLOWED, "", text -> Optional.of(text).filter(SwitchNames::isName));
    if (!of.isRight(NAME)) {
      return;
    }
    if (names.containsValue(name)) {
      of.problem(NAME, "found '%s' twice; allowed: each name once".formatted(name));
    }
    names.put(key, name);
  }
}
