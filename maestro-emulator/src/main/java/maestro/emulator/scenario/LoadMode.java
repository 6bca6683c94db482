package maestro.emulator.scenario;

import maestro.config.Spelled;

/** How an emulated switch decides when to send its next flow request. */
public enum LoadMode implements Spelled {
  /** As fast as the socket takes it. */
  MAX,
  /** The next request leaves when the last one was answered. */
  PING_PONG,
  /** At planned times, whatever the controller does (open loop). */
  RATE
}
