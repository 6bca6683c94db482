package maestro.emulator.scenario;

import maestro.config.Spelled;

/**
 * Something that happens to the emulated network in measured time. Immutable.
 *
 * @param atNs from the start of measured time
 * @param kind what happens
 * @param place what it happens to: the name of the link, else as the scenario writes it
 * @param index the link by its number in the topology, else the switch, from 0
 * @param port of a flap, from 1; 0 for all else
 * @param forNs how long a flap lasts; 0 for all else
 */
public record TopologyEvent(long atNs, Kind kind, String place, int index, int port, long forNs) {
  /** What can happen. */
  public enum Kind implements Spelled {
    LINK_DOWN,
    LINK_UP,
    SWITCH_DOWN,
    SWITCH_UP,
    PORT_FLAP
  }

  /** As the scenario has it: {@code link-down 1-2}, {@code switch-up 5}, {@code port-flap 3:1}. */
  public String text() {
    return kind.text() + " " + place;
  }
}
