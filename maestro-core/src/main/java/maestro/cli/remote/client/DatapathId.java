package maestro.cli.remote.client;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import maestro.api.SwitchInfo;
import maestro.config.DatapathIds;
import maestro.config.SwitchNames;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A switch that an operator named.
 *
 * @param text its datapath id as the controller writes it, 00:00:00:00:00:00:00:2a, or its name
 */
public record DatapathId(String text) {
  /** What a parameter is, for the help. */
  public static final String DESCRIPTION =
      "The switch: its name in maestro.switches, or 00:00:00:00:00:00:00:2a, 000000000000002a, 0x2a"
          + " or 42.";

  private static final int MOST_NEAR = 3;
  private static final int MOST_DIFFERENT = 2;

  /** Reads a datapath id; empty when the text is none. */
  public static Optional<DatapathId> parse(String text) {
    return DatapathIds.parse(text).map(number -> new DatapathId(SwitchInfo.format(number)));
  }

  /** A path of the controller that has {@code {dpid}}. */
  public ControlPath path(String template) {
    return new ControlPath(template, template.replace("{dpid}", text));
  }

  /**
   * The failure when no such switch is connected.
   *
   * @param connected the datapath ids of those that are
   */
  public ControlException unknown(List<String> connected) {
    return new ControlException(notConnected(connected));
  }

  /** Says that no such switch is connected, and which ones with a similar datapath id are. */
  public String notConnected(List<String> connected) {
    List<String> near =
        connected.stream()
            .filter(each -> differences(each) <= MOST_DIFFERENT)
            .sorted(Comparator.comparingInt(this::differences))
            .limit(MOST_NEAR)
            .toList();
    String hint = near.isEmpty() ? "maestro switches lists those that are" : nearest(near);
    return "switch " + text + " is not connected; " + hint;
  }

  private static String nearest(List<String> near) {
    return (near.size() == 1 ? "near: " : "near ones: ") + String.join(", ", near);
  }

  /** In how many characters the other one is different. */
  private int differences(String other) {
    int count = Math.abs(text.length() - other.length());
    for (int i = 0; i < Math.min(text.length(), other.length()); i++) {
      count += text.charAt(i) == other.charAt(i) ? 0 : 1;
    }
    return count;
  }

  /** Reads a parameter. */
  public static final class Converter implements ITypeConverter<DatapathId> {
    @Override
    public DatapathId convert(String found) {
      return parse(found)
          .or(() -> Optional.of(found).filter(SwitchNames::isName).map(DatapathId::new))
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "found '" + found + "'; allowed: " + DatapathIds.ALLOWED + ", or a name"));
    }
  }
}
