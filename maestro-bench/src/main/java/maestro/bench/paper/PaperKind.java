package maestro.bench.paper;

import maestro.config.Spelled;

/** How the points of a figure are made. */
public enum PaperKind implements Spelled {
  /** The strategies in virtual time, with the costs of a machine. */
  SIMULATE("simulated"),

  /** Controllers on this machine under the emulator. */
  EMULATE("measured");

  private final String badge;

  PaperKind(String badge) {
    this.badge = badge;
  }

  /** As it stands beside a figure. */
  public String badge() {
    return badge;
  }

  /** Whether the numbers are of this machine. */
  public boolean isMeasured() {
    return this == EMULATE;
  }
}
