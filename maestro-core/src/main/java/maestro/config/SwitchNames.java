package maestro.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  public Optional<Long> datapathId(String name) {
    return switches.entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
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

  private static long numberOf(String port) {
    return port.equals("LOCAL") ? LOCAL : Long.parseLong(port);
  }

  private static String shown(Optional<String> name) {
    return name.map(each -> " (" + each + ")").orElse("");
  }
}
