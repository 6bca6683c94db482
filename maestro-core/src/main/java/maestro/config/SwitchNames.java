package maestro.config;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What operators call switches and their ports. Immutable.
 *
 * @param switches the names by datapath id, each once
 * @param ports the names by datapath id and port number, each once on its switch
 */
public record SwitchNames(Map<Long, String> switches, Map<Long, Map<Integer, String>> ports) {
  /** Nothing has a name. */
  public static final SwitchNames NONE = new SwitchNames(Map.of(), Map.of());

  /** What a name may be, for a message. */
  public static final String ALLOWED =
      "a letter and up to 31 letters, digits, '.', '_', '-', and no datapath id";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,31}");

  /** A datapath id that is no part of something longer, such as a fingerprint; and a port of it. */
  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?<![0-9a-f]|[0-9a-f]:)(?<dpid>[0-9a-f]{2}(?::[0-9a-f]{2}){7})(?![0-9a-f]|:[0-9a-f])"
              + "(?<port> port (?<number>LOCAL|[0-9]{1,10})\\b)?");

  private static final int LOCAL = 0xffff_fffe;
  private static final int MOST_SHOWN = 8;

  /** Copies the maps. */
  public SwitchNames {
    switches = Map.copyOf(switches);
    ports = Map.copyOf(ports);
  }

  /** Whether a text may be a name. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && DatapathIds.parse(text).isEmpty();
  }

  /** The name of a switch; empty without one. */
  public Optional<String> of(long datapathId) {
    return Optional.ofNullable(switches.get(datapathId));
  }

  /** The name of a port; empty without one. */
  public Optional<String> ofPort(long datapathId, int port) {
    return Optional.ofNullable(ports.getOrDefault(datapathId, Map.of()).get(port));
  }

  /** The switch that has a name; empty when none has. */
  Optional<Long> datapathId(String name) {
    return switches.entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The switch that a text means, by its datapath id or its name; empty for none. */
  public Optional<Long> find(String text) {
    return DatapathIds.parse(text).or(() -> datapathId(text));
  }

  /** The port of a switch that has a name; empty when none has. */
  public OptionalInt port(long datapathId, String name) {
    return ports.getOrDefault(datapathId, Map.of()).entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether a port of a switch has a name. */
  public boolean hasPorts(long datapathId) {
    return ports.containsKey(datapathId);
  }

  /** The forms of a switch for {@link #find}, with the names that there are, for a message. */
  public String allowed(String found) {
    return DatapathIds.ALLOWED
        + ", or a name in maestro.switches"
        + among(": ", found, switches.values());
  }

  /** Says that no switch has a name, and which names there are. */
  public String unknown(String name) {
    return "no switch is called %s in maestro.switches%s"
        .formatted(name, among("; there are ", name, switches.values()));
  }

  /** The names of a switch's ports, for a message. */
  public String allowedPorts(long datapathId, String found) {
    return "a name of a port of this switch in maestro.switches"
        + among(": ", found, ports.getOrDefault(datapathId, Map.of()).values());
  }

  /** The first names of some behind a lead, and the one that was probably meant. */
  private static String among(String lead, String found, Collection<String> names) {
    if (names.isEmpty()) {
      return ", where none has a name";
    }
    List<String> sorted = names.stream().sorted().toList();
    int more = sorted.size() - MOST_SHOWN;
    return lead
        + sorted.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "")
        + Nearest.hint(found, sorted);
  }

  /**
   * A text for people with the names of the switches and ports behind them: {@code
   * 00:00:00:00:00:00:00:2a (core-1) port 3 (uplink)}.
   */
  public String inText(String text) {
    return switches.isEmpty() && ports.isEmpty()
        ? text
        : WRITTEN.matcher(text).replaceAll(each -> Matcher.quoteReplacement(named(each)));
  }

  private String named(MatchResult found) {
    long datapathId = Long.parseUnsignedLong(found.group(1).replace(":", ""), 16);
    String number = found.group(3);
    String port = number == null ? "" : found.group(2);
    String ofPort = number == null ? "" : shown(ofPort(datapathId, (int) numberOf(number)));
    return found.group(1) + shown(of(datapathId)) + port + ofPort;
  }

  /** A port without a name: LOCAL, or its number. */
  static String portText(int port) {
    return port == LOCAL ? "LOCAL" : Integer.toUnsignedString(port);
  }

  private static long numberOf(String port) {
    return port.equals("LOCAL") ? LOCAL : Long.parseLong(port);
  }

  private static String shown(Optional<String> name) {
    return name.map(each -> " (" + each + ")").orElse("");
  }
}
