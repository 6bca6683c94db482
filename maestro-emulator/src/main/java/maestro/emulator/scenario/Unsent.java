package maestro.emulator.scenario;

import maestro.config.Spelled;

/** What becomes of a planned request whose time comes while the socket of its switch is full. */
public enum Unsent implements Spelled {
  /** It leaves as soon as there is room: the plan is made up for. */
  MADE_UP,
  /** It is refused, and offered nowhere later. */
  DROPPED
}
