package maestro.emulator.switches;

import org.jspecify.annotations.Nullable;

/**
 * What the controllers of one emulated switch share: the newest generation, and which of them is
 * the master.
 *
 * <p>Confined to one thread.
 */
public final class SwitchRoles {
  private @Nullable ControllerRole master;
  private boolean isGenerationKnown;
  private long generation;

  /** Takes the generation of a claim. Returns false when it is older than the last one. */
  boolean advance(long claimed) {
    if (isGenerationKnown && claimed - generation < 0) {
      return false;
    }
    isGenerationKnown = true;
    generation = claimed;
    return true;
  }

  /** The newest generation; −1 when there is none. */
  long generation() {
    return isGenerationKnown ? generation : -1;
  }

  /** A controller is the master from now on. The one before is demoted, and told. */
  void claim(ControllerRole claiming) {
    ControllerRole before = master;
    master = claiming;
    if (before != null && before != claiming) {
      before.demote();
    }
  }

  /** A controller is not the master, or not any more. */
  void giveUp(ControllerRole leaving) {
    if (master == leaving) {
      master = null;
    }
  }
}
