package maestro.bench.paper;

import maestro.config.Spelled;

/** How the points of a figure are made. */
public enum PaperKind implements Spelled {
  /** The strategies in virtual time, with the costs of a machine. */
  SIMULATE("simulated"),

  /** Controllers on this machine under the emulator. */
  EMULATE("measured"),

  /** The same over time, with the thresholds of their batches. */
  BATCHING("measured"),

  /** The techniques of the emulated data plane. */
  DATAPLANE("measured"),

  /** Rows of the table of targets. */
  TABLE("measured"),

  /** It cannot be repeated; what differs says why. */
  NONE("not repeated");

  private final String badge;

  PaperKind(String badge) {
    this.badge = badge;
  }

  /** As it stands beside a figure. */
  String badge() {
    return badge;
  }

  /** Whether the numbers are of this machine. */
  public boolean isMeasured() {
    return this != SIMULATE && this != NONE;
  }
}
