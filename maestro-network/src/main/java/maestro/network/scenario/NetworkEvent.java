package maestro.network.scenario;

import maestro.config.Spelled;

/**
 * Something that fails or comes back.
 *
 * @param atNs since the scenario's beginning
 * @param place what it happens to, as a scenario writes it
 * @param index the cable, the switch, {@link #ALL} switches, or of a port the switch times {@code
 *     Places.PORTS} and the port
 */
public record NetworkEvent(long atNs, Kind kind, String place, int index) {
  static final int ALL = -1;

  /** What can happen. */
  public enum Kind implements Spelled {
    LINK_DOWN(true),
    LINK_UP(false),
    PORT_DOWN(true),
    PORT_UP(false),
    SWITCH_DOWN(true),
    SWITCH_UP(false),
    CONTROLLER_AWAY(true),
    CONTROLLER_BACK(false);

    private final boolean fails;

    Kind(boolean fails) {
      this.fails = fails;
    }

    /** Whether something fails; else it comes back. */
    public boolean fails() {
      return fails;
    }

    /** The thing that it is about: the first word of the kind. */
    public String thing() {
      String text = text();
      return text.substring(0, text.indexOf('-'));
    }
  }

  public String text() {
    return kind.text() + " " + place;
  }
}
