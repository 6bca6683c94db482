package maestro.emulator.scenario;

import java.util.Locale;
import maestro.config.Spelled;

/**
 * Something that happens to the emulated network in measured time. Immutable.
 *
 * @param atNs from the start of measured time
 * @param kind what happens
 * @param switchIndex the switch, or the one end of the link; from 0
 * @param other the other end of the link, from 0, or the port, from 1; −1 when there is neither
 * @param forNs how long a flap lasts; 0 for all else
 */
public record TopologyEvent(long atNs, Kind kind, int switchIndex, int other, long forNs) {
  /** What can happen. */
  public enum Kind implements Spelled {
    LINK_DOWN,
    LINK_UP,
    SWITCH_DOWN,
    SWITCH_UP,
    PORT_FLAP;

    @Override
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** As the scenario has it: {@code link-down 1-2}, {@code switch-up 5}, {@code port-flap 3:1}. */
  public String text() {
    String what =
        switch (kind) {
          case LINK_DOWN, LINK_UP -> (switchIndex + 1) + "-" + (other + 1);
          case SWITCH_DOWN, SWITCH_UP -> Integer.toString(switchIndex + 1);
          case PORT_FLAP -> (switchIndex + 1) + ":" + other;
        };
    return kind.text() + " " + what;
  }
}
